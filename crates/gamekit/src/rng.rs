//! Reproducible random numbers.

/// Sebastiano Vigna's `SplitMix64`: a 64-bit state, one multiplication chain per number, and the
/// same sequence for the same seed on every machine. It is `const`, so tables can be drawn from it
/// at compile time.
///
/// ```
/// use gamekit::SplitMix64;
///
/// let mut dice = SplitMix64::new(2003);
/// let throw = dice.below(6) + 1;
/// assert!((1..=6).contains(&throw));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts from `seed`.
    #[inline]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`. The bias of the fixed-point product is below
    /// `bound / 2^64`.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A number in `[0, 1)`.
    #[inline]
    pub const fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The generator's state: `SplitMix64::new(rng.state())` continues the sequence.
    #[inline]
    pub const fn state(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, published with the reference implementation.
    #[test]
    fn matches_the_reference_sequence() {
        let mut rng = SplitMix64::new(1_234_567);
        let drawn: Vec<u64> = (0..5).map(|_| rng.next_u64()).collect();
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn below_reaches_every_value_and_no_other() {
        let mut rng = SplitMix64::new(1);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&n| (800..1200).contains(&n)), "{counts:?}");
    }

    #[test]
    fn continues_from_its_state() {
        let mut rng = SplitMix64::new(9);
        rng.next_u64();
        let mut copy = SplitMix64::new(rng.state());
        assert_eq!(rng.next_f64().to_bits(), copy.next_f64().to_bits());
    }
}
