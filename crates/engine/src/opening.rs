//! Random openings.

use chess::Position;
use gamekit::SplitMix64;

use crate::eval::Evaluator;

/// A position after eight or nine random moves in which neither side is lost already.
pub fn random(rng: &mut SplitMix64) -> Position {
    loop {
        let plies = 8 + rng.below(2);
        if let Some(position) = random_walk(rng, plies)
            && Evaluator::PieceSquare.evaluate(&position).raw().abs() <= 300
        {
            return position;
        }
    }
}

fn random_walk(rng: &mut SplitMix64, plies: usize) -> Option<Position> {
    let mut position = Position::initial();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.play(moves[rng.below(moves.len())]);
    }
    position.outcome().is_none().then_some(position)
}
