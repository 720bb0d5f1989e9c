//! `petteia match` as a person uses it.

use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;
use std::{fs, thread};

use assert_cmd::Command;

fn play(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("petteia").expect("the binary is built").arg("match").args(args).assert()
}

/// Quick games of the program against itself.
fn match_in(folder: &Path, games: &str) -> Vec<String> {
    let file = |name: &str| folder.join(name).display().to_string();
    let words =
        ["--engine", "cmd=self", "name=a", "--engine", "cmd=self", "name=b", "--each", "option.Hash=1"];
    let mut args: Vec<String> = words.map(str::to_owned).to_vec();
    args.extend(["--nodes", "100", "--max-moves", "15", "--games", games].map(str::to_owned));
    args.extend(["--results".to_owned(), file("match.sqlite"), "--pgn".to_owned(), file("games.pgn")]);
    args
}

/// An option that an engine does not accept does not stop a match, but is reported.
#[test]
fn options_that_are_not_accepted_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = match_in(folder.path(), "2");
    let each = args.iter().position(|arg| arg == "--each").unwrap() + 1;
    args.splice(each..each, ["option.EvalFile=no/such.nnue", "option.Contempt=9"].map(str::to_owned));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let assert = play(&args).success();
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert_eq!(count(&told, "a has no option \"Contempt\""), 1, "{told}");
    assert_eq!(count(&told, "b has no option \"Contempt\""), 1, "{told}");
    assert!(told.contains("a says: ") && told.contains("no/such.nnue"), "{told}");
}

#[test]
fn matches_are_rated_on_the_scale_of_a_known_player() {
    let folder = tempfile::tempdir().unwrap();
    let args = match_in(folder.path(), "2");
    play(&args.iter().map(String::as_str).collect::<Vec<_>>()).success();
    let file = folder.path().join("match.sqlite");
    let rate = |known: &str| {
        let mut ratings = Command::cargo_bin("petteia").expect("the binary is built");
        ratings.arg("ratings").arg(&file).args(["--known", known]).assert()
    };
    let rated = rate("a=1500").success();
    let table = String::from_utf8_lossy(&rated.get_output().stdout).into_owned();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 3, "{table}");
    assert!(rows.iter().any(|row| row[1..5] == ["a", "1500", "known", "2"]), "{table}");
    assert!(rows.iter().any(|row| row[1] == "b" && row[4] == "2"), "{table}");
    let refused = rate("c=1500").code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("c played in none"));
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn a_match_is_played_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = match_in(folder.path(), "4");
    let output = play(&args.iter().map(String::as_str).collect::<Vec<_>>()).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(text.contains("a - b: 4 games"), "{text}");
    assert!(text.contains("Elo ") && text.contains("overhead "), "{text}");
    let pgn = fs::read_to_string(folder.path().join("games.pgn")).expect("the games");
    assert_eq!(count(&pgn, "[Event "), 4);
    assert_eq!(count(&pgn, "[White \"a\"]"), 2);
    // Nothing is left to do, nothing is overwritten, and another match does not go into the same
    // file.
    let with = |more: &[&str]| {
        let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        play(&args)
    };
    let again = with(&["--json"]).success();
    let results: serde_json::Value = serde_json::from_slice(&again.get_output().stdout).expect("JSON");
    assert_eq!((&results["games"], &results["complete"]), (&4.into(), &true.into()), "{results}");
    assert_eq!(results["encounters"][0]["engines"], serde_json::json!(["a", "b"]), "{results}");
    with(&["--fresh"]).code(2);
    let other = with(&["--chess960"]).code(2);
    assert!(String::from_utf8_lossy(&other.get_output().stderr).contains("holds another match"));
}

/// A killed match can be continued: no game is lost, none is played twice.
#[test]
fn a_killed_match_is_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut running = Process::new(assert_cmd::cargo::cargo_bin!("petteia"))
        .arg("match")
        .args(match_in(folder.path(), "30"))
        .args(["--concurrency", "2"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the match begins");
    let pgn = folder.path().join("games.pgn");
    let games = || fs::read_to_string(&pgn).map_or(0, |text| count(&text, "[Event "));
    while games() < 3 && running.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    running.kill().expect("a child");
    running.wait().expect("a child");
    let results = folder.path().join("match.sqlite").display().to_string();
    play(&["--results", &results]).success();
    let text = fs::read_to_string(&pgn).expect("the games");
    let mut rounds: Vec<&str> = text.lines().filter(|line| line.starts_with("[Round ")).collect();
    assert_eq!(rounds.len(), 30);
    rounds.sort_unstable();
    rounds.dedup();
    assert_eq!(rounds.len(), 30, "every game once");
    // Nothing is left to do.
    let again = play(&["--resume", &results]).success();
    let text = String::from_utf8_lossy(&again.get_output().stdout).into_owned();
    assert!(text.contains("a - b: 30 games"), "{text}");
}
