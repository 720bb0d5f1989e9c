//! A match ends when its games are played, its test is decided or it is interrupted, and resumes
//! from its file.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::ledger::{Ledger, Reading, read_pgn};
use arena::runner::Finished;
use arena::spectator::Spectator;
use arena::sprt::{Model, Sprt};
use arena::standings::{EngineStanding, Standings};
use arena::tournament::{Ending, Tournament};
use tempfile::tempdir;

use super::mock;

/// The second engine loses every game at its third turn.
fn short_games(games: usize) -> MatchConfig {
    MatchConfig {
        games,
        concurrency: 2,
        nodes: Some(1),
        engines: vec![mock("good", ""), mock("bad", "illegal")],
        ..MatchConfig::default()
    }
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// Interrupts a match after a number of games.
#[derive(Debug)]
struct Impatient {
    games: usize,
    interrupt: AtomicBool,
}

impl Spectator for Impatient {
    fn count(&self, ledger: &Ledger, _game: &Finished) {
        self.interrupt.store(ledger.standings().games() >= self.games, Ordering::Relaxed);
    }
}

fn numbers(path: &Path) -> Vec<usize> {
    Reading::open(path).unwrap().games.into_iter().map(|game| game.number).collect()
}

#[test]
fn an_interrupted_match_goes_on_to_exactly_its_games() {
    let folder = tempdir().unwrap();
    let (results, pgn) = (folder.path().join("match.sqlite"), folder.path().join("match.pgn"));
    let config = MatchConfig { pgn: Some(pgn.clone()), ..short_games(20) };
    let impatient = Impatient { games: 3, interrupt: never() };
    let mut tournament = Tournament::create(config, &results, &impatient.interrupt).unwrap();
    assert_eq!(tournament.run(&impatient.interrupt, &impatient).unwrap(), Ending::Interrupted);
    // A game that ends while the others are broken off still counts.
    let played = tournament.ledger().standings().games();
    assert!((3..20).contains(&played), "{played}");
    drop(tournament);
    assert_eq!(numbers(&results).len(), played);

    let mut resumed = Tournament::resume(&results, |_| (), &never()).unwrap();
    assert_eq!(resumed.run(&never(), &()).unwrap(), Ending::Complete);
    assert_eq!(numbers(&results), (0..20).collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[Event ").count(), 20);

    let mut longer = Tournament::resume(&results, |config| config.games = 22, &never()).unwrap();
    assert_eq!(longer.run(&never(), &()).unwrap(), Ending::Complete);
    assert_eq!(longer.ledger().standings().games(), 22);
}

#[test]
fn what_is_read_is_what_was_played() {
    let folder = tempdir().unwrap();
    let results = folder.path().join("match.sqlite");
    let mut tournament = Tournament::create(short_games(4), &results, &never()).unwrap();
    tournament.run(&never(), &()).unwrap();
    let reading = Reading::open(&results).unwrap();
    assert_eq!(reading.config, **tournament.ledger().config());
    // Times are kept in microseconds.
    let counts = |standings: &Standings| {
        [0, 1].map(|engine| {
            let EngineStanding { tally, illegal_moves, thinking, .. } = *standings.engine(engine);
            (tally, illegal_moves, thinking.moves, thinking.depth, thinking.nodes)
        })
    };
    assert_eq!(counts(&reading.standings), counts(tournament.ledger().standings()));
    let names: Vec<_> = reading.games.iter().map(|game| (&*game.white, &*game.black)).collect();
    assert_eq!(names, [("good", "bad"), ("bad", "good"), ("good", "bad"), ("bad", "good")]);
    assert!(reading.games.iter().all(|game| game.summary.reason.contains("illegal move: a1a1")));
}

#[test]
fn a_decided_test_ends_its_match_for_good() {
    let folder = tempdir().unwrap();
    let results = folder.path().join("test.sqlite");
    let sprt = Sprt { alpha: 0.3, beta: 0.3, model: Model::Logistic, ..Sprt::new(0.0, 200.0) };
    let config = MatchConfig { sprt: Some(sprt), ..short_games(200) };
    let mut tournament = Tournament::create(config, &results, &never()).unwrap();
    assert_eq!(tournament.run(&never(), &()).unwrap(), Ending::Decided);
    let played = tournament.ledger().standings().games();
    assert!((2..200).contains(&played), "{played}");
    drop(tournament);

    let mut resumed = Tournament::resume(&results, |_| (), &never()).unwrap();
    assert_eq!(resumed.run(&never(), &()).unwrap(), Ending::Decided);
    assert_eq!(numbers(&results).len(), played);
}

#[test]
fn an_engine_that_does_not_start_leaves_no_file() {
    let folder = tempdir().unwrap();
    let results = folder.path().join("match.sqlite");
    let mut config = short_games(2);
    config.engines[1] = EngineSpec::parse(&["cmd=/no/such/engine", "name=lost"]).unwrap();
    let error = Tournament::create(config, &results, &never()).unwrap_err().to_string();
    assert!(error.starts_with("engine \"lost\" does not start: "), "{error}");
    assert!(!results.exists());
}

/// Plays a share of a match into a file.
fn play_share(config: &MatchConfig, shard: &str, results: &Path) -> Ending {
    let config = MatchConfig { shard: shard.parse().unwrap(), ..config.clone() };
    Tournament::create(config, results, &never()).unwrap().run(&never(), &()).unwrap()
}

#[test]
fn the_shares_of_a_match_are_judged_together() {
    let folder = tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let sprt = Sprt { alpha: 0.3, beta: 0.3, model: Model::Logistic, ..Sprt::new(0.0, 200.0) };
    let config = MatchConfig { sprt: Some(sprt), ..short_games(40) };
    let parts = ["a", "b", "c"].map(file);
    for (part, shard) in parts.iter().zip(["1/3", "2/3", "3/3"]) {
        // No share is decided: it plays all of its games.
        assert_eq!(play_share(&config, shard, part), Ending::Complete);
    }
    assert_eq!(parts.each_ref().map(|part| numbers(part).len()), [14, 14, 12]);

    // A file that is named twice counts once.
    let named = [&parts[..], &parts[..1]].concat();
    let merged = Ledger::merge(&file("whole"), &named).unwrap();
    assert!(merged.is_complete() && merged.is_decided());
    drop(merged);
    assert_eq!(numbers(&file("whole")), (0..40).collect::<Vec<_>>());
    let whole = Reading::open(&file("whole")).unwrap();
    assert_eq!(whole.standings.encounter(0, 1).tally.wins, 40);
    assert!(read_pgn(&file("whole"), 7).unwrap().unwrap().contains("illegal move"));
    let mut resumed = Tournament::resume(&file("whole"), |_| (), &never()).unwrap();
    assert_eq!(resumed.run(&never(), &()).unwrap(), Ending::Decided);
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let folder = tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    play_share(&short_games(4), "1/2", &file("a"));
    play_share(&short_games(4), "1/2", &file("again"));
    play_share(&short_games(6), "2/2", &file("longer"));
    let merge = |parts: &[&str]| {
        let parts: Vec<_> = parts.iter().map(|&part| file(part)).collect();
        Ledger::merge(&file("whole"), &parts).unwrap_err().to_string()
    };
    assert!(merge(&["a", "longer"]).contains("holds another match than"));
    // The same games, played in another time: which of them counts?
    assert!(merge(&["a", "again"]).contains("has another game 1 than the files before it"));
    assert!(!file("whole").exists());
}
