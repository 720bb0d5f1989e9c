//! Kills at random moments: what was done is there once and only once, and work that is continued
//! gives the same bytes as work that was never interrupted.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use arena::ledger::Reading;
use tempfile::TempDir;
use trainer::data::Writer;
use trainer::training::synthetic;

use super::dice::{Dice, Rounds};
use super::hostile::Served;

fn petteia(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("petteia"));
    command.current_dir(folder).env("PETTEIA_DATA", "data").args(args.split(' '));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Runs a command to its end.
fn finish(folder: &Path, args: &str, seed: u64) {
    let output = petteia(folder, args).output().expect("the program starts");
    assert!(output.status.success(), "seed {seed}: {args}: {output:?}");
}

/// Starts a command and kills it after a moment; returns whether it was still at work.
fn run_and_kill(folder: &Path, args: &str, moment: Duration, seed: u64) -> bool {
    let mut child = petteia(folder, args).spawn().expect("the program starts");
    thread::sleep(moment);
    let at_work = child.try_wait().expect("a child").is_none();
    let _ = child.kill();
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked") && (at_work || output.status.success()), "seed {seed}: {errors}");
    at_work
}

/// Kills a command a few times at random moments, then lets it finish.
fn kill_some_times(dice: &mut Dice, folder: &Path, args: &str) {
    const KILLS: usize = 4;
    const LONGEST: Duration = Duration::from_millis(500);
    for _ in 0..KILLS {
        let moment = dice.moment(LONGEST);
        if !run_and_kill(folder, args, moment, dice.seed) {
            break;
        }
    }
    finish(folder, args, dice.seed);
}

#[test]
fn generated_games_do_not_depend_on_kills() {
    let args = "datagen --out games --games 150 --nodes 60";
    let undisturbed = TempDir::new().expect("a folder");
    finish(undisturbed.path(), args, 0);
    let expected = fs::read(undisturbed.path().join("games")).expect("games");
    for mut dice in Rounds::new("datagen, 4 kills each", 3) {
        let folder = TempDir::new().expect("a folder");
        kill_some_times(&mut dice, folder.path(), args);
        let found = fs::read(folder.path().join("games")).expect("games");
        assert!(found == expected, "seed {}: other bytes", dice.seed);
    }
}

/// A folder with games and a recipe for them.
fn training_folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let mut writer = Writer::open(&folder.path().join("games"), "made up", |_| ()).expect("a file");
    (0..60).try_for_each(|number| writer.add(&synthetic::game(number))).expect("games");
    writer.finish().expect("a file");
    let recipe = "name = 'small'\ndata = ['games']\nhidden = 32\nbuckets = 8\nepochs = 40\nwdl = 0.5\n\
        batch = 500\nvalidation = 0.1\n";
    fs::write(folder.path().join("recipe.toml"), recipe).expect("a recipe");
    folder
}

#[test]
fn a_trained_net_does_not_depend_on_kills() {
    let args = "train recipe.toml --out run";
    let net = |folder: &TempDir| {
        ["run/small.nnue", "run/small.floats"].map(|file| fs::read(folder.path().join(file)).expect("a net"))
    };
    let undisturbed = training_folder();
    finish(undisturbed.path(), args, 0);
    let expected = net(&undisturbed);
    for mut dice in Rounds::new("train, 4 kills each", 2) {
        let folder = training_folder();
        kill_some_times(&mut dice, folder.path(), args);
        assert!(net(&folder) == expected, "seed {}: other bytes", dice.seed);
    }
}

#[test]
fn every_game_of_a_match_is_counted_once() {
    const GAMES: usize = 40;
    let engines = "--engine cmd=self name=a --engine cmd=self name=b --each option.Hash=1";
    let start = format!(
        "match {engines} --nodes 200 --max-moves 20 --games {GAMES} --results r.sqlite --pgn games.pgn"
    );
    for mut dice in Rounds::new("match, 4 kills each", 2) {
        let folder = TempDir::new().expect("a folder");
        let moment = Duration::from_millis(300) + dice.moment(Duration::from_millis(500));
        run_and_kill(folder.path(), &start, moment, dice.seed);
        // Killed before it had a file, it begins again; afterwards the file knows everything.
        let has_begun = Reading::open(&folder.path().join("r.sqlite")).is_ok();
        if !has_begun {
            for file in ["r.sqlite", "r.sqlite-wal", "r.sqlite-shm", "games.pgn"] {
                let _ = fs::remove_file(folder.path().join(file));
            }
            finish(folder.path(), &start, dice.seed);
        }
        kill_some_times(&mut dice, folder.path(), "match --results r.sqlite");
        let reading = Reading::open(&folder.path().join("r.sqlite")).expect("a match");
        let numbers: Vec<usize> = reading.games.iter().map(|game| game.number).collect();
        assert_eq!(numbers, (0..GAMES).collect::<Vec<_>>(), "seed {}", dice.seed);
        let pgn = fs::read_to_string(folder.path().join("games.pgn")).expect("games");
        assert_eq!(pgn.matches("[Event ").count(), GAMES, "seed {}", dice.seed);
    }
}

#[test]
fn imports_that_were_answered_are_kept() {
    let folder = TempDir::new().expect("a folder");
    for mut dice in Rounds::new("serve, 1 kill each", 3) {
        let served = Served::start(folder.path());
        let host = served.host.clone();
        let importer = thread::spawn(move || import_until_it_ends(&host));
        thread::sleep(Duration::from_millis(50) + dice.moment(Duration::from_millis(400)));
        served.kill();
        let answered = importer.join().expect("an importer");
        let served = Served::start(folder.path());
        for id in answered {
            let kept = served.ask("GET", &format!("/api/games/{id}"), "").expect("an answer");
            assert!(kept.starts_with("HTTP/1.1 200"), "seed {}: game {id} is lost", dice.seed);
        }
    }
}

/// Imports games one after the other; returns the ids that were answered.
fn import_until_it_ends(host: &str) -> Vec<String> {
    let mut ids = Vec::new();
    while let Ok(answer) = super::hostile::ask(host, "POST", "/api/games", "1. e4 e5 *\n") {
        match answer.split('"').find(|part| part.len() == 32) {
            Some(id) => ids.push(id.to_owned()),
            None => break,
        }
    }
    ids
}
