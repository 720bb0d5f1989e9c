//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut, Neg, Not};

/// One of the two sides. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "chess.ts", rename = "Side"))]
#[repr(u8)]
pub enum Color {
    /// The side that moves first, at the bottom of the board.
    #[default]
    White,
    /// The side that moves second, at the top of the board.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The letter that FEN uses.
    #[inline]
    pub const fn to_char(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Reads the letter that FEN uses.
    #[inline]
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self::White),
            'b' => Some(Self::Black),
            _ => None,
        }
    }

    /// A value from this side's view, as White sees it.
    #[inline]
    pub fn for_white<T: Neg<Output = T>>(self, value: T) -> T {
        if self == Self::White { value } else { -value }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A value for each side, indexed by [`Color`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// Pairs White's value with Black's.
    #[inline]
    pub const fn new(white: T, black: T) -> Self {
        Self([white, black])
    }

    /// White's value, then Black's.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a ByColor<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_of_the_opponent_is_oneself() {
        for color in Color::ALL {
            assert_ne!(!color, color);
            assert_eq!(!!color, color);
            assert_eq!(Color::from_char(color.to_char()), Some(color));
        }
        assert_eq!(Color::from_char('W'), None);
    }

    #[test]
    fn each_side_has_its_own_value() {
        let mut points = ByColor::new(1, 2);
        points[Color::Black] += 3;
        assert_eq!(points[Color::White], 1);
        assert_eq!(points[Color::Black], 5);
        assert_eq!(points.iter().sum::<i32>(), 6);
    }
}
