//! What tablebases know of a node.

use chess::Position;
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::{Window, Worker};
use crate::Depth;

/// Plies that a known result counts for more than a search of the same depth.
const DEEPER: i32 = 6;

impl Worker<'_> {
    /// Tablebases know the result: a win or loss settles the node, a draw does so too; none of
    /// them inside the window of a principal variation, which needs moves.
    #[inline]
    pub(super) fn probe_tablebase(
        &self,
        position: &Position,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Option<Score> {
        let score = self.shared.tablebase.probe(position)?.score(ply);
        self.shared.control.count_tablebase_hit();
        let bound = match score {
            score if score.is_win() => Bound::Lower,
            score if score.is_loss() => Bound::Upper,
            _ => Bound::Exact,
        };
        if !bound.settles(score, window.alpha, window.beta) {
            return None;
        }
        let depth = (depth + DEEPER).to_table();
        let entry = Entry { mv: None, score, eval: None, depth, bound, was_pv: false };
        self.shared.table.store(position.key(), ply, entry);
        Some(score)
    }
}
