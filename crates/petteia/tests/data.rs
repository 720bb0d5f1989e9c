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

/// Evaluations as Lichess writes them: of the position after the move, and none after mate.
const LICHESS: &str = "[Site \"https://lichess.org/abcdefgh\"]\n[Result \"0-1\"]\n\n\
    1. f3 { [%eval -0.62] [%clk 0:03:00] } 1... e5 { [%eval -0.55] } 2. g4 { [%eval #-1] } 2... Qh4# 0-1\n\n";

#[test]
fn games_of_lichess_become_games_to_learn_from() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.pgn"), LICHESS).unwrap();
    assert!(output(folder, "data convert a.pgn --from pgn --out told").contains("told: 1 games; 0 without"));
    output(folder, "data convert a.pgn --from pgn --evals after --out after");
    assert_eq!(games(folder, "told"), games(folder, "after"));
    let before = output(folder, "data convert a.pgn --from pgn --evals before --out before");
    assert!(before.contains("0 games; 1 without"), "the mating move has no evaluation: {before}");
}

#[test]
fn positions_are_collected_measured_and_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Two packed parts, one after the other.
    let packed =
        || ruzstd::encoding::compress_to_vec(LICHESS.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    fs::write(folder.join("a.pgn.zst"), [packed(), packed()].concat()).unwrap();
    fs::write(folder.join("b.pgn"), LICHESS).unwrap();
    let add = |source: &str| output(folder, &format!("data positions {source} --out p.db"));
    assert!(add("--from-pgn a.pgn.zst").contains("6 positions, 6 of them new"));
    assert!(add("--from-pgn a.pgn.zst").contains("6 positions, 0 of them new"), "it is in already");
    assert!(add("--from-pgn b.pgn").contains("9 positions, 3 of them new"));
    // Half a pawn, some more, and a mate: 15.
    let errors = output(folder, "data errors p.db");
    assert!(errors.contains("9 positions") && errors.contains("   5.390    5.390  zero\n"), "{errors}");

    output(folder, "datagen --out g --games 4 --nodes 50 --seed 7");
    add("--from-games g");
    fs::write(folder.join("d.toml"), "name = 'd'\nkind = 'dense'\ndata = 'p.db'\nhidden = 1\nbatch = 64\n")
        .unwrap();
    let trained = output(folder, "train d.toml --out run");
    assert!(trained.contains("1 hidden layers, 654,481 parameters"), "{trained}");
    assert!(output(folder, "data errors p.db --net run/d.dense --positions 20").contains("run/d.dense"));
    assert!(output(folder, "train d.toml --out run").contains("trained already"));
    let played = petteia(folder, "lab uci dense")
        .write_stdin("setoption name EvalFile value run/d.dense\nposition startpos\ngo depth 1\n")
        .assert()
        .success();
    let told = String::from_utf8_lossy(&played.get_output().stdout).into_owned();
    assert_eq!(told.matches("info depth 1 ").count(), 20, "{told}");
    assert!(told.contains("bestmove ") && !told.contains("string"), "{told}");
}
