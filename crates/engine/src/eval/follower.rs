//! Incremental evaluation during a search.

use chess::{Move, Position};
use gamekit::Score;
use nnue::Accumulators;

use super::{Evaluator, classical, network, piece_square};

/// An evaluator that follows the moves of a search: a net updates its accumulators, the others
/// evaluate the board from scratch.
pub enum Follower {
    /// Material and piece-square tables.
    PieceSquare,
    /// The hand-made evaluation.
    Classical,
    /// A net.
    Nnue(Box<Accumulators>),
}

impl Follower {
    /// A follower at the start of a path, from any position.
    pub fn new(evaluator: &Evaluator) -> Self {
        match evaluator {
            Evaluator::PieceSquare => Self::PieceSquare,
            Evaluator::Classical => Self::Classical,
            Evaluator::Nnue(net) => Self::Nnue(Box::new(Accumulators::new(net.clone()))),
        }
    }

    /// Starts a new search, from any position.
    pub fn restart(&mut self) {
        if let Self::Nnue(accumulators) = self {
            accumulators.restart();
        }
    }

    /// Makes a move and follows it.
    #[inline]
    pub fn make(&mut self, position: &mut Position, mv: Move) {
        match self {
            Self::Nnue(accumulators) => position.make(mv, accumulators.push()),
            _ => position.make(mv, &mut ()),
        }
    }

    /// Takes back the last move.
    #[inline]
    pub fn back(&mut self) {
        if let Self::Nnue(accumulators) = self {
            accumulators.pop();
        }
    }

    /// Evaluates the position at the end of the path, for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        match self {
            Self::PieceSquare => piece_square::evaluate(position),
            Self::Classical => classical::evaluate(position),
            Self::Nnue(accumulators) => network::evaluate(position, || accumulators.centipawns(position)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use gamekit::SplitMix64;
    use nnue::{Architecture, Net, Parameters};

    #[test]
    fn following_and_looking_come_to_the_same() {
        let arch = Architecture::new(64, 8).unwrap();
        let net = Parameters::random(arch, &mut SplitMix64::new(1)).quantise("random");
        let net = Evaluator::Nnue(Arc::new(Net::Petteia(net)));
        for evaluator in [Evaluator::PieceSquare, Evaluator::Classical, net] {
            let mut rng = SplitMix64::new(2);
            let mut follower = Follower::new(&evaluator);
            for _ in 0..20 {
                let mut position = Position::initial();
                follower.restart();
                for _ in 0..150 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    // Into one move and back, then on with another.
                    let mut aside = position.clone();
                    follower.make(&mut aside, moves[rng.below(moves.len())]);
                    assert_eq!(follower.evaluate(&aside), evaluator.evaluate(&aside), "{aside}");
                    follower.back();
                    follower.make(&mut position, moves[rng.below(moves.len())]);
                    assert_eq!(follower.evaluate(&position), evaluator.evaluate(&position), "{position}");
                }
            }
        }
    }
}
