//! Walking square by square.
//!
//! From the slider's square one goes on in each direction, adds every square to the set and stops
//! at the first piece. It needs no table and no thought, and a queen in the middle of an empty board
//! costs 27 steps. Madrid's basic program works like this, and spends a fifth of its time on it.

use chess::attacks::rays;
use gamekit::{Bitboard, Square};

use super::Occupancy;

/// A plain set of occupied squares.
#[derive(Clone, Debug, Default)]
pub struct Walk(Bitboard);

impl Occupancy for Walk {
    const NAME: &'static str = "bitboards, walking";

    fn toggle(&mut self, square: Square) {
        self.0 ^= Bitboard::of(square);
    }

    fn bishop(&self, square: Square) -> Bitboard {
        rays::walk(square, self.0, &rays::DIAGONALS)
    }

    fn rook(&self, square: Square) -> Bitboard {
        rays::walk(square, self.0, &rays::ORTHOGONALS)
    }
}
