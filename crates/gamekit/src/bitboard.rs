//! Sets of squares.

use std::fmt;
use std::ops::Not;

use crate::operator::operator;
use crate::{File, Rank, Square};

/// A set of squares, one bit each. `a & b`, `a | b`, `a ^ b`, `!a` and `a - b` are the set
/// operations; iterating yields the squares from a1 to h8.
///
/// ```
/// use gamekit::{Bitboard, File, Rank, Square};
///
/// let cross = Bitboard::from(File::D) ^ Bitboard::from(Rank::Third);
/// assert_eq!(
///     format!("{cross:?}"),
///     "\n\
///      . . . x . . . .\n\
///      . . . x . . . .\n\
///      . . . x . . . .\n\
///      . . . x . . . .\n\
///      . . . x . . . .\n\
///      x x x . x x x x\n\
///      . . . x . . . .\n\
///      . . . x . . . .\n"
/// );
/// assert_eq!((cross - Bitboard::from(File::D)).len(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The squares of a1's color.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);
    /// The squares of h1's color.
    pub const LIGHT: Self = Self(!Self::DARK.0);

    /// The set whose squares are the bits of a number, a1 the lowest.
    #[inline]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The set as a number, a1 the lowest bit.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square as u8)
    }

    /// Whether the set holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds a square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set holds two squares or more.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether this square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Whether the sets have a square in common.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other too.
    #[inline]
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest square, nearest to a1.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.any() { Some(self.lowest()) } else { None }
    }

    /// The highest square, nearest to h8.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.any() { Some(Square::wrap(63 - self.0.leading_zeros() as u8)) } else { None }
    }

    /// The only square of a set of one.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.many() { None } else { self.first() }
    }

    /// The lowest square of a set that is known not to be empty; a1 if it is.
    #[inline]
    pub const fn lowest(self) -> Square {
        Square::wrap(self.0.trailing_zeros() as u8)
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square as u8;
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square as u8);
    }

    /// Every square moved `files` to the right and `ranks` up; squares that leave the board are
    /// dropped.
    #[inline]
    pub const fn shift(self, files: i8, ranks: i8) -> Self {
        let kept = self.0 & Self::FILES_KEPT[(files + 8) as usize & 15];
        let bits = files + 8 * ranks;
        if bits >= 64 || bits <= -64 {
            Self::EMPTY
        } else if bits >= 0 {
            Self(kept << bits)
        } else {
            Self(kept >> -bits)
        }
    }

    /// The squares that stay on the board when moved by -8 to 7 files.
    const FILES_KEPT: [u64; 16] = {
        let mut kept = [0; 16];
        let mut files = -7;
        while files < 8 {
            let mut file = 0;
            while file < 8 {
                if file + files >= 0 && file + files < 8 {
                    kept[(files + 8) as usize] |= 0x0101_0101_0101_0101 << file;
                }
                file += 1;
            }
            files += 1;
        }
        kept
    };

    /// The set seen from the other side of the board: ranks reversed, files kept.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set in a mirror: files reversed, ranks kept.
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u8))
    }
}

operator!(Bitboard, BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
operator!(Bitboard, BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
operator!(Bitboard, BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
operator!(Bitboard, Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`] in ascending order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = Bitboard(self.0).len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

/// A diagram, the eighth rank on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for rank in Rank::ALL.into_iter().rev() {
            let row = File::ALL.map(|file| if self.contains(Square::at(file, rank)) { "x" } else { "." });
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn iterates_over_exactly_its_squares(bits: u64) {
            let set = Bitboard::new(bits);
            let squares: Vec<Square> = set.into_iter().collect();
            prop_assert!(squares.is_sorted());
            prop_assert_eq!(squares.len(), set.len());
            prop_assert_eq!(set.into_iter().len(), set.len());
            prop_assert_eq!(squares.iter().copied().collect::<Bitboard>(), set);
            prop_assert_eq!(set.first(), squares.first().copied());
            prop_assert_eq!(set.last(), squares.last().copied());
            prop_assert_eq!(set.single().is_some(), set.len() == 1);
            prop_assert_eq!(set.many(), set.len() > 1);
        }

        #[test]
        fn shifting_moves_each_square(bits: u64, files in -7_i8..8, ranks in -7_i8..8) {
            let set = Bitboard::new(bits);
            let moved: Bitboard = set.into_iter().filter_map(|square| square.offset(files, ranks)).collect();
            prop_assert_eq!(set.shift(files, ranks), moved);
        }

        #[test]
        fn flips_move_each_square(bits: u64) {
            let set = Bitboard::new(bits);
            prop_assert_eq!(set.flip_ranks(), set.into_iter().map(Square::flip_ranks).collect());
            prop_assert_eq!(set.flip_files(), set.into_iter().map(Square::flip_files).collect());
        }
    }

    #[test]
    fn set_operations() {
        let (ranks, files) = (Bitboard::from(Rank::First), Bitboard::from(File::A));
        assert_eq!(ranks & files, Bitboard::of(Square::A1));
        assert_eq!((ranks | files).len(), 15);
        assert_eq!((ranks ^ files).len(), 14);
        assert_eq!((ranks - files).len(), 7);
        assert_eq!((!ranks).len(), 56);
        assert!(Bitboard::DARK.contains(Square::A1) && Bitboard::LIGHT.contains(Square::H1));
        assert!((ranks & files).is_subset_of(files) && !ranks.is_subset_of(files));
    }
}
