//! The small layers of foreign nets: bytes in, 32-bit sums out.

use crate::NetError;
use crate::block::{Bytes, LANES};
use crate::file::Reader;
use crate::simd::{self, Best};

/// Weights of these layers are 64 for one.
pub const SHIFT: u32 = 6;

/// A row of weights and a bias per output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affine {
    weights: Vec<Bytes>,
    biases: Vec<i32>,
}

impl Affine {
    /// Reads 32-bit biases and then 8-bit weights, a row per output. Rows are whole blocks.
    pub fn read(reader: &mut Reader, inputs: usize, outputs: usize) -> Result<Self, NetError> {
        let biases = reader.numbers(outputs)?.collect();
        let rows = reader.take(inputs * outputs)?.chunks_exact(LANES);
        let weights = rows.map(|row| Bytes(std::array::from_fn(|lane| row[lane] as i8))).collect();
        Ok(Self { weights, biases })
    }

    /// One output.
    #[inline]
    pub fn output(&self, number: usize, input: &[Bytes]) -> i32 {
        let weights = &self.weights[number * input.len()..][..input.len()];
        self.biases[number].wrapping_add(simd::dot::<Best>(input, weights))
    }

    /// The first `N` outputs.
    #[inline]
    pub fn outputs<const N: usize>(&self, input: &[Bytes]) -> [i32; N] {
        std::array::from_fn(|number| self.output(number, input))
    }

    /// The first 32 outputs, scaled by [`ramp`].
    #[inline]
    pub fn ramp(&self, input: &[Bytes]) -> Bytes {
        Bytes(self.outputs(input).map(ramp))
    }

    /// Whether the weights of this input and all after it are zero.
    pub fn ignores_from(&self, input: usize) -> bool {
        self.weights.iter().all(|row| row.0[input..].iter().all(|&weight| weight == 0))
    }
}

/// Scales a sum to the input of the next layer: 0..=127.
#[inline]
pub fn ramp(sum: i32) -> i8 {
    (sum >> SHIFT).clamp(0, 127) as i8
}
