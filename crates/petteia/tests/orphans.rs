//! No engine outlives the program that started it, however that ends.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Tests ask whether processes end, not how fast: they only do not wait for ever.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers until its first search, then sleeps, deaf to `quit` and to the end of its input.
const DEAF_ENGINE: &str = "#!/bin/sh
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go*) exec sleep 1000 ;;
    esac
done
";

/// A match at which a deaf engine thinks.
fn deaf_match(folder: &Path, mark: &str) -> Child {
    fs::write(folder.join("deaf.sh"), DEAF_ENGINE).expect("a script");
    let args = "match --results r.sqlite --tc 600 --games 2 \
        --engine cmd=sh arg=deaf.sh name=a --engine cmd=sh arg=deaf.sh name=b";
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("petteia"))
        .args(args.split_whitespace())
        .current_dir(folder)
        .env("PETTEIA_TEST_MARK", mark)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    wait_until(|| {
        assert!(child.try_wait().expect("a child").is_none(), "the match ended by itself");
        marked(mark).iter().any(|process| process == "sleep")
    });
    child
}

fn wait_until(mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "it does not happen");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The names of the processes whose environment has the mark.
fn marked(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("a list of processes").filter_map(Result::ok);
    let paths = entries.map(|entry| entry.path());
    let is_marked = |path: &std::path::PathBuf| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(&format!("PETTEIA_TEST_MARK={mark}\0"))
    };
    let name = |path: std::path::PathBuf| fs::read_to_string(path.join("comm")).unwrap_or_default();
    paths.filter(is_marked).map(|path| name(path).trim().to_owned()).collect()
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.expect("kill").success(), "{signal}");
}

/// Signals that end the runner, and what each leaves behind: nothing.
#[test]
fn deaf_engines_end_with_their_runner() {
    for (name, signals) in
        [("killed", &["-KILL"][..]), ("terminated", &["-TERM"]), ("interrupted", &["-INT", "-INT"])]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = format!("{name}-{}", std::process::id());
        let mut child = deaf_match(folder.path(), &mark);
        for signal in signals {
            send(signal, &child);
        }
        child.wait().expect("it ends");
        wait_until(|| marked(&mark).is_empty());
    }
}
