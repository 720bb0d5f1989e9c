//! Zobrist keys.

use std::fmt;

use crate::SplitMix64;
use crate::operator::operator;

/// A Zobrist key: the exclusive or of one random number per feature of a position, so that a
/// change of the position is a change of a few terms.
///
/// ```
/// use gamekit::Key;
///
/// const PIECES: [Key; 2] = Key::draw(7);
/// let both = PIECES[0] ^ PIECES[1];
/// assert_eq!(both ^ PIECES[1], PIECES[0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Key(u64);

impl Key {
    /// The neutral key: the start of every sum.
    pub const ZERO: Self = Self(0);

    /// Wraps a number that is a key already, such as one read from a book.
    #[inline]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The key as a number.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// `N` random keys, the same ones for the same seed.
    pub const fn draw<const N: usize>(seed: u64) -> [Self; N] {
        let mut rng = SplitMix64::new(seed);
        let mut keys = [Self::ZERO; N];
        let mut i = 0;
        while i < N {
            keys[i] = Self(rng.next_u64());
            i += 1;
        }
        keys
    }
}

operator!(Key, BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_keys_are_distinct_and_spread() {
        const KEYS: [Key; 1000] = Key::draw(42);
        let mut sorted = KEYS;
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]));
        let ones: u32 = KEYS.iter().map(|key| key.bits().count_ones()).sum();
        assert!((31_000..33_000).contains(&ones), "{ones} bits set of 64000");
    }

    #[test]
    fn prints_sixteen_digits() {
        assert_eq!(Key::new(0xabc).to_string(), "0000000000000abc");
    }
}
