//! Tablebase probes inside the search.

use chess::Position;
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::{Window, Worker};
use crate::{Depth, tunables};

impl Worker<'_> {
    /// The tablebases' score, if it settles the window. A win or loss is a bound only, since the
    /// distance to mate is unknown. The entry is stored deeper than the node, being certain.
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
        let depth = (depth + tunables::tablebase_depth_bonus()).to_table();
        let entry = Entry { mv: None, score, eval: None, depth, bound, was_pv: false };
        self.shared.table.store(position.key(), ply, entry);
        Some(score)
    }
}
