//! The tree search of Neighbours.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use mcts::{NeighboursSearcher, Parallel, Settings};
use neighbours::player::{Agent, RandomMover};
use neighbours::search::{Limits, Report};
use neighbours::{Game, Player, Weights, bench};

fn search(settings: Settings, game: &Game, limits: &Limits) -> Report {
    let mut searcher = NeighboursSearcher::new(&Weights::default(), 4, settings).expect("4 MB");
    searcher.search(game, limits, &AtomicBool::new(false), |_| ())
}

#[test]
fn every_form_plays_legal_moves() {
    for position in bench::positions().into_iter().step_by(5) {
        let game = Game::new(position.clone());
        for settings in [Settings::uct(), Settings::puct()] {
            for parallel in Parallel::ALL {
                let settings = Settings { parallel, threads: 2, ..settings.clone() };
                let report = search(settings, &game, &Limits::nodes(300));
                assert!(report.best().is_some_and(|mv| position.is_legal(mv)), "{parallel:?}");
            }
        }
    }
}

#[test]
fn equal_seeds_give_equal_searches() {
    for settings in [Settings::uct(), Settings::puct()] {
        let run = || search(settings.clone(), &Game::default(), &Limits::nodes(1_000)).lines;
        assert_eq!(run(), run());
    }
}

#[test]
fn time_is_kept() {
    let started = Instant::now();
    search(Settings::uct(), &Game::default(), &Limits::time(Duration::from_millis(30)));
    assert!(started.elapsed() < Duration::from_millis(500));
}

#[test]
fn a_tree_beats_chance() {
    let searcher = NeighboursSearcher::new(&Weights::default(), 4, Settings::puct()).expect("4 MB");
    let mut players: [Box<dyn Player>; 2] =
        [Box::new(Agent::new("tree", searcher, Limits::nodes(200))), Box::new(RandomMover::new(3))];
    let mut game = Game::default();
    while game.end().is_none() {
        let player = &mut players[game.plies() % 2];
        let mv = player.choose(&game).expect("the game goes on");
        game.play(mv).expect("a legal move");
    }
    let end = game.end().expect("the game is over").to_string();
    assert!(end.starts_with("White wins"), "{end}");
}
