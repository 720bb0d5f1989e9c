//! The unit in which the trainer computes: 64 values.

use std::ops::{Index, IndexMut};

/// Sixty-four weights, gradients or activations, aligned to a cache line.
///
/// This is eight AVX2 registers, so the sum over a position's features stays in registers. The
/// loops are plain; with `target-cpu=native` they become vector instructions. Products and sums are
/// never fused, so every build computes the same bits.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub struct Block([f32; Self::LEN]);

impl Block {
    /// Values in a block.
    pub const LEN: usize = 64;
    /// All zeros.
    pub const ZERO: Self = Self([0.0; Self::LEN]);

    /// The values.
    #[inline]
    pub const fn values(&self) -> &[f32; Self::LEN] {
        &self.0
    }

    /// The values.
    #[inline]
    pub const fn values_mut(&mut self) -> &mut [f32; Self::LEN] {
        &mut self.0
    }

    /// Adds value by value.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for index in 0..Self::LEN {
            self.0[index] += other.0[index];
        }
    }

    /// Every value clamped to `0..=1`.
    #[inline(always)]
    pub fn clamped(&self) -> Self {
        let mut clamped = *self;
        for index in 0..Self::LEN {
            clamped.0[index] = clamped.0[index].clamp(0.0, 1.0);
        }
        clamped
    }

    /// The sum of `self^2 * weights`.
    #[inline(always)]
    pub fn squares_dot(&self, weights: &Self) -> f32 {
        let mut sums = Self::ZERO;
        for index in 0..Self::LEN {
            sums.0[index] = self.0[index] * self.0[index] * weights.0[index];
        }
        // By halves, so that whole registers are added as long as possible.
        let mut half = Self::LEN / 2;
        while half > 0 {
            for index in 0..half {
                sums.0[index] += sums.0[index + half];
            }
            half /= 2;
        }
        sums.0[0]
    }

    /// The products of two blocks.
    #[inline(always)]
    pub fn times(&self, other: &Self) -> Self {
        let mut products = Self::ZERO;
        for index in 0..Self::LEN {
            products.0[index] = self.0[index] * other.0[index];
        }
        products
    }

    /// The values where activations are not saturated, zero elsewhere.
    #[inline(always)]
    pub fn where_open(&self, activations: &Self) -> Self {
        let mut open = *self;
        for index in 0..Self::LEN {
            let value = activations.0[index];
            open.0[index] = if value > 0.0 && value < 1.0 { open.0[index] } else { 0.0 };
        }
        open
    }

    /// Adds `slope * activations^2`: the gradient of the output weights.
    #[inline(always)]
    pub fn add_scaled_squares(&mut self, slope: f32, activations: &Self) {
        for index in 0..Self::LEN {
            self.0[index] += slope * (activations.0[index] * activations.0[index]);
        }
    }

    /// The gradient before the activation: `slope * weight * 2 * activation`, and zero where the
    /// activation is saturated.
    #[inline(always)]
    pub fn slopes_before(activations: &Self, weights: &Self, slope: f32) -> Self {
        let mut slopes = Self::ZERO;
        let double = 2.0 * slope;
        for index in 0..Self::LEN {
            let value = activations.0[index];
            let open = if value < 1.0 { value } else { 0.0 };
            slopes.0[index] = double * weights.0[index] * open;
        }
        slopes
    }
}

impl Index<usize> for Block {
    type Output = f32;

    #[inline]
    fn index(&self, index: usize) -> &f32 {
        &self.0[index]
    }
}

impl IndexMut<usize> for Block {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut f32 {
        &mut self.0[index]
    }
}
