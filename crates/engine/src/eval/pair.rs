//! Middlegame and endgame weights packed into one integer.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value, in centipawns.
///
/// Both share one `i32`, so that one addition or multiplication handles both. Each must stay within
/// `i16`, which every legal position does by far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Pair(i32);

impl Pair {
    /// Zero in both phases.
    pub const ZERO: Self = Self(0);

    /// A value for each phase.
    #[inline]
    pub const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16) + middlegame as i32)
    }

    /// The middlegame value.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value. A negative middlegame half borrows one from the endgame half; adding half
    /// its range gives it back.
    #[inline]
    pub const fn endgame(self) -> i32 {
        (self.0.wrapping_add(0x8000)) >> 16
    }
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Pair {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    #[inline]
    fn mul(self, count: i32) -> Self {
        Self(self.0.wrapping_mul(count))
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pair({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_counted_apart() {
        for (a, b, c, d) in [(3, -7, -20, 4), (-1, -1, -1, 1), (0, -32, 32, 0), (-900, 1200, 17, -3)] {
            let (p, q) = (Pair::new(a, b), Pair::new(c, d));
            assert_eq!((p.middlegame(), p.endgame()), (a.into(), b.into()));
            assert_eq!(p + q, Pair::new(a + c, b + d));
            assert_eq!(p - q, Pair::new(a - c, b - d));
            assert_eq!(-p, Pair::new(-a, -b));
            assert_eq!(p * -5, Pair::new(a * -5, b * -5));
            assert_eq!((p * 7).endgame(), i32::from(b) * 7);
        }
    }
}
