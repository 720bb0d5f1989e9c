//! The 0x88 array: one bit test notices the edge.
//!
//! ```text
//!   70 71 72 73 74 75 76 77 | 78 ...      A cell is numbered 0x10 * rank + file, in hexadecimal.
//!    :                      |             To the right of the board lies another one that is
//!   10 11 12 13 14 15 16 17 | 18 ...      never used. A file or a rank beyond 7 sets bit 3 of
//!   00 01 02 03 04 05 06 07 | 08 ...      its digit, and so does one below 0.
//! ```
//!
//! Both edges are thus noticed by one `and` with 0x88, without looking into the array. A pleasant
//! extra: the difference of two cells tells their relation (same file, same diagonal, a knight's
//! jump) wherever they are, which 64 numbers do not.

use chess::attacks::rays::Direction;
use gamekit::Square;

use super::mailbox::{Cell, Grid, Mailbox};

/// A board of 128 cells.
pub type Ox88 = Mailbox<Doubled>;

/// The layout of 128 cells, of which every other eight are not used.
pub struct Doubled;

impl Grid for Doubled {
    const NAME: &'static str = "0x88";
    type Cells = [Cell; 128];

    fn cells() -> Self::Cells {
        [Cell::Empty; 128]
    }

    fn cell(square: Square) -> usize {
        square.rank().index() * 16 + square.file().index()
    }

    fn square(cell: usize) -> Square {
        Square::wrap((cell / 16 * 8 + cell % 8) as u8)
    }

    fn step(_: &Self::Cells, from: usize, (files, ranks): Direction) -> Option<usize> {
        let to = (from as isize + isize::from(files) + 16 * isize::from(ranks)) as usize;
        (to & 0x88 == 0).then_some(to)
    }
}
