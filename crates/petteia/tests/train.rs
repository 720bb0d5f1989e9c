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
    command.current_dir(folder).env("PETTEIA_DATA", "data").arg("train").args(args).assert()
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
    for part in
        ["60 games: ", "epoch   2: training error 0.", "best epoch ", "rounded: ", "small.nnue: small: "]
    {
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

    // The run can be protected, and the recipe that was kept makes the same net.
    let message = train(folder.path(), &["recipe.toml", "--fresh"]).code(2);
    assert!(String::from_utf8_lossy(&message.get_output().stderr).contains("exists already"));
    let again = train(folder.path(), &["recipe.toml"]).success();
    assert!(
        String::from_utf8_lossy(&again.get_output().stdout).contains("best epoch "),
        "nothing is left to do"
    );
    train(folder.path(), &["data/nets/small/recipe.toml", "--out", "again", "--threads", "1"]).success();
    let [first, second] = [run, folder.path().join("again")].map(|run| fs::read(run.join("small.nnue")));
    assert!(first.expect("a net") == second.expect("a net"));
}

#[test]
fn nets_from_one_start_are_averaged() {
    let folder = folder(60, 1);
    train(folder.path(), &["recipe.toml"]).success();
    let first = "data/nets/small/small.floats";
    for seed in [1, 2] {
        let branch = format!("{}start = '{first}'\nseed = {seed}\n", recipe(1));
        fs::write(folder.path().join("branch.toml"), branch).expect("a recipe");
        train(folder.path(), &["branch.toml", "--out", &format!("b{seed}")]).success();
    }
    let average = || {
        let mut command = Command::cargo_bin("petteia").expect("the binary is built");
        let files = ["average", "b1/small.floats", "b2/small.floats", "--out", "mean.nnue"];
        command.current_dir(folder.path()).args(files).assert()
    };
    let output = average().success();
    assert_eq!(output.get_output().stdout, b"mean.nnue: mean: the mean of 2 nets\n");
    let weights = |file: &str| {
        let bytes = fs::read(folder.path().join(file)).expect("a file");
        floats::read(&bytes).expect("a network").feature_biases[0]
    };
    let [one, two, mean] = ["b1/small.floats", "b2/small.floats", "mean.floats"].map(weights);
    assert!((one - two).abs() > 1e-6 && (mean - f32::midpoint(one, two)).abs() < 1e-6);
    assert!(Network::read(&fs::read(folder.path().join("mean.nnue")).expect("a net")).is_ok());
    let message = average().code(2);
    assert!(String::from_utf8_lossy(&message.get_output().stderr).contains("mean.nnue exists already"));
}

#[test]
fn a_stage_goes_on_from_the_one_before() {
    let folder = folder(60, 2);
    let stages = "[[stage]]\n[[stage]]\nepochs = 1\nrate = [1e-4, 1e-5]\nfilter = { first_ply = 20 }\n";
    fs::write(folder.path().join("recipe.toml"), recipe(2) + stages).expect("a recipe");
    let output = train(folder.path(), &["recipe.toml"]).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    for part in ["small: stage 1 of 2, (768", "small: stage 2 of 2, (768", "epoch   3: ", "best epoch 3: "] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    let run = folder.path().join("data/nets/small");
    assert!(run.join("small-stage1.nnue").exists());
    assert!(net(folder.path()).description().starts_with("small: stage 2, "));

    // The second stage alone, from what the first one ended with.
    let alone =
        "start = 'data/nets/small/small-stage1.floats'\nrate = [1e-4, 1e-5]\n[filter]\nfirst_ply = 20\n";
    fs::write(folder.path().join("alone.toml"), recipe(1) + alone).expect("a recipe");
    train(folder.path(), &["alone.toml", "--out", "alone"]).success();
    let [both, alone] = [run, folder.path().join("alone")].map(|run| fs::read(run.join("small.floats")));
    assert!(both.expect("a net") == alone.expect("a net"));
}

/// A deep net is trained, plays, and is what another training starts from.
#[test]
fn deep_nets_are_trained() {
    let folder = folder(60, 1);
    let deep = recipe(1).replace("hidden = 32", "hidden = 128\ndeep = true");
    fs::write(folder.path().join("recipe.toml"), &deep).expect("a recipe");
    train(folder.path(), &["recipe.toml"]).success();
    assert_eq!(net(folder.path()).arch().to_string(), "(768 mirrored -> 128) x 2 -> (16 -> 32 -> 1) x 8");

    let rate = "start = 'data/nets/small/small.nnue'\nrate = [1e-9, 1e-9]\n";
    fs::write(folder.path().join("again.toml"), deep + rate).expect("a recipe");
    train(folder.path(), &["again.toml", "--out", "again"]).success();
    let again = Network::read(&fs::read(folder.path().join("again/small.nnue")).expect("a net"));
    let [first, second] = [net(folder.path()), again.expect("a whole net")].map(|net| net.parameters());
    assert!(first.feature_weights == second.feature_weights && first.second_weights == second.second_weights);
}

/// A killed training can be continued, and ends with the same net.
#[test]
fn a_killed_training_goes_on() {
    let (whole, killed) = (folder(60, 30), folder(60, 30));
    train(whole.path(), &["recipe.toml"]).success();
    let mut running = Process::new(assert_cmd::cargo::cargo_bin!("petteia"))
        .current_dir(killed.path())
        .env("PETTEIA_DATA", "data")
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
    train(killed.path(), &["recipe.toml"]).success();
    assert_eq!(net(killed.path()), net(whole.path()));
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
