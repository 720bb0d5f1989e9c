//! Matches of the mock engine.

mod analyst;
mod misbehaviour;
#[cfg(target_os = "linux")]
mod orphans;
mod tournament;
mod tuning;

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::ledger::Ledger;
use arena::runner::Finished;
use arena::spectator::Spectator;
use arena::tournament::Tournament;

fn mock(name: &str, behaviour: &str) -> EngineSpec {
    let command = format!("cmd={}", env!("CARGO_BIN_EXE_mock_engine"));
    EngineSpec::parse(&[&command, &format!("name={name}"), &format!("arg={behaviour}")])
        .expect("well written")
}

/// Plays a whole match and returns its games as they ended.
fn play(config: MatchConfig) -> Vec<Finished> {
    #[derive(Debug, Default)]
    struct Games(Mutex<Vec<Finished>>);

    impl Spectator for Games {
        fn count(&self, _ledger: &Ledger, game: &Finished) {
            self.0.lock().unwrap().push(game.clone());
        }
    }

    let games = Games::default();
    let mut tournament = Tournament::in_memory(config).expect("nothing to read");
    tournament.run(&AtomicBool::new(false), &games).expect("nothing to write");
    games.0.into_inner().unwrap()
}
