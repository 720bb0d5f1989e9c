//! Castling, in Chess960's general form: any king and rook files, the same target squares.

use gamekit::{Bitboard, Color, File, Key, Rank, Square};

use crate::zobrist;

/// The wing to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h-file: the king lands on g, the rook on f.
    King,
    /// Towards the a-file: the king lands on c, the rook on d.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The wing of a rook, seen from its king.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::King } else { Self::Queen }
    }

    /// Where the king lands.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::G,
            Self::Queen => File::C,
        };
        Square::at(file, back_rank(color))
    }

    /// Where the rook lands.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::F,
            Self::Queen => File::D,
        };
        Square::at(file, back_rank(color))
    }
}

/// The rank on which a side's pieces start.
#[inline]
pub const fn back_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    }
}

/// The rooks that may still castle, both sides' in one set.
///
/// The rank of a rook's square gives its side and the file its wing, whatever the initial
/// arrangement was. A right is lost by removing a square from the set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// No right to castle.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// The rights of these rooks.
    #[inline]
    pub const fn of_rooks(rooks: Bitboard) -> Self {
        Self(rooks)
    }

    /// Every rook that may still castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// One side's rooks that may still castle.
    #[inline]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::from(back_rank(color))
    }

    /// The rook with which a king castles to a wing.
    #[inline]
    pub fn rook(self, king: Square, wing: Wing) -> Option<Square> {
        let rooks = self.0 & Bitboard::from(king.rank());
        let rook = match wing {
            Wing::King => rooks.last(),
            Wing::Queen => rooks.first(),
        };
        rook.filter(|&rook| Wing::of(king, rook) == wing)
    }

    /// Takes away the rights of the rooks on these squares and returns the change of the key.
    #[inline]
    pub(crate) fn remove(&mut self, squares: Bitboard) -> Key {
        let lost = self.0 & squares;
        self.0 -= lost;
        Self(lost).key()
    }

    /// The share of these rights in a position's key.
    #[inline]
    pub(crate) fn key(self) -> Key {
        self.0.into_iter().fold(Key::ZERO, |key, rook| key ^ zobrist::castling_rook(rook))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_stands_for_its_side_and_wing() {
        let rooks = [Square::A1, Square::H1, Square::B8].into_iter().collect();
        let mut rights = CastlingRights::of_rooks(rooks);
        assert_eq!(rights.rook(Square::E1, Wing::King), Some(Square::H1));
        assert_eq!(rights.rook(Square::E1, Wing::Queen), Some(Square::A1));
        assert_eq!(rights.rook(Square::C8, Wing::Queen), Some(Square::B8));
        assert_eq!(rights.rook(Square::C8, Wing::King), None);
        assert_eq!(rights.rooks_of(Color::Black), Bitboard::of(Square::B8));

        let before = rights.key();
        let change = rights.remove(Bitboard::from(Rank::First));
        assert_eq!(rights.rooks(), Bitboard::of(Square::B8));
        assert_eq!(before ^ change, rights.key());
    }
}
