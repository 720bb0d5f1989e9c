//! `petteia annotate` from its input to its files.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
/// The lines of what a command printed.
fn lines(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text).lines().map(str::to_owned).collect()
}

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
                     1. e4 e5 2. Ke3 *\n\n\
                     [White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 2. c4 e6 1/2-1/2\n";

fn annotate(folder: &Path, out: &str) -> (Vec<String>, Vec<String>) {
    let mut petteia = Command::cargo_bin("petteia").expect("the binary is built");
    let args =
        ["annotate", "games.pgn", "--nodes", "500", "--concurrency", "2", "--html", "pages", "--out", out];
    let assert = petteia.current_dir(folder).args(args).assert().success();
    (lines(&assert.get_output().stdout), lines(&assert.get_output().stderr))
}

#[test]
fn games_are_annotated_the_same_way_every_time_and_bad_ones_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("a file");
    let (said, problems) = annotate(folder.path(), "one.pgn");
    assert_eq!(said, ["one.pgn: 2 of 2 games, 500 nodes a position"]);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].contains("game 2") && problems[0].contains("Ke3"), "{problems:?}");
    let one = fs::read_to_string(folder.path().join("one.pgn")).expect("games");
    assert!(
        one.contains("Ke7 $4")
            && one.contains("[BlackCentipawnLossByPhase \"opening ")
            && one.contains("[%eval ")
    );
    annotate(folder.path(), "two.pgn");
    assert_eq!(fs::read_to_string(folder.path().join("two.pgn")).expect("games"), one);
    let index = fs::read_to_string(folder.path().join("pages/index.html")).expect("an index");
    assert!(index.contains("game-0001.html") && index.contains("game-0002.html"));
    let page = fs::read_to_string(folder.path().join("pages/game-0001.html")).expect("a page");
    assert!(page.contains("Ke7??") && page.contains("class=\"board\""));
}

#[test]
fn a_run_that_was_cut_short_is_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("a file");
    annotate(folder.path(), "whole.pgn");
    let whole = fs::read_to_string(folder.path().join("whole.pgn")).expect("games");
    let second = whole.find("[White \"C\"]").expect("the second game");
    for cut in [second, second + 20, whole.len() - 4] {
        fs::write(folder.path().join("cut.pgn"), &whole[..cut]).expect("a file");
        annotate(folder.path(), "cut.pgn");
        assert_eq!(fs::read_to_string(folder.path().join("cut.pgn")).expect("games"), whole, "{cut}");
    }
}

#[test]
fn the_first_move_that_no_known_game_has_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("a file");
    fs::write(folder.path().join("known.pgn"), "1. e4 e5 2. Qh5 Nc6 *\n\n1. Ke4 *\n\n1. d4 d5 2. c4 e6 *\n")
        .expect("a file");
    let mut petteia = Command::cargo_bin("petteia").expect("the binary is built");
    let args = ["annotate", "games.pgn", "--nodes", "500", "--out", "out.pgn", "--known", "known.pgn"];
    let assert = petteia.current_dir(folder.path()).args(args).assert().success();
    let problems = lines(&assert.get_output().stderr).join("\n");
    assert!(problems.contains("--known known.pgn: game 2") && problems.contains("Ke4"), "{problems}");
    let out = fs::read_to_string(folder.path().join("out.pgn")).expect("games");
    assert!(out.contains("[Novelty \"2... Ke7\"]") && out.contains("Ke7 $4 $146"), "{out}");
    assert_eq!(out.matches("Novelty").count(), 1, "the other game is known");
}
