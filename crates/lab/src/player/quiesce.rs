//! Quiescence: no judgement in the middle of an exchange.
//!
//! ```text
//!   depth 0 after  QxP   "a pawn up"     and the next move is  PxQ
//! ```
//!
//! A search that stops after a fixed number of moves stops sometimes just after a queen took a pawn and
//! just before she is taken: the *horizon effect*. So at the end of the search captures and promotions
//! are played on, and nothing else, until none is left or none helps. Nobody is forced to capture: the
//! side to move may also *stand pat*, that is, take the evaluation as it is. The tree stays finite because
//! pieces run out. Half of all nodes or more are such nodes, and it is worth it.

use gamekit::{Ply, Score};

use super::ordering;
use super::worker::Worker;
use crate::board::{Board, Squares};

impl<S: Squares> Worker<'_, S> {
    /// The value of a position after all captures that help.
    pub(super) fn quiesce(&mut self, board: &Board<S>, (mut alpha, beta): (Score, Score), ply: Ply) -> Score {
        if !self.enter(ply) {
            return Score::DRAW;
        }
        let mut best = self.evaluate(board);
        alpha = alpha.max(best);
        if best >= beta || ply == Ply::MAX {
            return best;
        }
        for mv in ordering::captures(board, self.profile().order) {
            let Some(next) = board.play(mv) else { continue };
            let score = -self.quiesce(&next, (-beta, -alpha), ply.next());
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || self.is_stopped() {
                break;
            }
        }
        best
    }
}
