//! The transposition table: what was found out once need not be found out again.
//!
//! ```text
//!   1. e4 d5 2. d4   and   1. d4 d5 2. e4     lead to the same position:
//!   the second time, its value is read from the table
//! ```
//!
//! The tree of chess is really a graph: many orders of moves lead to the same position, in endings with
//! blocked pawns nearly all of them. A table keeps for each position, found by its Zobrist key, how deep
//! it was searched, its value or a bound of it, and the best move. If it was searched deeply enough, its
//! value is taken; otherwise its best move is at least tried first, which is worth as much. The table is
//! that of the main engine ([`gamekit::table`]), shared by all threads without a lock.
//!
//! A value in the table knows nothing of the path to it, so a repetition may be overlooked or seen where
//! none is; every engine lives with that.

use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::node::{Best, Site};
use super::worker::Worker;
use crate::board::{Board, Squares};

impl<S: Squares> Worker<'_, S> {
    /// What the table knows of a position.
    pub(super) fn recall(&self, board: &Board<S>, ply: Ply) -> Option<Entry> {
        self.shared.table?.probe(board.key(), ply)
    }

    /// Keeps the result of a search.
    pub(super) fn remember(
        &self,
        board: &Board<S>,
        best: &Best,
        window: (Score, Score),
        depth: i32,
        ply: Ply,
    ) {
        let Some(table) = self.shared.table else { return };
        let entry = Entry {
            mv: best.mv.map(chess::Move::bits),
            score: best.score,
            eval: None,
            depth: depth.clamp(0, 255) as u8,
            bound: Bound::of(best.score, window),
            was_pv: false,
        };
        table.store(board.key(), ply, entry);
    }
}

/// The value of an entry that makes a search needless. The root has to find a move, so it is always
/// searched.
pub fn settles(entry: &Entry, (alpha, beta): (Score, Score), depth: i32, site: Site) -> Option<Score> {
    let is_deep_enough = i32::from(entry.depth) >= depth && site.ply > Ply::ROOT;
    (is_deep_enough && entry.bound.settles(entry.score, alpha, beta)).then_some(entry.score)
}
