//! The help of every command and the usage errors, compared with the files in `tests/snapshots`.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p petteia --test help` updates them.

#[path = "common/commands.rs"]
mod commands;

use std::path::{Path, PathBuf};
use std::{env, fs, iter};

use assert_cmd::Command;

fn petteia(args: &[&str]) -> assert_cmd::assert::Assert {
    let mut petteia = Command::cargo_bin("petteia").expect("the binary is built");
    petteia.env("COLUMNS", "100").args(args).assert()
}

fn compare(name: &str, text: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let file = folder.join(format!("{name}.txt"));
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(&folder).and_then(|()| fs::write(&file, text)).expect("a folder of this crate");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(text == expected, "{} differs; UPDATE_SNAPSHOTS=1 accepts this:\n{text}", file.display());
}

#[test]
fn every_command_explains_itself() {
    for command in iter::once(Vec::new()).chain(commands::all()) {
        let help = commands::help(&command);
        let help: String = help.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        compare(&[&["petteia".to_owned()], &command[..]].concat().join("-"), &help);
    }
}

#[test]
fn usage_errors_name_the_mistake_and_what_was_expected() {
    let errors: String = [
        &["mathc"][..],
        &["xyzzy"],
        &["--nodes"],
        &["perft"],
        &["perft", "x"],
        &["perft", "31"],
        &["perft", "3", "--hsh", "4"],
        &["bench", "1", "2"],
        &["bench", "--evaluator", "guess"],
        &["eval", "--position", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["eval", "--json", "--raw"],
        &["match", "--tc", "soon"],
        &["ratings"],
        &["ratings", "r", "--known", "a"],
        &["datagen", "--games", "1"],
        &["datagen", "--games", "1", "--out", "g", "--shard", "3/2"],
        &["data", "convert", "g", "--to", "gmaes", "--out", "h"],
        &["train"],
        &["train", "--benchmark", "recipe.toml"],
        &["serve", "--listen", "nowhere"],
        &["completions", "basch"],
        &["neighbours", "pref"],
        &["neighbours", "match", "--player", "somebody"],
    ]
    .map(|args| {
        let message = String::from_utf8_lossy(&petteia(args).code(2).get_output().stderr).into_owned();
        format!("$ petteia {}\n{message}\n", args.join(" "))
    })
    .concat();
    compare("usage-errors", &errors);
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = petteia(&["completions", shell]).success().get_output().stdout.clone();
        assert!(String::from_utf8_lossy(&script).contains("neighbours"), "{shell}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    petteia(&["man", "--out", folder.path().to_str().expect("a plain path")]).success();
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a page");
    assert!(page("petteia.1").contains(".SH SUBCOMMANDS"));
    assert!(page("petteia-perft.1").contains("divide"));
    assert!(Path::new(&folder.path().join("petteia-neighbours-learn.1")).exists());
}

/// What was written down yesterday still works.
#[test]
fn old_spellings_are_understood() {
    for args in [
        &["perft", "1", "--fen", chess::fen::INITIAL][..],
        &["eval", "--fen", chess::fen::INITIAL],
        &["neighbours", "moves", "--pos", "8/8/8/8/8/8/8/ww6 w 0 1"],
        &["neighbours", "agent", "--movetime", "1", "--entries", "3000"],
        &["neighbours", "analyse", "--move-time", "1", "--hash", "1"],
        &["neighbours", "serve-agent", "--help"],
        &["quality", "--make", "games", "--threads", "2", "--help"],
        &["bench", "1", "--classical"],
    ] {
        petteia(args).success();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("games");
    let out = out.to_str().expect("a plain path");
    let old = ["datagen", "--out", out, "--classical", "--random", "4", "--nodes", "50"];
    petteia(&[&old[..], &["--games", "1", "--threads", "1"]].concat()).success();
    let new = ["datagen", "--out", out, "--evaluator", "classical", "--random-plies", "4", "--nodes", "50"];
    petteia(&[&new[..], &["--games", "2", "--concurrency", "2"]].concat()).success();
    let refused = petteia(&[&new[..], &["--games", "3", "--fresh"]].concat()).code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.starts_with("petteia: --fresh: ") && message.contains("exists already"), "{message}");
}

/// Programs read one JSON value.
#[test]
fn results_come_as_json_too() {
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&petteia(args).success().get_output().stdout).expect("JSON")
    };
    let perft = json(&["perft", "2", "--divide", "--json"]);
    assert_eq!((&perft["nodes"], &perft["moves"]["e2e4"]), (&400.into(), &20.into()));
    let bench = json(&["bench", "1", "--json"]);
    assert!(bench["nodes"].is_u64() && bench["nps"].is_u64() && bench["seconds"].is_f64(), "{bench}");
    let eval = json(&["eval", "--json", "--position", "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"]);
    assert!(eval["classical"].as_i64() > Some(500) && eval["piece_square"].as_i64() > Some(500), "{eval}");
    assert_eq!(eval["position"], "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
}
