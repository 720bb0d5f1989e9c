//! Rotated bitboards: every line as consecutive bits.
//!
//! ```text
//!   by ranks            by files           by rising diagonals
//!   24 25 26 27         3  7 11 15          ...        the same squares, numbered in
//!   16 17 18 19         2  6 10 14          ...        four orders; in each of them one
//!    8  9 10 11         1  5  9 13          ...        kind of line is a run of
//!    0  1  2  3         0  4  8 12          ...        neighbouring bits
//! ```
//!
//! The pieces on a rank are eight neighbouring bits of the occupied squares: shifted down, they are
//! an index into a table of attacks. For files and diagonals the same works if the occupied squares
//! are kept a second, third and fourth time, with the squares in another order (the board "rotated").
//! Each move has to change all four sets. The first and last square of a line need no bit, since they
//! are attacked whether occupied or not: six bits at most, and 64 entries a square and line. Robert
//! Hyatt's Crafty made this the usual way before magic numbers were found.

use std::sync::LazyLock;

use chess::attacks::rays::{Direction, FALLING, RISING, walk};
use gamekit::{Bitboard, Square};

use super::Occupancy;

/// The kinds of lines, each by its two directions, the one that leads up (or right) first.
const LINES: [[Direction; 2]; 4] = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], RISING, FALLING];

/// Four sets of the occupied squares, in the order of each kind of line.
#[derive(Clone, Debug, Default)]
pub struct Rotated([u64; 4]);

/// One kind of line.
struct Order {
    /// The bit of each square.
    bit: [u8; 64],
    /// How far to shift to have the inner squares of the line of each square.
    shift: [u8; 64],
    /// A one for each of these inner squares.
    mask: [u8; 64],
    /// The attacks along the line, by the occupied inner squares.
    attacks: Vec<[Bitboard; 64]>,
}

static ORDERS: LazyLock<[Order; 4]> = LazyLock::new(|| LINES.map(Order::new));

impl Order {
    fn new([up, down]: [Direction; 2]) -> Self {
        let mut order =
            Self { bit: [0; 64], shift: [0; 64], mask: [0; 64], attacks: vec![[Bitboard::EMPTY; 64]; 64] };
        let begins_a_line = |square: &Square| square.offset(down.0, down.1).is_none();
        let mut next = 0;
        for start in Square::ALL.into_iter().filter(begins_a_line) {
            let line: Vec<Square> =
                std::iter::successors(Some(start), |square| square.offset(up.0, up.1)).collect();
            let inner = line.len().saturating_sub(2);
            for (index, &square) in line.iter().enumerate() {
                order.bit[square] = next + index as u8;
                order.shift[square] = (next + 1).min(63);
                order.mask[square] = (1 << inner) - 1;
                for occupied in 0..1 << inner {
                    let pieces = (0..inner).filter(|bit| occupied >> bit & 1 == 1).map(|bit| line[bit + 1]);
                    let pieces: Bitboard = pieces.collect();
                    order.attacks[square.index()][occupied] = walk(square, pieces, &[up, down]);
                }
            }
            next += line.len() as u8;
        }
        order
    }

    fn attacks(&self, square: Square, occupied: u64) -> Bitboard {
        let inner = (occupied >> self.shift[square]) as u8 & self.mask[square];
        self.attacks[square.index()][inner as usize]
    }
}

impl Occupancy for Rotated {
    const NAME: &'static str = "bitboards, rotated";

    fn toggle(&mut self, square: Square) {
        for (set, order) in self.0.iter_mut().zip(&*ORDERS) {
            *set ^= 1 << order.bit[square];
        }
    }

    fn bishop(&self, square: Square) -> Bitboard {
        ORDERS[2].attacks(square, self.0[2]) | ORDERS[3].attacks(square, self.0[3])
    }

    fn rook(&self, square: Square) -> Bitboard {
        ORDERS[0].attacks(square, self.0[0]) | ORDERS[1].attacks(square, self.0[1])
    }
}
