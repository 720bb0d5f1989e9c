//! What a game must offer to be searched.

use std::fmt::Debug;

use gamekit::Key;

use crate::{Ending, Value};

/// A game on a path from the root of a search.
///
/// A worker owns one and walks it forth with [`Game::play`] and back with [`Game::undo`], so that
/// an evaluation can follow move by move. A clone stands at the same position and shares nothing
/// that changes, so each thread takes one.
pub trait Game: Clone + Send {
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// A move as a node keeps it.
    fn pack(mv: Self::Move) -> u16;

    /// The move that [`Game::pack`] packed.
    fn unpack(bits: u16) -> Self::Move;

    /// The key of the position that the game began from and the moves since then, up to the root: a
    /// tree is kept from one search to the next if the new game continues the old one.
    fn record(&self) -> (Key, Vec<Self::Move>);

    /// Appends the legal moves, the promising ones first where that is cheap to say.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move.
    fn undo(&mut self);

    /// How the game has ended for the side to move, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The chances of the side to move, in a position where the game goes on.
    fn evaluate(&mut self) -> Value;

    /// Whether the last move leaves so few replies that it deserves a visit whatever a first look
    /// says.
    fn is_forced(&self) -> bool {
        false
    }

    /// Appends what a policy network says of these legal moves: the logarithm of how likely each
    /// is, but for a constant. Appends nothing where there is no network.
    fn policy(&mut self, _moves: &[Self::Move], _logits: &mut Vec<f32>) {}

    /// The chances of the side to move as a first look gives them: the one-ply evaluations that
    /// [priors](crate::Priors) are made of. Cheaper than [`Game::evaluate`] where that looks ahead.
    fn glance(&mut self) -> Value {
        self.evaluate()
    }
}
