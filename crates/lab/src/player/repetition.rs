//! Draws within the search.
//!
//! A position that occurred before, in the game or on the way to the node, counts as a draw at once
//! and not only the third time: what could be reached by going round in a circle could have been reached
//! without it. Only positions since the last capture or pawn move can recur, and only with the same side
//! to move, which halves the looking back. Fifty moves without capture or pawn move are a draw as well.

use super::worker::Worker;
use crate::board::{Board, Squares};

impl<S: Squares> Worker<'_, S> {
    /// Whether the position, the last of the path, is a draw by the rules about moves without progress.
    pub(super) fn is_draw(&self, board: &Board<S>) -> bool {
        let reversible = usize::from(board.halfmove_clock());
        let before = self.path.iter().rev().skip(2).step_by(2).take(reversible / 2);
        reversible >= 100 || before.into_iter().any(|&key| key == board.key())
    }
}
