//! `petteia train` as a person uses it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use nnue::Network;
use trainer::data::Writer;
use trainer::training::{floats, synthetic};

fn train(folder: &Path, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("petteia").expect("the binary is built");
    command.current_dir(folder).arg("train").args(args).assert()
}

/// A folder with games and a recipe for them.
fn folder(games: u64, epochs: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut writer = Writer::open(&folder.path().join("some.games"), "made up", |_| ()).expect("a file");
    for number in 0..games {
        writer.add(&synthetic::game(number)).expect("a game");
    }
    writer.finish().expect("a file");
    fs::write(folder.path().join("recipe.toml"), recipe(epochs)).expect("a recipe");
    folder
}

fn recipe(epochs: usize) -> String {
    format!(
        "name = 'small'\ndata = ['some.games']\nhidden = 32\nbuckets = 8\nepochs = {epochs}\nwdl = 0.5\n\
         batch = 500\nvalidation = 0.1\n"
    )
}

fn net(folder: &Path) -> Network {
    let bytes = fs::read(folder.join("data/nets/small/small.nnue")).expect("a net");
    Network::read(&bytes).expect("a whole net")
}

#[test]
fn games_become_a_net() {
    let folder = folder(60, 2);
    let output = train(folder.path(), &["recipe.toml"]).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    for part in ["60 games: ", "epoch   2: error 0.", "best epoch ", "rounded: ", "small.nnue: small: "] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    assert_eq!(net(folder.path()).arch().to_string(), "(768 mirrored -> 32) x 2 -> 1 x 8");
    let run = folder.path().join("data/nets/small");
    let floats = floats::read(&fs::read(run.join("small.floats")).expect("a file")).expect("a network");
    let (rounded, played) = (floats.quantise("").parameters(), net(folder.path()).parameters());
    assert!(
        rounded.feature_weights == played.feature_weights && rounded.output_weights == played.output_weights
    );
    assert_eq!(fs::read_to_string(run.join("loss.csv")).expect("a table").lines().count(), 1 + 2);
    assert!(fs::read_to_string(run.join("loss.svg")).expect("a chart").starts_with("<svg"));

    // The net is safe from being overwritten, and the recipe that was kept makes the same one.
    let message = train(folder.path(), &["recipe.toml"]).code(2);
    assert!(String::from_utf8_lossy(&message.get_output().stderr).contains("holds a training already"));
    train(folder.path(), &["data/nets/small/recipe.toml", "--out", "again", "--threads", "1"]).success();
    let [first, second] = [run, folder.path().join("again")].map(|run| fs::read(run.join("small.nnue")));
    assert!(first.expect("a net") == second.expect("a net"));
}

/// Killed in the middle, the training goes on and ends with the same net.
#[test]
fn a_killed_training_goes_on() {
    let (whole, killed) = (folder(60, 30), folder(60, 30));
    train(whole.path(), &["recipe.toml"]).success();
    let mut running = Process::new(assert_cmd::cargo::cargo_bin!("petteia"))
        .current_dir(killed.path())
        .args(["train", "recipe.toml"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the training begins");
    let table = killed.path().join("data/nets/small/loss.csv");
    while !table.exists() && running.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    running.kill().expect("a child");
    running.wait().expect("a child");
    train(killed.path(), &["recipe.toml", "--resume"]).success();
    assert_eq!(net(killed.path()), net(whole.path()));
}

/// One line on stderr that names the text and what was expected, exit code 2, nothing on stdout.
#[test]
fn bad_input_is_named() {
    let folder = folder(20, 1);
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a file");
    let games = fs::read(folder.path().join("some.games")).expect("games");
    write("cut.games", &games[..games.len() - 3]);
    write("noise.games", b"1. e4 e5 2. Nf3");
    write("few.toml", format!("{}\n[filter]\nfirst_ply = 1000\n", recipe(1)).as_bytes());
    for (name, from, to) in [
        ("hidden.toml", "hidden = 32", "hidden = 33"),
        ("key.toml", "hidden", "hiden"),
        ("wdl.toml", "wdl = 0.5", "wdl = 'half'"),
        ("missing.toml", "some.games", "none.games"),
        ("cut.toml", "some.games", "cut.games"),
        ("noise.toml", "some.games", "noise.games"),
        ("start.toml", "epochs", "start = 'some.games'\nepochs"),
    ] {
        write(name, recipe(1).replace(from, to).as_bytes());
    }
    for (args, parts) in [
        (vec![], ["<RECIPE>", "required"]),
        (vec!["none.toml"], ["none.toml", "No such file"]),
        (vec!["some.games"], ["some.games", "UTF-8"]),
        (vec!["hidden.toml"], ["hidden size 33", "expected a multiple of 32"]),
        (vec!["key.toml"], ["unknown field `hiden`", "expected one of"]),
        (vec!["wdl.toml"], ["wdl", "expected a number or two"]),
        (vec!["missing.toml"], ["none.games", "No such file"]),
        (vec!["cut.toml"], ["cut.games", "is broken"]),
        (vec!["noise.toml"], ["noise.games", "expected it to begin with PTGAMES"]),
        (vec!["start.toml"], ["start: some.games", "no net in floating point"]),
        (vec!["few.toml"], ["0 positions to learn from", "expected some of both"]),
        (vec!["recipe.toml", "--resume"], ["holds no training", "expected a checkpoint"]),
        (vec!["recipe.toml", "--threads", "0"], ["'0'", "--threads"]),
        (vec!["--benchmark", "--hidden", "100"], ["hidden size 100", "expected a multiple of 32"]),
    ] {
        let assert = train(folder.path(), &args).code(2);
        let output = assert.get_output();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
        assert!(parts.iter().all(|part| message.contains(part)), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}: nothing is printed before the mistake is found");
    }
}

/// The recipes of the repository can be followed once their data is there.
#[test]
fn the_recipes_of_the_repository_are_recipes() {
    let recipes = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    let mut count = 0;
    for entry in fs::read_dir(recipes).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a recipe");
        let recipe =
            trainer::training::Recipe::from_toml(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(recipe.name.as_str()));
        assert!(recipe.data.iter().all(|file| file.is_relative()), "{path:?}");
        count += 1;
    }
    assert!(count >= 3);
}
