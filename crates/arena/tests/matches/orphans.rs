//! No process of an engine outlives its match.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use arena::config::MatchConfig;
use arena::engine::EngineSpec;

use super::{mock, play};

/// Tests ask whether processes end, not how fast: they only do not wait for ever.
const PATIENCE: Duration = Duration::from_secs(20);

/// The mock engine behind a shell, which stays its parent.
fn behind_a_shell(mark: &str, behaviour: &str) -> EngineSpec {
    let script = format!("{} {behaviour}; true", env!("CARGO_BIN_EXE_mock_engine"));
    let mut spec = EngineSpec::parse(&["cmd=sh", "name=bad"]).expect("well written");
    spec.args = vec!["-c".to_owned(), script];
    spec.env.insert("PETTEIA_TEST_MARK".to_owned(), mark.to_owned());
    spec
}

/// The processes whose environment has the mark.
fn marked(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("a list of processes").filter_map(Result::ok);
    let paths = entries.map(|entry| entry.path());
    let is_marked = |path: &std::path::PathBuf| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(&format!("PETTEIA_TEST_MARK={mark}\0"))
    };
    paths.filter(is_marked).map(|path| path.display().to_string()).collect()
}

fn assert_all_end(mark: &str) {
    let deadline = Instant::now() + PATIENCE;
    while !marked(mark).is_empty() {
        assert!(Instant::now() < deadline, "{mark}: left over: {:?}", marked(mark));
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_engine_behind_a_script_is_ended_with_it() {
    for behaviour in ["hang", "flood"] {
        let mark = format!("{behaviour}-{}", std::process::id());
        play(MatchConfig {
            games: 2,
            tc: Some("0.3".parse().expect("a time control")),
            engines: vec![mock("good", ""), behind_a_shell(&mark, behaviour)],
            ..MatchConfig::default()
        });
        assert_all_end(&mark);
    }
}
