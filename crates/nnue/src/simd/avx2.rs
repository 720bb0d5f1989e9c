//! Registers of x86-64 processors with AVX2: 256 bits.
//!
//! Compiled only for targets that have AVX2, which makes the intrinsics safe.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm256_hadd_epi32, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_castsi256_si128,
    _mm256_cvtepi32_epi64, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_max_epi8, _mm256_max_epi16, _mm256_min_epi16, _mm256_mulhrs_epi16, _mm256_mullo_epi16, _mm256_packs_epi16,
    _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_sub_epi16,
};
use std::mem::{transmute, zeroed};

use super::Lanes;
use crate::block::{Bytes, LANES};
use crate::{Block, QA};

/// A block in two registers.
#[derive(Clone, Copy)]
pub struct Avx2([__m256i; 2]);

impl Lanes for Avx2 {
    type Sums = [__m256i; 2];

    // SAFETY: all bits zero are a valid register.
    const ZERO: [__m256i; 2] = unsafe { zeroed() };

    #[inline(always)]
    fn load(block: &Block) -> Self {
        // SAFETY: the sizes are equal, and any bits are valid on both sides.
        Self(unsafe { transmute::<[i16; LANES], [__m256i; 2]>(block.0) })
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        // SAFETY: the sizes are equal, and any bits are valid on both sides.
        block.0 = unsafe { transmute::<[__m256i; 2], [i16; LANES]>(self.0) };
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: the target has AVX2.
        Self(unsafe { [_mm256_add_epi16(a, c), _mm256_add_epi16(b, d)] })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: the target has AVX2.
        Self(unsafe { [_mm256_sub_epi16(a, c), _mm256_sub_epi16(b, d)] })
    }

    #[inline(always)]
    fn add_screlu(sums: [__m256i; 2], values: Self, weights: Self) -> [__m256i; 2] {
        let add = |sum, value, weight| {
            // SAFETY: the target has AVX2.
            unsafe {
                let value =
                    _mm256_min_epi16(_mm256_max_epi16(value, _mm256_setzero_si256()), _mm256_set1_epi16(QA));
                let product = _mm256_mullo_epi16(value, weight);
                _mm256_add_epi32(sum, _mm256_madd_epi16(product, value))
            }
        };
        [add(sums[0], values.0[0], weights.0[0]), add(sums[1], values.0[1], weights.0[1])]
    }

    #[inline(always)]
    fn clip(self) -> Bytes {
        // SAFETY: the target has AVX2, and the sizes are equal.
        unsafe {
            // Packing saturates at 127 and takes turns between the halves of its two registers.
            let packed = _mm256_packs_epi16(self.0[0], self.0[1]);
            let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            let positive = _mm256_max_epi8(ordered, _mm256_setzero_si256());
            Bytes(transmute::<__m256i, [i8; LANES]>(positive))
        }
    }

    #[inline(always)]
    fn pairs(self, other: Self) -> Bytes {
        // SAFETY: the target has AVX2.
        let product = |a, b| unsafe {
            let clamped =
                |value| _mm256_min_epi16(_mm256_max_epi16(value, _mm256_setzero_si256()), _mm256_set1_epi16(QA));
            // Rounds the product divided by 2^15.
            _mm256_mulhrs_epi16(_mm256_slli_epi16::<6>(clamped(a)), clamped(b))
        };
        Self([product(self.0[0], other.0[0]), product(self.0[1], other.0[1])]).clip()
    }

    #[inline(always)]
    fn add_products(sums: [__m256i; 2], bytes: &Bytes, weights: &Bytes) -> [__m256i; 2] {
        // SAFETY: the target has AVX2, and the sizes are equal.
        unsafe {
            let bytes = transmute::<[i8; LANES], __m256i>(bytes.0);
            let weights = transmute::<[i8; LANES], __m256i>(weights.0);
            let pairs = _mm256_maddubs_epi16(bytes, weights);
            let fours = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
            [_mm256_add_epi32(sums[0], fours), sums[1]]
        }
    }

    #[inline(always)]
    fn total(sums: [__m256i; 2]) -> i64 {
        // SAFETY: the target has AVX2, and the sizes are equal.
        unsafe {
            let sum = _mm256_add_epi32(sums[0], sums[1]);
            let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum));
            let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sum));
            transmute::<__m256i, [i64; 4]>(_mm256_add_epi64(low, high)).into_iter().sum()
        }
    }

    #[inline(always)]
    fn totals(rows: [[__m256i; 2]; 4]) -> [i32; 4] {
        // SAFETY: the target has AVX2, and the sizes are equal.
        unsafe {
            let [a, b, c, d] = rows.map(|sums| _mm256_add_epi32(sums[0], sums[1]));
            let halves = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
            let sum = _mm_add_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves));
            transmute::<__m128i, [i32; 4]>(sum)
        }
    }
}
