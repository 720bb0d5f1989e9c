//! Random openings.

use chess::{Game, Position};
use gamekit::SplitMix64;

use crate::eval::Evaluator;

/// A position after eight or nine random moves that is roughly balanced.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Workers that share out games by seeds rely on it.
    #[test]
    fn a_seed_gives_the_same_openings_for_good() {
        let mut rng = SplitMix64::new(7);
        for fen in [
            "rnbqkb1r/pp2pp1p/3p1n2/2p3p1/P1P1P3/8/1P1P1PPP/RNBQKBNR w KQkq - 0 5",
            "r1bqkb1r/ppppp2p/n5pn/5p2/6Q1/2P5/PP1PPPPP/RNB1KBNR w KQkq - 0 5",
            "rnbq1knr/pppp2pp/4p3/2b2p2/1P2P2P/2P4R/P2P1PP1/RNBQKBN1 b Q - 0 5",
        ] {
            assert_eq!(random(&mut rng).to_string(), fen);
        }
    }
}
