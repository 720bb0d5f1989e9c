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

/// What the instruction does, bit by bit: the bits of `value` under `mask`, moved together.
pub fn extract(value: Bitboard, mask: Bitboard) -> u64 {
    let squares = mask.into_iter().enumerate();
    squares.map(|(bit, square)| u64::from(value.contains(square)) << bit).sum()
}

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

#[cfg(test)]
mod tests {
    use chess::attacks::rays::ORTHOGONALS;
    use chess::attacks::sliders::{next_subset, relevant_squares};

    use super::*;

    #[test]
    fn the_bits_under_a_mask_move_together() {
        let (value, mask) = (Bitboard::new(0b1011_0110), Bitboard::new(0b0100_1101));
        assert_eq!(extract(value, mask), 0b0010);
        assert_eq!(extract(mask, mask), 0b1111);
        assert_eq!(extract(!mask, mask), 0);
    }

    /// The subsets of a mask in the order of their numbers: extraction gives the number back.
    #[test]
    fn extraction_numbers_the_arrangements() {
        let mask = relevant_squares(Square::D4, &ORTHOGONALS);
        let mut subset = Bitboard::EMPTY;
        for number in 0..1 << mask.len() {
            assert_eq!(extract(subset, mask), number);
            subset = next_subset(subset, mask);
        }
        assert!(subset.is_empty());
    }
}
