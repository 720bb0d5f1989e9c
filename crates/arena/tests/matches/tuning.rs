//! Numbers are tuned by the games of an engine against itself.

use std::sync::atomic::AtomicBool;

use arena::config::MatchConfig;
use arena::spsa::{Parameter, Spsa};
use tempfile::tempdir;

use super::mock;

fn tuning() -> Spsa {
    let parameter =
        Parameter { name: "Margin".to_owned(), start: 50, value: 50.0, min: 0, max: 100, step: 5.0 };
    Spsa { iteration: 0, iterations: 3, rate: 0.1, seed: 1, parameters: vec![parameter] }
}

/// The engine, which has no such number, moves by the position: both games of a pair are the same,
/// and no player gains by it.
fn rules() -> MatchConfig {
    MatchConfig { games: 2, nodes: Some(1), engines: vec![mock("self", "")], ..MatchConfig::default() }
}

#[test]
fn a_run_plays_its_iterations_and_goes_on_from_its_file() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("run.toml");
    let mut games = 0;
    let mut run = tuning();
    run.run(&rules(), &AtomicBool::new(false), |run, tally| {
        games += tally.games();
        run.write(&file)
    })
    .unwrap();
    assert!(run.is_over());
    assert_eq!(games, 6);
    assert_eq!(run.parameters, tuning().parameters);
    assert_eq!(Spsa::read(&file).unwrap(), run);
}

#[test]
fn an_interrupted_iteration_teaches_nothing() {
    let mut run = tuning();
    run.iteration = 1;
    run.run(&rules(), &AtomicBool::new(true), |_, _| panic!("no iteration is complete")).unwrap();
    assert_eq!(run.iteration, 1);
}
