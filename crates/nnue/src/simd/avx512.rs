//! Registers of x86-64 processors with AVX-512 and its instructions for neural networks: 512 bits.
//!
//! Compiled only for targets that have them, which makes the intrinsics safe.

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_dpbusd_epi32, _mm512_add_epi16, _mm512_add_epi64,
    _mm512_castsi512_si256, _mm512_cvtepi32_epi64, _mm512_cvtsepi16_epi8, _mm512_dpwssd_epi32,
    _mm512_extracti64x4_epi64, _mm512_inserti64x4, _mm512_max_epi16, _mm512_min_epi16,
    _mm512_mulhrs_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi64, _mm512_set1_epi16,
    _mm512_setzero_si512, _mm512_slli_epi16, _mm512_sub_epi16,
};
use std::mem::{transmute, zeroed};

use super::Lanes;
use crate::block::{Bytes, LANES};
use crate::{Block, QA};

/// A block in one register.
#[derive(Clone, Copy)]
pub struct Avx512(__m512i);

impl Lanes for Avx512 {
    type Sums = __m512i;

    // SAFETY: all bits zero are a valid register.
    const ZERO: __m512i = unsafe { zeroed() };

    #[inline(always)]
    fn load(block: &Block) -> Self {
        // SAFETY: the sizes are equal, and any bits are valid on both sides.
        Self(unsafe { transmute::<[i16; LANES], __m512i>(block.0) })
    }

    #[inline(always)]
    fn store(self, block: &mut Block) {
        // SAFETY: the sizes are equal, and any bits are valid on both sides.
        block.0 = unsafe { transmute::<__m512i, [i16; LANES]>(self.0) };
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the target has AVX-512.
        Self(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: the target has AVX-512.
        Self(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn add_screlu(sums: __m512i, values: Self, weights: Self) -> __m512i {
        // SAFETY: the target has AVX-512.
        unsafe {
            let positive = _mm512_max_epi16(values.0, _mm512_setzero_si512());
            let value = _mm512_min_epi16(positive, _mm512_set1_epi16(QA));
            let product = _mm512_mullo_epi16(value, weights.0);
            _mm512_dpwssd_epi32(sums, product, value)
        }
    }

    #[inline(always)]
    fn clip(self) -> Bytes {
        // SAFETY: the target has AVX-512, and the sizes are equal.
        unsafe {
            // The conversion saturates at 127.
            let positive = _mm512_max_epi16(self.0, _mm512_setzero_si512());
            Bytes(transmute::<__m256i, [i8; LANES]>(_mm512_cvtsepi16_epi8(positive)))
        }
    }

    #[inline(always)]
    fn pairs(self, other: Self) -> Bytes {
        // SAFETY: the target has AVX-512.
        unsafe {
            let clamped = |value| {
                let positive = _mm512_max_epi16(value, _mm512_setzero_si512());
                _mm512_min_epi16(positive, _mm512_set1_epi16(QA))
            };
            // Rounds the product divided by 2^15.
            Self(_mm512_mulhrs_epi16(_mm512_slli_epi16::<6>(clamped(self.0)), clamped(other.0))).clip()
        }
    }

    #[inline(always)]
    fn add_products(sums: __m512i, bytes: &Bytes, weights: &Bytes) -> __m512i {
        // SAFETY: the target has AVX-512, and the sizes are equal.
        unsafe {
            let bytes = transmute::<[i8; LANES], __m256i>(bytes.0);
            let weights = transmute::<[i8; LANES], __m256i>(weights.0);
            let low = _mm256_dpbusd_epi32(_mm512_castsi512_si256(sums), bytes, weights);
            _mm512_inserti64x4::<0>(sums, low)
        }
    }

    #[inline(always)]
    fn total(sums: __m512i) -> i64 {
        // SAFETY: the target has AVX-512.
        unsafe {
            let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
            let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
            _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
        }
    }
}
