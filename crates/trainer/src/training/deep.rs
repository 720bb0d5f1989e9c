//! The small layers of a deep network.
//!
//! Four positions of the same output bucket pass together, so that weights and gradients are read
//! and written once for all of them, 16 values at a time: what is needed of four positions then
//! fits the registers.

use nnue::{MOST_HIDDEN, SECOND, THIRD, THIRD_INPUTS};

use super::{Block, Layout, Model};

/// Positions that pass together.
pub const TOGETHER: usize = 4;

/// The most tiles of hidden units, and so of pairs of both sides.
const MOST_TILES: usize = MOST_HIDDEN / Block::LEN;

/// Values that are processed together.
const CHUNK: usize = 16;

/// A value of each position.
type Each<T> = [T; TOGETHER];

/// The values of some positions in the stack of their output bucket.
pub struct Stack {
    layout: Layout,
    /// The pairs of hidden units: those of the side to move, then those of the other one.
    pairs: Each<[Block; MOST_TILES]>,
    /// The slopes of the pairs.
    slopes: Each<[Block; MOST_TILES]>,
    /// The sums of the second layer.
    second: Each<[f32; SECOND]>,
    /// The same clamped, then the same squared.
    inputs: Each<[f32; THIRD_INPUTS]>,
    /// The units of the third layer, clamped.
    third: Each<[f32; THIRD]>,
}

impl Stack {
    /// A stack without positions.
    pub fn new(layout: Layout) -> Box<Self> {
        Box::new(Self {
            layout,
            pairs: [[Block::ZERO; MOST_TILES]; TOGETHER],
            slopes: [[Block::ZERO; MOST_TILES]; TOGETHER],
            second: [[0.0; SECOND]; TOGETHER],
            inputs: [[0.0; THIRD_INPUTS]; TOGETHER],
            third: [[0.0; THIRD]; TOGETHER],
        })
    }

    /// Multiplies the hidden units of a position in pairs. `activations` returns a tile of a side.
    #[inline]
    pub fn pair<'a>(&mut self, place: usize, activations: impl Fn(usize, usize) -> &'a Block) {
        let half = self.layout.tiles() / 2;
        for side in 0..2 {
            for tile in 0..half {
                let pairs = activations(side, tile).times(activations(side, tile + half));
                self.pairs[place][side * half + tile] = pairs;
            }
        }
    }

    /// Calls `take` with the slopes of a position: side, tile, and the slopes of its pairs.
    #[inline]
    pub fn unpair(&self, place: usize, mut take: impl FnMut(usize, usize, &Block)) {
        let half = self.layout.tiles() / 2;
        for side in 0..2 {
            for tile in 0..half {
                take(side, tile, &self.slopes[place][side * half + tile]);
            }
        }
    }

    /// The outputs without their bias.
    #[inline]
    pub fn forward(&mut self, model: &Model, bucket: usize) -> Each<f32> {
        let (layout, blocks) = (self.layout, model.blocks());
        let second_biases = &blocks[layout.second_biases(bucket)];
        for unit in 0..SECOND {
            let weights = &blocks[layout.second(bucket, unit)..][..layout.tiles()];
            for (place, sum) in self.weighed_pairs(weights).into_iter().enumerate() {
                let sum = second_biases[unit] + sum;
                self.second[place][unit] = sum;
                self.inputs[place][unit] = sum.clamp(0.0, 1.0);
                self.inputs[place][SECOND + unit] = (sum * sum).min(1.0);
            }
        }
        let weights = row(&blocks[layout.deep_output(bucket)]);
        std::array::from_fn(|place| {
            let mut sums = *row(&blocks[layout.third_biases(bucket)]);
            for (number, input) in self.inputs[place].into_iter().enumerate() {
                let row = row(&blocks[layout.third(bucket, number)]);
                for unit in 0..THIRD {
                    sums[unit] += input * row[unit];
                }
            }
            let mut products = [0.0; THIRD];
            for unit in 0..THIRD {
                let active = sums[unit].clamp(0.0, 1.0);
                self.third[place][unit] = active;
                products[unit] = active * active * weights[unit];
            }
            total(products)
        })
    }

    /// The pairs of each position times these weights.
    #[inline(always)]
    fn weighed_pairs(&self, weights: &[Block]) -> Each<f32> {
        let mut sums = [[0.0; CHUNK]; TOGETHER];
        for (tile, weights) in weights.iter().enumerate() {
            for (part, weights) in chunks(weights).iter().enumerate() {
                for (sums, pairs) in sums.iter_mut().zip(&self.pairs) {
                    let pairs = &chunks(&pairs[tile])[part];
                    for lane in 0..CHUNK {
                        sums[lane] += pairs[lane] * weights[lane];
                    }
                }
            }
        }
        sums.map(total)
    }

    /// Adds the gradient for the slopes of the outputs, after [`Self::forward`].
    #[inline]
    pub fn backward(&mut self, model: &Model, bucket: usize, slopes: Each<f32>, gradient: &mut Model) {
        let before = self.before_third(model, bucket, slopes, gradient);
        let of_inputs = self.before_inputs(model, bucket, &before, gradient);
        let mut slopes = [[0.0; TOGETHER]; SECOND];
        let of_biases = &mut gradient.blocks_mut()[self.layout.second_biases(bucket)];
        for place in 0..TOGETHER {
            for (unit, slopes) in slopes.iter_mut().enumerate() {
                let sum = self.second[place][unit];
                let clamped = if sum > 0.0 && sum < 1.0 { of_inputs[unit][place] } else { 0.0 };
                let squared = if sum.abs() < 1.0 { 2.0 * sum * of_inputs[SECOND + unit][place] } else { 0.0 };
                slopes[place] = clamped + squared;
                of_biases[unit] += slopes[place];
            }
        }
        self.before_pairs(model, bucket, &slopes, gradient);
    }

    /// The slopes before the activation of the third layer.
    #[inline(always)]
    fn before_third(
        &self,
        model: &Model,
        bucket: usize,
        slopes: Each<f32>,
        gradient: &mut Model,
    ) -> Each<[f32; THIRD]> {
        let weights = row(&model.blocks()[self.layout.deep_output(bucket)]);
        let mut before = [[0.0; THIRD]; TOGETHER];
        let of_weights = row_mut(&mut gradient.blocks_mut()[self.layout.deep_output(bucket)]);
        for place in 0..TOGETHER {
            for unit in 0..THIRD {
                let active = self.third[place][unit];
                of_weights[unit] += slopes[place] * (active * active);
                let open = if active < 1.0 { active } else { 0.0 };
                before[place][unit] = 2.0 * slopes[place] * weights[unit] * open;
            }
        }
        let of_biases = row_mut(&mut gradient.blocks_mut()[self.layout.third_biases(bucket)]);
        for before in &before {
            for unit in 0..THIRD {
                of_biases[unit] += before[unit];
            }
        }
        before
    }

    /// The slopes of the inputs of the third layer.
    #[inline(always)]
    fn before_inputs(
        &self,
        model: &Model,
        bucket: usize,
        before: &Each<[f32; THIRD]>,
        gradient: &mut Model,
    ) -> [Each<f32>; THIRD_INPUTS] {
        // The positions side by side, so that they are summed in one register.
        let beside: [Each<f32>; THIRD] =
            std::array::from_fn(|unit| std::array::from_fn(|place| before[place][unit]));
        let mut of_inputs = [[0.0; TOGETHER]; THIRD_INPUTS];
        for (number, of_input) in of_inputs.iter_mut().enumerate() {
            let weights = row(&model.blocks()[self.layout.third(bucket, number)]);
            for unit in 0..THIRD {
                for place in 0..TOGETHER {
                    of_input[place] += weights[unit] * beside[unit][place];
                }
            }
            let of_weights = row_mut(&mut gradient.blocks_mut()[self.layout.third(bucket, number)]);
            for (inputs, before) in self.inputs.iter().zip(before) {
                for unit in 0..THIRD {
                    of_weights[unit] += inputs[number] * before[unit];
                }
            }
        }
        of_inputs
    }

    /// The slopes of the pairs.
    #[inline(always)]
    fn before_pairs(
        &mut self,
        model: &Model,
        bucket: usize,
        slopes: &[Each<f32>; SECOND],
        gradient: &mut Model,
    ) {
        let (layout, blocks, gradients) = (self.layout, model.blocks(), gradient.blocks_mut());
        for tile in 0..layout.tiles() {
            for part in 0..Block::LEN / CHUNK {
                let pairs: Each<[f32; CHUNK]> =
                    std::array::from_fn(|place| chunks(&self.pairs[place][tile])[part]);
                let mut of_pairs = [[0.0; CHUNK]; TOGETHER];
                for (unit, slopes) in slopes.iter().enumerate() {
                    let block = layout.second(bucket, unit) + tile;
                    let weights = &chunks(&blocks[block])[part];
                    let of_weights = &mut chunks_mut(&mut gradients[block])[part];
                    let mut sum = *of_weights;
                    for place in 0..TOGETHER {
                        let slope = slopes[place];
                        for lane in 0..CHUNK {
                            sum[lane] += slope * pairs[place][lane];
                            of_pairs[place][lane] += slope * weights[lane];
                        }
                    }
                    *of_weights = sum;
                }
                for (slopes, of_pairs) in self.slopes.iter_mut().zip(of_pairs) {
                    chunks_mut(&mut slopes[tile])[part] = of_pairs;
                }
            }
        }
    }
}

/// The sum of all values: by halves, so that whole registers are added as long as possible.
#[inline(always)]
fn total<const N: usize>(mut values: [f32; N]) -> f32 {
    let mut half = N / 2;
    while half > 0 {
        for index in 0..half {
            values[index] += values[index + half];
        }
        half /= 2;
    }
    values[0]
}

#[inline(always)]
fn chunks(block: &Block) -> &[[f32; CHUNK]] {
    block.values().as_chunks().0
}

#[inline(always)]
fn chunks_mut(block: &mut Block) -> &mut [[f32; CHUNK]] {
    block.values_mut().as_chunks_mut().0
}

/// A row of the third layer or of its outputs.
#[inline(always)]
fn row(block: &Block) -> &[f32; THIRD] {
    block.values().first_chunk().expect("a block is longer than a row")
}

#[inline(always)]
fn row_mut(block: &mut Block) -> &mut [f32; THIRD] {
    block.values_mut().first_chunk_mut().expect("a block is longer than a row")
}
