//! The second, third and last layers of a deep net.
//!
//! The pairs of hidden units are bytes, 127 for one, and so are the weights of the second layer,
//! [`QB`] for one: nearly all of the work is there. The rest is in floating point. Its sums are
//! computed in the same order everywhere and nothing is fused, so every processor gets the same
//! bits.

use crate::block::{Bytes, LANES};
use crate::parameters::rounded;
use crate::simd::{self, Best, Lanes};
use crate::{Architecture, Block, MOST_HIDDEN, Parameters, QB, SECOND, THIRD, THIRD_INPUTS};

/// One in the pairs of hidden units.
const ONE: f32 = 127.0;

/// A stack of small layers for each output bucket.
#[derive(Clone, PartialEq, Debug)]
pub struct Layers {
    /// [`SECOND`] rows of `H` for each stack.
    pub(crate) second: Vec<Bytes>,
    pub(crate) stacks: Vec<Stack>,
}

/// What is in floating point.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))]
pub(crate) struct Stack {
    pub second_biases: [f32; SECOND],
    /// A row for each input.
    pub third: [[f32; THIRD]; THIRD_INPUTS],
    pub third_biases: [f32; THIRD],
    pub output: [f32; THIRD],
    pub output_bias: f32,
}

impl Stack {
    const ZERO: Self = Self {
        second_biases: [0.0; SECOND],
        third: [[0.0; THIRD]; THIRD_INPUTS],
        third_biases: [0.0; THIRD],
        output: [0.0; THIRD],
        output_bias: 0.0,
    };

    /// All numbers in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let Self { second_biases, third, third_biases, output, output_bias } = self;
        let numbers = second_biases.iter().chain(third.as_flattened()).chain(third_biases).chain(output);
        numbers.chain([output_bias]).copied()
    }

    /// A stack of numbers in the order of the file; none if there are too few.
    pub fn from_numbers(numbers: &mut impl Iterator<Item = f32>) -> Option<Self> {
        let mut stack = Self::ZERO;
        let Self { second_biases, third, third_biases, output, output_bias } = &mut stack;
        let all = second_biases.iter_mut().chain(third.as_flattened_mut()).chain(third_biases).chain(output);
        for number in all.chain([output_bias]) {
            *number = numbers.next()?;
        }
        Some(stack)
    }

    /// The number of values.
    pub const LEN: usize = SECOND + THIRD_INPUTS * THIRD + 2 * THIRD + 1;

    /// The output from the sums of the second layer.
    #[inline]
    fn output(&self, sums: [i32; SECOND]) -> f32 {
        let mut input = [0.0; THIRD_INPUTS];
        for (unit, sum) in sums.into_iter().enumerate() {
            let sum = self.second_biases[unit] + sum as f32 * (1.0 / (ONE * QB as f32));
            input[unit] = sum.clamp(0.0, 1.0);
            input[SECOND + unit] = (sum * sum).min(1.0);
        }
        let mut third = self.third_biases;
        for (input, row) in input.iter().zip(&self.third) {
            for unit in 0..THIRD {
                third[unit] += input * row[unit];
            }
        }
        let mut products = [0.0; THIRD];
        for unit in 0..THIRD {
            let active = third[unit].clamp(0.0, 1.0);
            products[unit] = active * active * self.output[unit];
        }
        // By halves, so that whole registers are added as long as possible.
        let mut half = THIRD / 2;
        while half > 0 {
            for unit in 0..half {
                products[unit] += products[unit + half];
            }
            half /= 2;
        }
        products[0] + self.output_bias
    }
}

impl Layers {
    /// The output for the side to move, from the sums of the first layer of both sides.
    #[inline]
    pub fn output(&self, bucket: usize, own: &[Block], other: &[Block]) -> f32 {
        let mut pairs = [Bytes::ZERO; MOST_HIDDEN / LANES];
        let count = own.len();
        for (pairs, units) in pairs[..count].chunks_exact_mut(count / 2).zip([own, other]) {
            let (first, second) = units.split_at(count / 2);
            for (pair, (first, second)) in pairs.iter_mut().zip(first.iter().zip(second)) {
                *pair = Best::load(first).pairs(Best::load(second));
            }
        }
        let rows = &self.second[bucket * SECOND * count..][..SECOND * count];
        self.stacks[bucket].output(simd::dots::<Best, SECOND>(&pairs[..count], rows))
    }

    /// Writes the weights into parameters of the same sizes.
    pub fn write_to(&self, parameters: &mut Parameters) {
        let second = self.second.iter().flat_map(|bytes| bytes.0);
        parameters.second_weights = second.map(|weight| f32::from(weight) / f32::from(QB)).collect();
        parameters.second_biases = self.stacks.iter().flat_map(|stack| stack.second_biases).collect();
        parameters.third_weights = self.stacks.iter().flat_map(|stack| stack.third.concat()).collect();
        parameters.third_biases = self.stacks.iter().flat_map(|stack| stack.third_biases).collect();
        parameters.output_weights = self.stacks.iter().flat_map(|stack| stack.output).collect();
        parameters.output_biases = self.stacks.iter().map(|stack| stack.output_bias).collect();
    }

    /// The number of 8-bit weights.
    pub fn weights_of(arch: Architecture) -> usize {
        arch.buckets() * SECOND * arch.hidden()
    }

    /// Packs the 8-bit weights.
    pub fn pack(weights: impl Iterator<Item = i8>) -> Vec<Bytes> {
        let mut weights = weights.peekable();
        let mut packed = Vec::new();
        while weights.peek().is_some() {
            packed.push(Bytes(std::array::from_fn(|_| weights.next().expect("rows are whole blocks"))));
        }
        packed
    }
}

impl From<&Parameters> for Layers {
    fn from(parameters: &Parameters) -> Self {
        let weights = parameters.second_weights.iter().map(rounded(QB)).map(|weight| weight as i8);
        let stack = |bucket: usize| {
            let part = |numbers: &[f32]| {
                let length = numbers.len() / parameters.arch().buckets();
                numbers[bucket * length..][..length].to_vec()
            };
            let numbers = [
                part(&parameters.second_biases),
                part(&parameters.third_weights),
                part(&parameters.third_biases),
                part(&parameters.output_weights),
                part(&parameters.output_biases),
            ];
            Stack::from_numbers(&mut numbers.into_iter().flatten()).expect("parameters are complete")
        };
        let stacks = (0..parameters.arch().buckets()).map(stack).collect();
        Self { second: Self::pack(weights), stacks }
    }
}
