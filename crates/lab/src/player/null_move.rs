//! Null moves: so good that one may even pass.
//!
//! ```text
//!   I pass, my opponent moves twice, and with two plies less of search my position is
//!   still above beta: a real move would do even better, so the node is left.
//! ```
//!
//! In nearly every position having the move is an advantage. A search of reduced depth after passing
//! therefore gives a lower bound of the position's value, and it is cheap. Where it reaches `beta` the
//! node is refuted without looking at any move. The exception is *zugzwang*, where every move hurts: it
//! is common in endings with pawns only, so nothing is passed there. Nor in check, nor twice in a row.

use chess::Role;
use gamekit::Score;

use super::node::{Outlook, Site};
use super::worker::Worker;
use crate::board::{Board, Squares};

/// How much less deep the search after passing is.
const REDUCTION: i32 = 2;
/// No null move with less depth than this.
const LEAST_DEPTH: i32 = 3;

impl<S: Squares> Worker<'_, S> {
    /// A lower bound of a node's value if passing reaches beta.
    pub(super) fn null_move(
        &mut self,
        board: &Board<S>,
        beta: Score,
        outlook: Outlook,
        site: Site,
    ) -> Option<Score> {
        let is_promising = outlook.eval.is_some_and(|eval| eval >= beta);
        let is_allowed = self.profile().pruning.null_move && !site.after_null && !beta.is_decisive();
        if !is_allowed || !is_promising || outlook.depth < LEAST_DEPTH || !has_pieces(board) {
            return None;
        }
        let passed = board.pass();
        let below = Site { after_null: true, ..site.after_move(1) };
        self.path.push(passed.key());
        let window = (-beta, Score::cp(1) - beta);
        let score = -self.search(&passed, window, outlook.depth - 1 - REDUCTION, below, &mut Vec::new());
        self.path.pop();
        // A mate that was found with a move too many is none.
        (score >= beta && !self.is_stopped()).then(|| if score.is_win() { beta } else { score })
    }
}

/// Whether the side to move has more than pawns.
fn has_pieces<S: Squares>(board: &Board<S>) -> bool {
    let mut has_pieces = false;
    board.squares().for_each_piece(board.turn(), |role, _| {
        has_pieces |= !matches!(role, Role::Pawn | Role::King);
    });
    has_pieces
}
