//! The kernels: the few loops in which a net spends its time.
//!
//! Each is written once, over [`Lanes`]: a block of numbers in the processor's registers. `avx2` and
//! `neon` say what a block is on their processors, `scalar` on all others. [`Best`] is the one
//! that the target of the build has (`-C target-cpu=native`, which the Makefile sets, lets a build
//! have what the machine has); tests compare it with the scalar one.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub mod neon;
pub mod scalar;

use crate::Block;
use crate::block::Bytes;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use avx2::Avx2 as Best;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub use neon::Neon as Best;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub use scalar::Scalar as Best;

/// A block of 16-bit numbers in registers.
pub trait Lanes: Copy {
    /// Sums of 32 bits, spread over registers.
    type Sums: Copy;

    /// Sums of nothing.
    const ZERO: Self::Sums;

    /// Reads a block.
    fn load(block: &Block) -> Self;
    /// Writes a block.
    fn store(self, block: &mut Block);
    /// Adds number by number.
    fn add(self, other: Self) -> Self;
    /// Subtracts number by number.
    fn sub(self, other: Self) -> Self;

    /// Adds `clamp(value, 0, QA)^2 * weight` for each number. Weights fit 8 bits, so that their
    /// product with a clamped value fits 16.
    fn add_screlu(sums: Self::Sums, values: Self, weights: Self) -> Self::Sums;
    /// Clamps each number to 0..=127.
    fn clip(self) -> Bytes;
    /// Adds the products of bytes, of which the first are not negative.
    fn add_products(sums: Self::Sums, bytes: &Bytes, weights: &Bytes) -> Self::Sums;
    /// All sums together.
    fn total(sums: Self::Sums) -> i64;
}

/// Writes `source`, plus some rows of `weights`, minus others, to `target`.
#[inline]
pub fn accumulate<L: Lanes>(
    target: &mut [Block],
    source: &[Block],
    weights: &[Block],
    added: &[u16],
    removed: &[u16],
) {
    let row = target.len();
    let mut at = 0;
    while at < row {
        at += match row - at {
            4.. => tile::<L, 4>(target, source, weights, added, removed, at),
            2.. => tile::<L, 2>(target, source, weights, added, removed, at),
            _ => tile::<L, 1>(target, source, weights, added, removed, at),
        };
    }
}

/// The same for a few blocks, which stay in registers while all rows pass by.
#[inline]
fn tile<L: Lanes, const N: usize>(
    target: &mut [Block],
    source: &[Block],
    weights: &[Block],
    added: &[u16],
    removed: &[u16],
    at: usize,
) -> usize {
    let row = target.len();
    let source: &[Block; N] = source[at..].first_chunk().expect("as long as the target");
    let mut values: [L; N] = std::array::from_fn(|n| L::load(&source[n]));
    for &feature in added {
        let weights: &[Block; N] =
            weights[usize::from(feature) * row + at..].first_chunk().expect("a row of weights");
        values = std::array::from_fn(|n| values[n].add(L::load(&weights[n])));
    }
    for &feature in removed {
        let weights: &[Block; N] =
            weights[usize::from(feature) * row + at..].first_chunk().expect("a row of weights");
        values = std::array::from_fn(|n| values[n].sub(L::load(&weights[n])));
    }
    for (value, block) in values.into_iter().zip(&mut target[at..at + N]) {
        value.store(block);
    }
    N
}

/// The sum of `clamp(value, 0, QA)^2 * weight` over the numbers of the side to move and the other
/// side; the weights of the side to move come first.
#[inline]
pub fn screlu<L: Lanes>(own: &[Block], other: &[Block], weights: &[Block]) -> i64 {
    let (of_own, of_other) = weights.split_at(own.len());
    let sums = [(own, of_own), (other, of_other)].map(|(values, weights)| {
        values
            .iter()
            .zip(weights)
            .fold(L::ZERO, |sums, (values, weights)| L::add_screlu(sums, L::load(values), L::load(weights)))
    });
    L::total(sums[0]) + L::total(sums[1])
}

/// The sum of the products of bytes, of which those of `input` are not negative.
#[inline]
pub fn dot<L: Lanes>(input: &[Bytes], weights: &[Bytes]) -> i32 {
    let sums = input
        .iter()
        .zip(weights)
        .fold(L::ZERO, |sums, (input, weights)| L::add_products(sums, input, weights));
    L::total(sums) as i32
}

#[cfg(test)]
mod tests;
