//! PEXT: an instruction moves the bits that matter together.
//!
//! ```text
//!   value   a b c d e f g h
//!   mask    0 1 0 0 1 1 0 1
//!   pext    0 0 0 0 b e f h
//! ```
//!
//! `PEXT` (parallel bit extract, in the BMI2 set of x86) takes the bits of a value under a mask and
//! moves them to the low end. With the relevant squares of a slider as the mask this *is* the index
//! that a magic number has to be found for, in one instruction and without unused entries. The main
//! engine works this way where the processor it is built for has the instruction, and by magic
//! numbers elsewhere; its look-up is used here.

use chess::attacks;
use gamekit::{Bitboard, Square};

use super::Occupancy;

/// A plain set of occupied squares.
#[derive(Clone, Debug, Default)]
pub struct Pext(Bitboard);

impl Occupancy for Pext {
    const NAME: &'static str =
        if cfg!(target_feature = "bmi2") { "bitboards, PEXT" } else { "bitboards, PEXT (magic here)" };

    fn toggle(&mut self, square: Square) {
        self.0 ^= Bitboard::of(square);
    }

    fn bishop(&self, square: Square) -> Bitboard {
        attacks::bishop(square, self.0)
    }

    fn rook(&self, square: Square) -> Bitboard {
        attacks::rook(square, self.0)
    }
}
