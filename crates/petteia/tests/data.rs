//! Files of games, by the real binary.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn petteia(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::cargo_bin("petteia").unwrap();
    command.current_dir(folder).args(arguments.split(' '));
    command
}

fn output(folder: &Path, arguments: &str) -> String {
    let output = petteia(folder, arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn error(folder: &Path, arguments: &str) -> String {
    let assert = petteia(folder, arguments).assert().code(2).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

#[test]
fn games_are_played_continued_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(folder, "datagen --out a --games 3 --nodes 50 --seed 7");
    output(folder, "datagen --out a --games 5 --nodes 50 --seed 7 --concurrency 2");
    output(folder, "datagen --out b --games 5 --nodes 50 --seed 7");
    assert_eq!(games(folder, "a"), games(folder, "b"), "continued, or at once");
    let stats = output(folder, "data stats a");
    assert!(stats.contains("games      5\n"), "{stats}");
    assert!(stats.contains("made by    datagen "), "{stats}");
    assert!(output(folder, "data check a b").contains("a: 5 games, "));
}

/// The games of a file as viriformat: blocks may be cut in different places.
fn games(folder: &Path, name: &str) -> Vec<u8> {
    output(folder, &format!("data convert {name} --to viriformat --out {name}.viri"));
    fs::read(folder.join(format!("{name}.viri"))).unwrap()
}

#[test]
fn shards_are_merged_filtered_and_converted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(folder, "datagen --out 1 --games 3 --nodes 50 --shard 1/2");
    output(folder, "datagen --out 2 --games 2 --nodes 50 --shard 2/2");
    assert!(output(folder, "data merge --out all 1 2").contains("all: 5 games"));
    assert!(output(folder, "data filter all --out long --min-plies 1 --unique").contains("5 of 5 games"));
    assert!(output(folder, "data filter all --out none --max-plies 1").contains("0 of 5 games"));

    let there = games(folder, "all");
    output(folder, "data convert all.viri --from viriformat --out back");
    assert_eq!(games(folder, "back"), there);
    output(folder, "data convert all --to bulletformat --out all.bullet");
    assert_eq!(fs::metadata(folder.join("all.bullet")).unwrap().len() % 32, 0);
}

#[test]
fn the_games_of_a_match_become_games_to_learn_from() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(
        folder,
        "match --engine cmd=self name=a --engine cmd=self name=b --nodes 200 --games 2 --results r --pgn p.pgn",
    );
    assert!(
        output(folder, "data convert p.pgn --from pgn --out games").contains("games: 2 games; 0 without")
    );
    assert!(output(folder, "data check games").contains("2 games"));
    assert!(output(folder, "data wdl games").contains("Model"));
    assert!(
        error(folder, "data convert p.pgn --from pgn --to viriformat --out v").contains("expected games")
    );
}

#[test]
fn mistakes_are_named_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(folder, "datagen --out a --games 2 --nodes 50");
    let whole = fs::read(folder.join("a")).unwrap();
    assert!(error(folder, "datagen --out a --games 3 --nodes 60").contains("to continue it"));
    assert!(error(folder, "data merge --out b a a").contains("hold the same games"));
    assert!(error(folder, "data merge --out a a").contains("exists already"));
    assert!(error(folder, "data stats none").contains("none"));
    assert!(error(folder, "datagen --out c --games 1 --shard 3/2").contains("expected i/n"));
    fs::write(folder.join("noise"), "1. e4 e5").unwrap();
    assert!(error(folder, "data check noise").contains("not a file of games"));
    assert!(error(folder, "data convert noise --from viriformat --out d").contains("noise"));
    assert!(!folder.join("d").exists(), "half a file would pass for a whole one");
    assert_eq!(fs::read(folder.join("a")).unwrap(), whole);
}
