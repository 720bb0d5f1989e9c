//! Tables checked: every value derived again from those of its successors.
//!
//! That proves them. A win or a loss follows from values that are shorter by a ply, down to
//! positions without a move. In a position that is drawn, no move wins and one keeps the draw, for
//! either side, for ever.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::Mutex;
use thiserror::Error;

use super::board::Board;
use super::chunks::for_each_range;
use super::index::Material;
use super::{Table, Tables, Verdict, value};
use crate::Position;

/// A value that does not follow from those of its successors.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{material}: {position} {found} by the table, but {derived} by its moves")]
pub struct CheckError {
    /// The table.
    pub material: Material,
    /// The position.
    pub position: Box<Position>,
    /// What the table says.
    pub found: Verdict,
    /// What follows from the position's moves.
    pub derived: Verdict,
}

impl Tables {
    /// Derives every value of a table again. Returns whether all were looked at before `stop` was
    /// set.
    pub fn check(&self, material: Material, threads: usize, stop: &AtomicBool) -> Result<bool, CheckError> {
        let Some(table) = self.get(material) else { return Ok(false) };
        let first = Mutex::new(None);
        let found = AtomicBool::new(false);
        let all = for_each_range(table.values.len(), threads, stop, |mut range| {
            if found.load(Relaxed) {
                return;
            }
            if let Some(error) = range.find_map(|index| self.wrong(table, index)) {
                found.store(true, Relaxed);
                first.lock().get_or_insert(error);
            }
        });
        first.into_inner().map_or(Ok(all), Err)
    }

    fn wrong(&self, table: &Table, index: usize) -> Option<CheckError> {
        let board = table.indexer.board(index)?;
        let (found, derived) = (table.values[index], self.derive(board));
        (found != derived).then(|| CheckError {
            material: table.material(),
            position: Box::new(board.position()),
            found: Verdict::of(found),
            derived: Verdict::of(derived),
        })
    }

    /// The value of a position by those of its successors.
    fn derive(&self, board: Board) -> u8 {
        let successors = board.successors().into_iter();
        let values = successors.map(|next| value::before(self.value(next)));
        values.fold(value::WORST, value::better)
    }
}
