//! The steps from the pieces on the board to what a slider attacks.
//!
//! ```text
//!   occupied  & relevant  =  blockers  --magic or PEXT-->  index  -->  table[index] = attacks
//! ```
//!
//! Both indexes are those of [`magic`] and [`pext`]; they differ, and the attacks behind them do not.

use gamekit::{Bitboard, Square};

use super::{magic, pext};

/// A piece whose attacks depend on what stands in its way. A queen is both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slider {
    /// Along diagonals.
    Bishop,
    /// Along ranks and files.
    Rook,
}

/// Everything that is computed on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LookUp {
    /// All pieces.
    pub occupied: Bitboard,
    /// The squares that matter: the slider's rays without their ends.
    pub relevant: Bitboard,
    /// The pieces on them.
    pub blockers: Bitboard,
    /// The magic number of the square.
    pub factor: u64,
    /// How far the product is shifted.
    pub shift: u32,
    /// The index by the magic number.
    pub magic_index: usize,
    /// The index by `PEXT`.
    pub pext_index: u64,
    /// What the slider attacks.
    pub attacks: Bitboard,
}

impl LookUp {
    /// A slider on a square among these pieces.
    pub fn of(slider: Slider, square: Square, occupied: Bitboard) -> Self {
        let entry = match slider {
            Slider::Bishop => magic::of_bishop(square),
            Slider::Rook => magic::of_rook(square),
        };
        Self {
            occupied,
            relevant: entry.relevant,
            blockers: occupied & entry.relevant,
            factor: entry.factor,
            shift: entry.shift,
            magic_index: entry.index(occupied),
            pext_index: pext::extract(occupied, entry.relevant),
            attacks: entry.attacks(occupied),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_among_pieces() {
        let occupied = [Square::D4, Square::D6, Square::D8, Square::B4, Square::H4].into_iter().collect();
        let found = LookUp::of(Slider::Rook, Square::D4, occupied);
        assert_eq!(found.relevant.len(), 10);
        assert_eq!(found.blockers, [Square::D6, Square::B4].into_iter().collect());
        let expected = [
            Square::D1,
            Square::D2,
            Square::D3,
            Square::D5,
            Square::D6,
            Square::B4,
            Square::C4,
            Square::E4,
            Square::F4,
            Square::G4,
            Square::H4,
        ];
        assert_eq!(found.attacks, expected.into_iter().collect());
        // d2 d3, b4 c4 e4 f4 g4, d5 d6 d7 in this order: b4 is bit 2 and d6 bit 8.
        assert_eq!(found.pext_index, 1 << 2 | 1 << 8);
    }

    #[test]
    fn the_magic_index_is_what_its_parts_say() {
        for square in Square::ALL {
            for slider in [Slider::Bishop, Slider::Rook] {
                let occupied = Bitboard::new(0x00ff_0012_8100_ff00);
                let found = LookUp::of(slider, square, occupied);
                let product = found.blockers.bits().wrapping_mul(found.factor);
                assert_eq!((product >> found.shift) as usize, found.magic_index);
                assert_eq!(found.shift as usize, 64 - found.relevant.len());
                assert!(found.pext_index < 1 << found.relevant.len());
            }
        }
    }
}
