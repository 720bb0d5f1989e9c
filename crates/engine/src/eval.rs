//! Static evaluation.
//!
//! [`Evaluator`] chooses between evaluations of growing cost and strength. All are deterministic
//! and return a [`Score`] from the view of the side to move, never a mate.
//!
//! The classical evaluation is a sum of terms, each a weight times a count. A weight is a [`Pair`],
//! one number for the middlegame and one for the endgame; the sum is blended by the material left
//! and scaled down in endings that tend to be drawn. Being linear, it can be fitted to the results
//! of games: the weights in `weights` are written by the tuner.
//!
//! - `terms` declares the groups of weights, `weights` holds them;
//! - `view` turns the board so that each side plays upwards, so that every term is written once;
//! - `pawns`, `passed`, `pieces`, `king`, `threats` count, and add to a `tally`;
//! - `endgame` knows the endings that a sum of terms gets wrong;
//! - [`Breakdown`] explains an evaluation to a person, [`Sample`] to a tuner.
//!
//! Nets are in the crate [`nnue`]. During a search they are updated incrementally (`follower`).
//!
//! ```
//! use chess::Position;
//! use engine::eval::Evaluator;
//!
//! let queen_up: Position = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
//! assert!(Evaluator::Classical.evaluate(&queen_up).raw() > 500);
//! # Ok::<(), chess::ParsePositionError>(())
//! ```

mod blend;
mod breakdown;
mod choice;
mod classical;
mod endgame;
mod follower;
mod king;
mod network;
mod pair;
mod passed;
mod pawns;
mod piece_square;
mod piece_values;
mod pieces;
mod sample;
mod sets;
mod tally;
mod terms;
mod threats;
mod view;
mod weights;

pub use blend::Blend;
pub use breakdown::Breakdown;
pub use choice::{Choice, UnknownEvaluator};
pub use follower::Follower;
pub use pair::Pair;
pub use sample::Sample;
pub use terms::Group;
pub use weights::WEIGHTS;

use std::fmt;
use std::sync::Arc;

use chess::Position;
use gamekit::Score;
use nnue::Net;

/// A way to evaluate positions.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Material and piece-square tables.
    PieceSquare,
    /// The hand-made evaluation, with tuned weights.
    Classical,
    /// A neural network.
    Nnue(Arc<Net>),
}

impl Evaluator {
    /// Evaluates a position for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        match self {
            Self::PieceSquare => piece_square::evaluate(position),
            Self::Classical => classical::evaluate(position),
            Self::Nnue(net) => {
                let output = || net.evaluate(position.board(), position.turn());
                network::evaluate(position, || net.centipawns(output()))
            }
        }
    }
}

/// The built-in net, or the classical evaluation without one.
impl Default for Evaluator {
    fn default() -> Self {
        Net::embedded().map_or(Self::Classical, |net| Self::Nnue(Arc::new(net)))
    }
}

/// Nets are compared by identity.
impl PartialEq for Evaluator {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::PieceSquare, Self::PieceSquare) | (Self::Classical, Self::Classical) => true,
            (Self::Nnue(net), Self::Nnue(other)) => Arc::ptr_eq(net, other),
            _ => false,
        }
    }
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceSquare => f.write_str("piece-square"),
            Self::Classical => f.write_str("classical"),
            Self::Nnue(net) => write!(f, "net {:?}", net.description()),
        }
    }
}

#[cfg(test)]
mod tests;
