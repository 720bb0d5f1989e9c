//! Whole rays and their first piece.
//!
//! ```text
//!   ray from b2 upwards   first piece b5      less the ray from b5
//!   . x . . .             . . . . .           . . . . .
//!   . x . . .             . . . . .           . . . . .
//!   . x . . .             . P . . .           . x . . .
//!   . x . . .             . . . . .           . x . . .
//!   . x . . .             . . . . .           . x . . .
//!   . R . . .             . R . . .           . R . . .
//! ```
//!
//! A table holds the ray from every square in every direction. The pieces in the way are its
//! intersection with the occupied squares; the first of them is the lowest bit if the direction goes
//! up the board and the highest if it goes down. All behind it is the ray from that piece, which is
//! taken away. That makes four look-ups a slider, whatever the board looks like.

use chess::attacks::rays::{DIAGONALS, Direction, ORTHOGONALS, walk};
use gamekit::{Bitboard, Square};

use super::Occupancy;

/// A plain set of occupied squares.
#[derive(Clone, Debug, Default)]
pub struct Rays(Bitboard);

/// For each direction the ray from each square. Every other direction leads down the board.
type Table = [[Bitboard; 64]; 4];

static DIAGONAL_RAYS: Table = rays(DIAGONALS);
static STRAIGHT_RAYS: Table = rays(ORTHOGONALS);

const fn rays(directions: [Direction; 4]) -> Table {
    let mut table = [[Bitboard::EMPTY; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        table[i / 64][i % 64] = walk(Square::ALL[i % 64], Bitboard::EMPTY, &[directions[i / 64]]);
        i += 1;
    }
    table
}

impl Rays {
    fn along(&self, table: &Table, from: Square) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for (direction, rays) in table.iter().enumerate() {
            let ray = rays[from];
            let in_the_way = ray & self.0;
            let first = if direction % 2 == 0 { in_the_way.first() } else { in_the_way.last() };
            attacked |= first.map_or(ray, |piece| ray - rays[piece]);
        }
        attacked
    }
}

impl Occupancy for Rays {
    const NAME: &'static str = "bitboards, rays";

    fn toggle(&mut self, square: Square) {
        self.0 ^= Bitboard::of(square);
    }

    fn bishop(&self, square: Square) -> Bitboard {
        self.along(&DIAGONAL_RAYS, square)
    }

    fn rook(&self, square: Square) -> Bitboard {
        self.along(&STRAIGHT_RAYS, square)
    }
}
