//! Sixty-four numbers side by side: the unit that every loop of the trainer works in.

use std::ops::{Index, IndexMut};

/// Sixty-four weights, gradients or activations, aligned to a cache line.
///
/// It is eight AVX2 registers, so the sum over a position's features stays in registers from the first
/// feature to the last. The loops are plain; with `target-cpu=native` they become vector instructions.
/// Products and sums are rounded one by one, never fused, so every build computes the same bits.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub struct Block([f32; Self::LEN]);

impl Block {
    /// The numbers in a block.
    pub const LEN: usize = 64;
    /// Nothing but zeros.
    pub const ZERO: Self = Self([0.0; Self::LEN]);

    /// The numbers.
    #[inline]
    pub const fn values(&self) -> &[f32; Self::LEN] {
        &self.0
    }

    /// The numbers.
    #[inline]
    pub const fn values_mut(&mut self) -> &mut [f32; Self::LEN] {
        &mut self.0
    }

    /// Adds number by number.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for index in 0..Self::LEN {
            self.0[index] += other.0[index];
        }
    }

    /// Every number brought into `0..=1`: what the squares of the activation are taken of.
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
        // In halves, so that registers are added to registers to the end.
        let mut half = Self::LEN / 2;
        while half > 0 {
            for index in 0..half {
                sums.0[index] += sums.0[index + half];
            }
            half /= 2;
        }
        sums.0[0]
    }

    /// Adds `slope * activations^2`: the gradient of the weights behind the activations.
    #[inline(always)]
    pub fn add_scaled_squares(&mut self, slope: f32, activations: &Self) {
        for index in 0..Self::LEN {
            self.0[index] += slope * (activations.0[index] * activations.0[index]);
        }
    }

    /// The gradient before the activation: `slope * weight * 2 * activation`, and nothing where the
    /// activation is at its end. (At zero the product is nothing by itself.)
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
