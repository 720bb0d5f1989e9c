//! The search against a plain one, and what it promises about limits and ends.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gamekit::{Ply, Score};
use neighbours::features::Observation;
use neighbours::matches::opening;
use neighbours::search::{Limits, Report, Searcher};
use neighbours::{Evaluator, Game, Position, Weights};

fn searcher(threads: usize) -> Searcher {
    Searcher::new(&Weights::default(), 100_000, threads).expect("a small table")
}

fn search(game: &Game, limits: &Limits) -> Report {
    searcher(1).search(game, limits, &AtomicBool::new(false), |_| ())
}

fn game(position: &str) -> Game {
    Game::new(position.parse().expect("a position"))
}

/// Every move, every reply, no shortcut.
fn negamax(position: &mut Position, evaluator: &Evaluator, depth: u8, ply: Ply) -> Score {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Score::mated_in(ply);
    }
    if position.quiet_plies() >= Position::QUIET_LIMIT {
        return Score::DRAW;
    }
    if depth == 0 {
        return evaluator.score(&Observation::of(position));
    }
    let scores = moves.into_iter().map(|mv| {
        let undo = position.make(mv);
        let score = -negamax(position, evaluator, depth - 1, ply.next());
        position.unmake(mv, undo);
        score
    });
    scores.max().expect("there is a move")
}

/// Below the depth at which moves are reduced, the search only saves work: the scores are the same.
#[test]
fn shallow_searches_agree_with_a_plain_one() {
    let evaluator = Evaluator::new(&Weights::default());
    for number in 0..40 {
        // Without its past, in which it might be repeated.
        let game = Game::new(opening(17, number, number as usize * 2).position().clone());
        for depth in 1..=2 {
            let limits = Limits { lines: 64, ..Limits::depth(depth) };
            let report = search(&game, &limits);
            assert_eq!(report.lines.len(), game.position().count_moves());
            assert!(report.lines.is_sorted_by_key(|(score, _)| -*score));
            for (score, line) in &report.lines {
                let mut position = game.position().clone();
                position.make(line[0]);
                let plain = -negamax(&mut position, &evaluator, depth - 1, Ply::new(1));
                assert_eq!(*score, plain, "{} after {line:?} at depth {depth}", game.position());
            }
        }
    }
}

#[test]
fn lines_can_be_played() {
    for number in 0..20 {
        let game = opening(23, number, 10 + number as usize);
        let report = search(&game, &Limits { lines: 3, ..Limits::depth(6) });
        for (_, line) in report.lines {
            let mut ahead = game.position().clone();
            for mv in line {
                assert!(ahead.is_legal(mv), "{mv} in {ahead}");
                ahead.make(mv);
            }
        }
    }
}

#[test]
fn a_win_is_found_and_counted() {
    let won = search(&game("8/8/8/8/8/8/1b6/w7 w 0 1"), &Limits::depth(5));
    assert_eq!((won.score(), won.depth), (Score::mate_in(Ply::new(1)), 1), "nothing to look for beyond");
    let over = search(&game("8/8/8/8/8/8/8/w7 b 0 1"), &Limits::depth(5));
    assert_eq!((over.best(), over.score()), (None, -Score::MATE));
}

#[test]
fn wins_are_the_same_with_and_without_memory() {
    for number in 0..10 {
        let game = opening(31, number, 60);
        let searcher = searcher(1);
        let fresh = searcher.search(&game, &Limits::depth(5), &AtomicBool::new(false), |_| ());
        let again = searcher.search(&game, &Limits::depth(5), &AtomicBool::new(false), |_| ());
        assert_eq!(fresh.score().is_win(), again.score().is_win());
    }
}

/// White is a piece down; what saves it is the position it had before.
#[test]
fn one_repetition_counts_as_a_draw() {
    let mut game = game("bb5b/8/8/8/8/8/8/ww6 w 0 1");
    for mv in ["a1a2", "a8a7", "a2a1"] {
        game.play(mv.parse().expect("a move")).expect("a legal move");
    }
    let mut repeated = None;
    let report = search(&game, &Limits { lines: 64, ..Limits::depth(1) });
    for (score, line) in &report.lines {
        if line[0].to_string() == "a7a8" {
            repeated = Some(*score);
        } else {
            assert_ne!(*score, Score::DRAW, "{line:?}");
        }
    }
    assert_eq!(repeated, Some(Score::DRAW));
}

#[test]
fn the_hundredth_quiet_ply_is_a_draw() {
    let report = search(&game("bbb5/8/8/8/8/8/8/ww6 w 99 60"), &Limits::depth(4));
    assert_eq!(report.score(), Score::DRAW);
}

#[test]
fn limits_are_kept() {
    let game = Game::default();
    assert_eq!(search(&game, &Limits::depth(5)).depth, 5);
    let nodes = search(&game, &Limits::nodes(10_000)).nodes;
    assert!((10_000..12_000).contains(&nodes), "{nodes}");
    let report = search(&game, &Limits::time(Duration::from_millis(50)));
    assert!(report.best().is_some() && report.depth < 64, "it would take years");
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let report = searcher(2).search(&Game::default(), &Limits::default(), &AtomicBool::new(true), |_| ());
    assert!(report.best().is_some_and(|mv| Position::default().is_legal(mv)));
}

#[test]
fn several_threads_agree_on_forced_wins() {
    for number in 0..6 {
        let game = opening(41, number, 70);
        let alone = searcher(1).search(&game, &Limits::depth(6), &AtomicBool::new(false), |_| ());
        let together = searcher(4).search(&game, &Limits::depth(6), &AtomicBool::new(false), |_| ());
        assert!(together.best().is_some());
        if alone.score().is_win() {
            assert!(together.score() > Score::DRAW);
        }
    }
}

#[test]
fn every_iteration_is_told() {
    let mut depths = Vec::new();
    let limits = Limits { lines: 2, ..Limits::depth(4) };
    searcher(1).search(&Game::default(), &limits, &AtomicBool::new(false), |info| {
        depths.push((info.depth, info.rank));
        assert!(info.to_string().starts_with("info depth "));
    });
    let expected: Vec<(u8, usize)> = (1..=4).flat_map(|depth| [(depth, 1), (depth, 2)]).collect();
    assert_eq!(depths, expected);
}
