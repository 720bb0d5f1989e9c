//! Search depth.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// The remaining depth in plies; from zero on, quiescence search takes over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Quiescence search.
    pub const ZERO: Self = Self(0);
    /// The last iteration.
    pub const MAX: Self = Self(240);

    /// A depth in plies.
    #[inline]
    pub const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// The number of plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// As stored in the transposition table.
    #[inline]
    pub fn to_table(self) -> u8 {
        self.0.clamp(0, Self::MAX.0) as u8
    }

    /// From the transposition table.
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
