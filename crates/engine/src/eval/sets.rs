//! Set operations of the evaluation, for a side that plays upwards.

use gamekit::{Bitboard, File, Rank, Square};

/// The squares from a set up to the last rank, the set included.
#[inline]
pub fn fill_up(set: Bitboard) -> Bitboard {
    let mut bits = set.bits();
    bits |= bits << 8;
    bits |= bits << 16;
    bits |= bits << 32;
    Bitboard::new(bits)
}

/// The squares from a set down to the first rank, the set included.
#[inline]
pub fn fill_down(set: Bitboard) -> Bitboard {
    let mut bits = set.bits();
    bits |= bits >> 8;
    bits |= bits >> 16;
    bits |= bits >> 32;
    Bitboard::new(bits)
}

/// The whole files of a set.
#[inline]
pub fn files(set: Bitboard) -> Bitboard {
    fill_up(set) | fill_down(set)
}

/// One rank up.
#[inline]
pub fn up(set: Bitboard) -> Bitboard {
    Bitboard::new(set.bits() << 8)
}

/// One rank down.
#[inline]
pub fn down(set: Bitboard) -> Bitboard {
    Bitboard::new(set.bits() >> 8)
}

/// The squares left and right of a set.
#[inline]
pub fn sideways(set: Bitboard) -> Bitboard {
    set.shift(-1, 0) | set.shift(1, 0)
}

/// A rank and those above it.
#[inline]
pub fn ranks_from(rank: Rank) -> Bitboard {
    Bitboard::new(!0 << (8 * rank as u8))
}

/// The distance of a file from the nearer edge, 0 to 3.
#[inline]
pub fn edge_distance(file: File) -> usize {
    let file = file.index();
    file.min(7 - file)
}

/// The index of a square in half a board: piece-square tables are symmetric, which halves the
/// weights to tune.
#[inline]
pub fn half_index(square: Square) -> usize {
    square.rank().index() * 4 + edge_distance(square.file())
}
