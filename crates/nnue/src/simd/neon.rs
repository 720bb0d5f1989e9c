//! Registers of ARM processors with NEON: 128 bits.
//!
//! Compiled only for targets that have NEON, which makes the intrinsics safe.

use std::arch::aarch64::{
    int8x16_t, int16x8_t, int32x4_t, vaddlvq_s32, vaddq_s16, vaddq_s32, vdupq_n_s16, vget_low_s8,
    vget_low_s16, vmaxq_s16, vminq_s16, vmlal_high_s8, vmlal_high_s16, vmlal_s16, vmull_s8, vmulq_s16,
    vpadalq_s16, vqrdmulhq_s16, vshlq_n_s16, vsubq_s16,
};
use std::array::from_fn;
use std::mem::{transmute, zeroed};

use super::Lanes;
use crate::block::{Bytes, LANES};
use crate::{Block, QA};

/// A block in four registers.
#[derive(Clone, Copy)]
pub struct Neon([int16x8_t; 4]);

impl Lanes for Neon {
    type Sums = [int32x4_t; 4];

    // SAFETY: all bits zero are a valid register.
    const ZERO: [int32x4_t; 4] = unsafe { zeroed() };

    #[inline(always)]
    fn load(block: &Block) -> Self {
        // SAFETY: the sizes are equal, and any bits are valid on both sides.
        Self(unsafe { transmute::<[i16; LANES], [int16x8_t; 4]>(block.0) })
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        // SAFETY: the sizes are equal, and any bits are valid on both sides.
        block.0 = unsafe { transmute::<[int16x8_t; 4], [i16; LANES]>(self.0) };
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(from_fn(|n| unsafe { vaddq_s16(self.0[n], other.0[n]) }))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: the target has NEON.
        Self(from_fn(|n| unsafe { vsubq_s16(self.0[n], other.0[n]) }))
    }

    #[inline(always)]
    fn add_screlu(sums: [int32x4_t; 4], values: Self, weights: Self) -> [int32x4_t; 4] {
        // SAFETY: the target has NEON.
        from_fn(|n| unsafe {
            let value = vminq_s16(vmaxq_s16(values.0[n], vdupq_n_s16(0)), vdupq_n_s16(QA));
            let product = vmulq_s16(value, weights.0[n]);
            let sum = vmlal_s16(sums[n], vget_low_s16(product), vget_low_s16(value));
            vmlal_high_s16(sum, product, value)
        })
    }

    #[inline(always)]
    fn clip(self) -> Bytes {
        // SAFETY: the target has NEON, and the sizes are equal.
        let clipped =
            self.0.map(|value| unsafe { vminq_s16(vmaxq_s16(value, vdupq_n_s16(0)), vdupq_n_s16(127)) });
        let mut block = Block::ZERO;
        Self(clipped).store(&mut block);
        Bytes(block.0.map(|value| value as i8))
    }

    #[inline(always)]
    fn pairs(self, other: Self) -> Bytes {
        // SAFETY: the target has NEON.
        let products = from_fn(|n| unsafe {
            let clamped = |value| vminq_s16(vmaxq_s16(value, vdupq_n_s16(0)), vdupq_n_s16(QA));
            // Doubles the product and rounds it divided by 2^16.
            vqrdmulhq_s16(vshlq_n_s16::<6>(clamped(self.0[n])), clamped(other.0[n]))
        });
        Self(products).clip()
    }

    #[inline(always)]
    fn add_products(mut sums: [int32x4_t; 4], bytes: &Bytes, weights: &Bytes) -> [int32x4_t; 4] {
        // SAFETY: the target has NEON, and the sizes are equal.
        unsafe {
            let bytes = transmute::<[i8; LANES], [int8x16_t; 2]>(bytes.0);
            let weights = transmute::<[i8; LANES], [int8x16_t; 2]>(weights.0);
            for n in 0..2 {
                // Two products of 7 bits each, so that 16 bits hold their sum.
                let low = vmull_s8(vget_low_s8(bytes[n]), vget_low_s8(weights[n]));
                sums[n] = vpadalq_s16(sums[n], vmlal_high_s8(low, bytes[n], weights[n]));
            }
        }
        sums
    }

    #[inline(always)]
    fn total(sums: [int32x4_t; 4]) -> i64 {
        // SAFETY: the target has NEON.
        unsafe {
            let sum = vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3]));
            vaddlvq_s32(sum)
        }
    }
}
