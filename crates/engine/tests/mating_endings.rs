//! The endings that everybody must win: the engine mates a bare king that it defends itself.

use chess::{Game, Outcome};
use engine::{Engine, Limits, Stop};

/// Plays on to the end.
fn outcome(fen: &str, nodes: u64) -> (Outcome, usize) {
    let mut engine = Engine::new(16).unwrap();
    let mut game = Game::new(fen.parse().unwrap());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome, game.moves().len());
        }
        let report = engine.search(&game, &limits, &Stop::default(), |_| ());
        game.play(report.best.unwrap()).unwrap();
    }
}

fn assert_won(fens: &[&str], nodes: u64) {
    for fen in fens {
        let (outcome, plies) = outcome(fen, nodes);
        assert!(matches!(outcome, Outcome::Checkmate { .. }), "{fen}: {outcome} after {plies} half-moves");
    }
}

#[test]
fn queen_and_rook_mate() {
    let queens = ["8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "7q/8/3K4/8/8/8/8/k7 b - - 0 1"];
    let rooks = ["8/8/8/3k4/8/8/1R6/K7 w - - 0 1", "7r/8/3K4/8/8/8/8/k7 w - - 0 1"];
    assert_won(&queens, 5_000);
    assert_won(&rooks, 10_000);
}

#[test]
fn two_bishops_mate() {
    assert_won(&["8/8/3k4/8/8/8/8/2B1KB2 w - - 0 1"], 10_000);
}

#[test]
fn bishop_and_knight_mate_in_the_right_corner() {
    let each_color = ["8/8/3k4/8/8/8/8/2B1K1N1 w - - 0 1", "2b1k1n1/8/8/4K3/8/8/8/8 b - - 0 1"];
    assert_won(&each_color, 30_000);
}
