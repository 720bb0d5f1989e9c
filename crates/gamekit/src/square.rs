//! Squares, files and ranks.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use thiserror::Error;

/// Declares a field-less enum whose variants are numbered from zero, with the way back from a
/// number. The `match` in `wrap` compiles to nothing but the mask.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $mask:literal, [$($(#[$variant_doc:meta])* $variant:ident = $number:literal),+ $(,)?]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant = $number),+
        }

        impl $name {
            /// Every value in ascending order.
            pub const ALL: [Self; $mask + 1] = [$(Self::$variant),+];

            /// The value with this number modulo the number of values.
            #[inline]
            pub const fn wrap(number: u8) -> Self {
                match number & $mask {
                    $($number => Self::$variant,)+
                    _ => unreachable!(),
                }
            }

            /// The value with this number.
            #[inline]
            pub const fn new(number: u8) -> Option<Self> {
                if number <= $mask { Some(Self::wrap(number)) } else { None }
            }

            /// The number, to index arrays with.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

numbered! {
    /// A column of the board, a to h.
    #[expect(missing_docs, reason = "a file's letter says it all")]
    File, 7,
    [A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7]
}

numbered! {
    /// A row of the board, 1 to 8 from White's side.
    #[expect(missing_docs, reason = "a rank's number says it all")]
    Rank, 7,
    [First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6, Eighth = 7]
}

numbered! {
    /// A square of the board, numbered along the ranks from a1 to h8.
    ///
    /// ```
    /// use gamekit::{File, Rank, Square};
    ///
    /// let square = Square::at(File::E, Rank::Fourth);
    /// assert_eq!(square, Square::E4);
    /// assert_eq!("e4".parse(), Ok(square));
    /// assert_eq!(square.offset(1, 2), Some(Square::F6));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    #[expect(missing_docs, reason = "a square's name says it all")]
    Square, 63,
    [
        A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
        A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
        A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
        A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
        A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
        A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
        A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
        A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
    ]
}

impl File {
    /// The letter of the file, `a` to `h`.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Reads a letter from `a` to `h`.
    #[inline]
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::wrap(letter as u8 - b'a')),
            _ => None,
        }
    }
}

impl Rank {
    /// The digit of the rank, `1` to `8`.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Reads a digit from `1` to `8`.
    #[inline]
    pub const fn from_char(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::wrap(digit as u8 - b'1')),
            _ => None,
        }
    }
}

impl Square {
    /// The square where a file and a rank meet.
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Self {
        Self::wrap(rank as u8 * 8 + file as u8)
    }

    /// The column of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::wrap(self as u8 % 8)
    }

    /// The row of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::wrap(self as u8 / 8)
    }

    /// The square `files` to the right and `ranks` up, unless that is off the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self as i8 % 8 + files;
        let rank = self as i8 / 8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self::wrap((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// The same square seen from the other side of the board: ranks reversed, files kept.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self::wrap(self as u8 ^ 0b11_1000)
    }

    /// The same square in a mirror: files reversed, ranks kept.
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self::wrap(self as u8 ^ 0b00_0111)
    }

    /// The distance in king moves.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = (self as u8 % 8).abs_diff(other as u8 % 8);
        let ranks = (self as u8 / 8).abs_diff(other as u8 / 8);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// The text is not the name of a square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad square {0:?}; expected one from a1 to h8")]
pub struct ParseSquareError(String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let mut letters = text.chars();
        let file = letters.next().and_then(File::from_char);
        let rank = letters.next().and_then(Rank::from_char);
        match (file, rank, letters.next()) {
            (Some(file), Some(rank), None) => Ok(Self::at(file, rank)),
            _ => Err(ParseSquareError(text.to_owned())),
        }
    }
}

/// Tables with an entry per square are indexed by the square itself.
impl<T> Index<Square> for [T; 64] {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self[square as usize]
    }
}

impl<T> IndexMut<Square> for [T; 64] {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self[square as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_round_trip() {
        for (number, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), number);
            assert_eq!(Square::new(number as u8), Some(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::new(64), None);
        assert_eq!(Square::wrap(64), Square::A1);
    }

    #[test]
    fn text_that_is_no_square_is_refused() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4", "4e"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError(text.to_owned())));
        }
    }

    #[test]
    fn offsets_stay_on_the_board() {
        let reachable = Square::ALL.iter().filter(|square| square.offset(1, -2).is_some()).count();
        assert_eq!(reachable, 7 * 6);
        assert_eq!(Square::A1.distance(Square::H7), 7);
        assert_eq!(Square::C3.flip_ranks(), Square::C6);
        assert_eq!(Square::C3.flip_files(), Square::F3);
    }
}
