//! The 10x12 array: a border around the board stops every piece.
//!
//! ```text
//!   110 ## ## ## ## ## ## ## ## ##        The board lies within a border of cells that are no
//!   100 ## ## ## ## ## ## ## ## ##        squares: one at each side, two above and below,
//!    90 ## 91 92 93 94 95 96 97 98 ##     since a knight jumps two ranks. Between h and a of
//!     :                                   the next rank lie two border cells, which is as far
//!    20 ## 21 22 23 24 25 26 27 28 ##     as a knight jumps across files.
//!    10 ## ## ## ## ## ## ## ## ##
//!     0 ## ## ## ## ## ## ## ## ##
//! ```
//!
//! A step is one addition, and the cell that has to be looked at anyway says whether the board ends
//! there. The price is twice the memory to copy for every move.

use chess::attacks::rays::Direction;
use gamekit::Square;

use super::mailbox::{Cell, Grid, Mailbox};

/// A board of 120 cells.
pub type TenByTwelve = Mailbox<Bordered>;

/// The layout of 120 cells.
pub struct Bordered;

impl Grid for Bordered {
    const NAME: &'static str = "10x12";
    type Cells = [Cell; 120];

    fn cells() -> Self::Cells {
        let mut cells = [Cell::Border; 120];
        for square in Square::ALL {
            cells[Self::cell(square)] = Cell::Empty;
        }
        cells
    }

    fn cell(square: Square) -> usize {
        21 + 10 * square.rank().index() + square.file().index()
    }

    fn square(cell: usize) -> Square {
        Square::wrap(((cell / 10 - 2) * 8 + cell % 10 - 1) as u8)
    }

    fn step(cells: &Self::Cells, from: usize, (files, ranks): Direction) -> Option<usize> {
        let to = (from as isize + isize::from(files) + 10 * isize::from(ranks)) as usize;
        (cells[to] != Cell::Border).then_some(to)
    }
}
