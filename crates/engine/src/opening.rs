//! Random openings.

use chess::{Game, Position};
use gamekit::SplitMix64;

use crate::eval::Evaluator;

/// A position after eight or nine random moves in which neither side is lost already.
pub fn random(rng: &mut SplitMix64) -> Position {
    loop {
        let plies = 8 + rng.below(2);
        if let Some(game) = Game::random_opening(plies, rng)
            && Evaluator::PieceSquare.evaluate(game.position()).raw().abs() <= 300
        {
            return game.position().clone();
        }
    }
}
