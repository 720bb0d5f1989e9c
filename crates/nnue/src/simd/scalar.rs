//! A block as an array, for all other processors.

use super::Lanes;
use crate::block::{Bytes, LANES};
use crate::{Block, QA};

/// A block.
#[derive(Clone, Copy)]
pub struct Scalar([i16; LANES]);

impl Lanes for Scalar {
    type Sums = i64;

    const ZERO: i64 = 0;

    #[inline(always)]
    fn load(block: &Block) -> Self {
        Self(block.0)
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        block.0 = self.0;
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_sub(other.0[lane])))
    }

    #[inline(always)]
    fn add_screlu(sums: i64, values: Self, weights: Self) -> i64 {
        let product = |(value, weight): (i16, i16)| {
            let value = i32::from(value.clamp(0, QA));
            value * value * i32::from(weight)
        };
        // 32 products of 16 + 7 bits: their sum fits 32 bits.
        sums + i64::from(values.0.into_iter().zip(weights.0).map(product).sum::<i32>())
    }

    #[inline(always)]
    fn clip(self) -> Bytes {
        Bytes(self.0.map(|value| value.clamp(0, 127) as i8))
    }

    #[inline(always)]
    fn pairs(self, other: Self) -> Bytes {
        let clamped = |value: i16| i32::from(value.clamp(0, QA));
        Bytes(std::array::from_fn(|lane| ((clamped(self.0[lane]) * clamped(other.0[lane]) + 256) >> 9) as i8))
    }

    #[inline(always)]
    fn add_products(sums: i64, bytes: &Bytes, weights: &Bytes) -> i64 {
        let product = |(&byte, &weight): (&i8, &i8)| i32::from(byte) * i32::from(weight);
        sums + i64::from(bytes.0.iter().zip(&weights.0).map(product).sum::<i32>())
    }

    #[inline(always)]
    fn total(sums: i64) -> i64 {
        sums
    }
}
