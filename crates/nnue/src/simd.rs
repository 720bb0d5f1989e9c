//! The kernels: the loops in which nets spend their time.
//!
//! Each is written once, over [`Lanes`]: a block of values in registers. `avx512`, `avx2`, `neon`
//! and `scalar` implement it; [`Best`] is the best one for the target of the build, and tests
//! compare it with the scalar one. The Makefile sets `-C target-cpu=native`.

// `bw` is the part of AVX-512 for 16-bit numbers, `vl` the one for shorter registers.
cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512bw",
        target_feature = "avx512vl",
        target_feature = "avx512vnni"
    ) => {
        pub mod avx512;
        pub use avx512::Avx512 as Best;
    }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        pub mod avx2;
        pub use avx2::Avx2 as Best;
    }
    all(target_arch = "aarch64", target_feature = "neon") => {
        pub mod neon;
        pub use neon::Neon as Best;
    }
    _ => {
        pub use scalar::Scalar as Best;
    }
}
pub mod scalar;

use crate::Block;
use crate::block::Bytes;

/// A block of 16-bit values in registers.
pub trait Lanes: Copy {
    /// Sums of 32 bits, spread over registers.
    type Sums: Copy;

    /// All sums zero.
    const ZERO: Self::Sums;

    /// Reads a block.
    fn load(block: &Block) -> Self;
    /// Writes a block.
    fn store(self, block: &mut Block);
    /// Adds lane by lane.
    fn add(self, other: Self) -> Self;
    /// Subtracts lane by lane.
    fn sub(self, other: Self) -> Self;

    /// Adds `clamp(value, 0, QA)^2 * weight` for each lane. Weights fit in 8 bits, so their product
    /// with a clamped value fits in 16.
    fn add_screlu(sums: Self::Sums, values: Self, weights: Self) -> Self::Sums;
    /// Clamps each value to 0..=127.
    fn clip(self) -> Bytes;
    /// Clamps both values of each lane to `0..=QA` and multiplies them: `QA * QA` becomes 127, and
    /// halves are rounded up.
    fn pairs(self, other: Self) -> Bytes;
    /// Adds the products of bytes, of which the first are not negative.
    fn add_products(sums: Self::Sums, bytes: &Bytes, weights: &Bytes) -> Self::Sums;
    /// All sums together.
    fn total(sums: Self::Sums) -> i64;

    /// All sums together, of four rows at once.
    #[inline(always)]
    fn totals(rows: [Self::Sums; 4]) -> [i32; 4] {
        rows.map(|sums| Self::total(sums) as i32)
    }
}

/// Writes `source` plus the added minus the removed rows to `target`. All rows have the same
/// length.
///
/// Always inlined, so that loops over a constant number of rows are unrolled.
#[inline(always)]
pub fn accumulate<L: Lanes>(
    target: &mut [Block],
    source: &[Block],
    added: &[&[Block]],
    removed: &[&[Block]],
) {
    let mut at = 0;
    while at < target.len() {
        at += match target.len() - at {
            4.. => tile::<L, 4>(target, source, added, removed, at),
            2.. => tile::<L, 2>(target, source, added, removed, at),
            _ => tile::<L, 1>(target, source, added, removed, at),
        };
    }
}

/// [`accumulate`] for `N` blocks, which stay in registers from the first row to the last.
#[inline(always)]
fn tile<L: Lanes, const N: usize>(
    target: &mut [Block],
    source: &[Block],
    added: &[&[Block]],
    removed: &[&[Block]],
    at: usize,
) -> usize {
    let blocks = |row: &[Block]| -> [L; N] {
        let row: &[Block; N] = row[at..].first_chunk().expect("rows are as long as the target");
        row.each_ref().map(L::load)
    };
    let mut sums = blocks(source);
    for row in added {
        let weights = blocks(row);
        for n in 0..N {
            sums[n] = sums[n].add(weights[n]);
        }
    }
    for row in removed {
        let weights = blocks(row);
        for n in 0..N {
            sums[n] = sums[n].sub(weights[n]);
        }
    }
    for (sum, block) in sums.into_iter().zip(&mut target[at..at + N]) {
        sum.store(block);
    }
    N
}

/// The sum of `clamp(value, 0, QA)^2 * weight` over both sides; the weights of the side to move
/// come first.
#[inline]
pub fn screlu<L: Lanes>(own: &[Block], other: &[Block], weights: &[Block]) -> i64 {
    let (of_own, of_other) = weights.split_at(own.len());
    let mut sums = L::ZERO;
    for (values, weights) in own.iter().zip(of_own).chain(other.iter().zip(of_other)) {
        sums = L::add_screlu(sums, L::load(values), L::load(weights));
    }
    L::total(sums)
}

/// The dot product of bytes; those of `input` are not negative.
#[inline]
pub fn dot<L: Lanes>(input: &[Bytes], weights: &[Bytes]) -> i32 {
    let sums = input
        .iter()
        .zip(weights)
        .fold(L::ZERO, |sums, (input, weights)| L::add_products(sums, input, weights));
    L::total(sums) as i32
}

/// The dot products of `input` with `N` rows of weights, four rows at a time.
#[inline]
pub fn dots<L: Lanes, const N: usize>(input: &[Bytes], rows: &[Bytes]) -> [i32; N] {
    const { assert!(N.is_multiple_of(4)) };
    let mut products = [0; N];
    for (four, rows) in products.as_chunks_mut().0.iter_mut().zip(rows.chunks_exact(4 * input.len())) {
        let mut sums = [L::ZERO; 4];
        for (at, input) in input.iter().enumerate() {
            for (row, sums) in rows.chunks_exact(rows.len() / 4).zip(&mut sums) {
                *sums = L::add_products(*sums, input, &row[at]);
            }
        }
        *four = L::totals(sums);
    }
    products
}

#[cfg(test)]
mod tests;
