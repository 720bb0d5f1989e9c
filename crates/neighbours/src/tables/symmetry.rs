//! The eight symmetries of the board.

use gamekit::Bitboard;

/// A symmetry: the files are mirrored, then the ranks, then both are exchanged, each or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symmetry(u8);

impl Symmetry {
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const DIAGONAL: u8 = 4;

    /// All eight, the one that changes nothing first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The symmetry with this number, from 0 to 7.
    #[inline]
    pub const fn new(number: u8) -> Self {
        Self(number & 7)
    }

    /// Its number, from 0 to 7.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The image of a set of squares.
    #[inline]
    pub const fn apply(self, mut set: Bitboard) -> Bitboard {
        if self.0 & Self::FILES != 0 {
            set = set.flip_files();
        }
        if self.0 & Self::RANKS != 0 {
            set = set.flip_ranks();
        }
        if self.0 & Self::DIAGONAL != 0 {
            set = transpose(set);
        }
        set
    }
}

/// Exchanges files and ranks: single squares, then blocks of four, then of sixteen change places
/// across the diagonal.
#[inline]
const fn transpose(set: Bitboard) -> Bitboard {
    const fn exchange(bits: u64, mask: u64, distance: u32) -> u64 {
        let different = (bits ^ (bits >> distance)) & mask;
        bits ^ different ^ (different << distance)
    }
    let bits = exchange(set.bits(), 0x00aa_00aa_00aa_00aa, 7);
    let bits = exchange(bits, 0x0000_cccc_0000_cccc, 14);
    Bitboard::new(exchange(bits, 0x0000_0000_f0f0_f0f0, 28))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gamekit::{File, Rank, Square};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn files_and_ranks_change_places(bits: u64) {
            let set = Bitboard::new(bits);
            let swap = |square: Square| {
                let (file, rank) = (square.file() as u8, square.rank() as u8);
                Square::at(File::wrap(rank), Rank::wrap(file))
            };
            prop_assert_eq!(transpose(set), set.into_iter().map(swap).collect());
        }
    }

    #[test]
    fn the_eight_are_different_and_keep_neighbours() {
        let corner: Bitboard = [Square::A1, Square::B1, Square::A3].into_iter().collect();
        let images: HashSet<Bitboard> = Symmetry::all().map(|symmetry| symmetry.apply(corner)).collect();
        assert_eq!(images.len(), 8);
        for symmetry in Symmetry::all() {
            assert_eq!(Symmetry::new(symmetry.number()), symmetry);
            for (one, other) in Square::ALL.into_iter().zip(Square::ALL.into_iter().rev()) {
                let image = |square| symmetry.apply(Bitboard::of(square)).lowest();
                assert_eq!(image(one).distance(image(other)), one.distance(other));
            }
        }
    }
}
