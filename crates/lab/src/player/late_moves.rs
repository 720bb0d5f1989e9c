//! Late moves: left out, or searched less deeply.
//!
//! If moves are well ordered, the tenth quiet move of a node is hardly ever the best. Near the leaves
//! it is left out altogether (*late move pruning*): after 8 quiet moves with one ply left, 12 with two,
//! 24 with three. Elsewhere it is searched one ply less (*late move reduction*) with a window that only asks
//! whether it is better, and again in full if it is. Both are as good as the order of moves is; modern
//! engines reduce much more than this, and gain most of their depth by it.

use chess::Move;

use super::node::Outlook;
use super::worker::Worker;
use crate::board::Squares;

/// Quiet moves that are searched, by the depth that is left.
const MOST_QUIETS: [usize; 4] = [0, 8, 12, 24];
/// No reduction with less depth than this.
const LEAST_DEPTH: i32 = 3;

impl<S: Squares> Worker<'_, S> {
    /// Whether enough quiet moves were searched before this one.
    pub(super) fn comes_too_late(&self, outlook: Outlook, quiets: usize) -> bool {
        let most = usize::try_from(outlook.depth).ok().and_then(|depth| MOST_QUIETS.get(depth));
        self.profile().pruning.late_moves && most.is_some_and(|&most| quiets > most)
    }

    /// By how many plies a move is reduced; `number` counts from 0.
    pub(super) fn reduction(&self, mv: Move, number: usize, outlook: Outlook) -> i32 {
        let is_late = self.profile().pruning.reduce_from.is_some_and(|from| number + 1 >= from);
        i32::from(is_late && mv.is_quiet() && !outlook.in_check && outlook.depth >= LEAST_DEPTH)
    }
}
