//! The 8x8 array: the edge is noticed by four comparisons.
//!
//! ```text
//!   56 57 58 59 60 61 62 63     A step goes to another file and rank, and
//!    :                 :        0 <= file, file < 8, 0 <= rank, rank < 8
//!    8  9 10 11 12 13 14 15     must hold for it to stay on the board.
//!    0  1  2  3  4  5  6  7
//! ```
//!
//! It is the smallest array and the plainest program. Every step of every piece pays for the four
//! comparisons; the larger arrays of the next files save them.

use chess::attacks::rays::Direction;
use gamekit::Square;

use super::mailbox::{Cell, Grid, Mailbox};

/// A board of 64 cells.
pub type EightByEight = Mailbox<Plain>;

/// The layout of 64 cells.
pub struct Plain;

impl Grid for Plain {
    const NAME: &'static str = "8x8";
    type Cells = [Cell; 64];

    fn cells() -> Self::Cells {
        [Cell::Empty; 64]
    }

    fn cell(square: Square) -> usize {
        square.index()
    }

    fn square(cell: usize) -> Square {
        Square::wrap(cell as u8)
    }

    fn step(_: &Self::Cells, from: usize, (files, ranks): Direction) -> Option<usize> {
        let file = (from % 8) as i8 + files;
        let rank = (from / 8) as i8 + ranks;
        let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        is_on_board.then(|| rank as usize * 8 + file as usize)
    }
}
