//! Pieces and their roles.

use std::ops::{Index, IndexMut};

use gamekit::Color;

/// The kind of a piece, without its color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the roles of chess are known")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// Every role, from the pawn up.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn can become, the likeliest first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Knight, Self::Rook, Self::Bishop];

    /// The number of the role, to index arrays with.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case English letter.
    #[inline]
    pub const fn to_char(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Reads an English letter, upper or lower case.
    #[inline]
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }
}

/// A role with a color. `Option<Piece>` is one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the pieces of chess are known")]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// Every piece, white before black, from the pawn up.
    pub const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::BlackPawn,
        Self::WhiteKnight,
        Self::BlackKnight,
        Self::WhiteBishop,
        Self::BlackBishop,
        Self::WhiteRook,
        Self::BlackRook,
        Self::WhiteQueen,
        Self::BlackQueen,
        Self::WhiteKing,
        Self::BlackKing,
    ];

    /// The piece of this color and role.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Self {
        match (role, color) {
            (Role::Pawn, Color::White) => Self::WhitePawn,
            (Role::Pawn, Color::Black) => Self::BlackPawn,
            (Role::Knight, Color::White) => Self::WhiteKnight,
            (Role::Knight, Color::Black) => Self::BlackKnight,
            (Role::Bishop, Color::White) => Self::WhiteBishop,
            (Role::Bishop, Color::Black) => Self::BlackBishop,
            (Role::Rook, Color::White) => Self::WhiteRook,
            (Role::Rook, Color::Black) => Self::BlackRook,
            (Role::Queen, Color::White) => Self::WhiteQueen,
            (Role::Queen, Color::Black) => Self::BlackQueen,
            (Role::King, Color::White) => Self::WhiteKing,
            (Role::King, Color::Black) => Self::BlackKing,
        }
    }

    /// The side that owns the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The piece without its color.
    #[inline]
    pub const fn role(self) -> Role {
        match self as u8 >> 1 {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => Role::King,
        }
    }

    /// The number of the piece, to index arrays with.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that FEN uses: upper case for White.
    #[inline]
    pub const fn to_char(self) -> char {
        match self.color() {
            Color::White => self.role().to_char().to_ascii_uppercase(),
            Color::Black => self.role().to_char(),
        }
    }

    /// Reads the letter that FEN uses.
    #[inline]
    pub const fn from_char(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_char(letter) {
            Some(role) => Some(Self::new(color, role)),
            None => None,
        }
    }
}

/// A value for each role, indexed by [`Role`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByRole<T>([T; 6]);

impl<T> ByRole<T> {
    /// The values from the pawn's to the king's.
    #[inline]
    pub const fn new(values: [T; 6]) -> Self {
        Self(values)
    }
}

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    #[inline]
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    #[inline]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_its_color_and_its_role() {
        for (number, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), number);
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
            assert_eq!(Piece::from_char(piece.to_char()), Some(piece));
        }
        assert_eq!(Piece::from_char('N'), Some(Piece::WhiteKnight));
        assert_eq!(Piece::from_char('x'), None);
    }
}
