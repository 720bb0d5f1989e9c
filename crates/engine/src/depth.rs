//! How deep a search is still to go.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Remaining half-moves; at zero and below only captures are searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Captures only.
    pub const ZERO: Self = Self(0);
    /// The deepest iteration.
    pub const MAX: Self = Self(240);

    /// So many half-moves.
    #[inline]
    pub const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// The number of half-moves.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// As the transposition table keeps it.
    #[inline]
    pub fn to_table(self) -> u8 {
        self.0.clamp(0, Self::MAX.0) as u8
    }

    /// As the transposition table kept it.
    #[inline]
    pub const fn from_table(depth: u8) -> Self {
        Self(depth as i32)
    }
}

impl Add<i32> for Depth {
    type Output = Self;

    #[inline]
    fn add(self, plies: i32) -> Self {
        Self(self.0 + plies)
    }
}

impl AddAssign<i32> for Depth {
    #[inline]
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl Sub<i32> for Depth {
    type Output = Self;

    #[inline]
    fn sub(self, plies: i32) -> Self {
        Self(self.0 - plies)
    }
}

impl SubAssign<i32> for Depth {
    #[inline]
    fn sub_assign(&mut self, plies: i32) {
        self.0 -= plies;
    }
}
