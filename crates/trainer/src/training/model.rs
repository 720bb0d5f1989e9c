//! The network in floating point, laid out for training.

use std::iter;

use nnue::{Architecture, INPUTS, Parameters, SECOND, THIRD, THIRD_INPUTS};

use super::Block;

/// The order of a network's weights in the blocks of a [`Model`].
///
/// First `[tile][king bucket][feature]`, then the biases, then `[output bucket][side][tile]`, then
/// the output biases: the weights of a feature to one tile of 64 hidden units are one [`Block`].
///
/// A deep network has a stack for each output bucket in place of `[output bucket][side][tile]`. It
/// begins with `[unit][side][tile of pairs]`, the weights of the second layer; then come its
/// biases, the rows of the third layer, one for each input, its biases, and the output weights,
/// each in a block of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    arch: Architecture,
    tiles: usize,
}

impl Layout {
    /// The layout of a network. The last tile of hidden units is padded with units whose weights
    /// are and stay zero.
    pub const fn new(arch: Architecture) -> Self {
        Self { arch, tiles: arch.hidden().div_ceil(Block::LEN) }
    }

    /// The sizes.
    pub const fn arch(self) -> Architecture {
        self.arch
    }

    /// The layout of the weights that king buckets share, if there are several.
    pub fn shared(self) -> Option<Self> {
        let one = self.arch.with_king_buckets(1).expect("every net may have one king bucket");
        (one != self.arch).then(|| Self::new(one))
    }

    /// Blocks of hidden units.
    pub const fn tiles(self) -> usize {
        self.tiles
    }

    /// The first of a tile's weights: a block for each feature.
    pub const fn weights(self, tile: usize) -> usize {
        tile * self.arch.inputs()
    }

    /// The biases of a tile's hidden units.
    pub const fn biases(self, tile: usize) -> usize {
        self.weights(self.tiles) + tile
    }

    /// The weights from a tile of a side (0 is the side to move) to an output.
    pub const fn output(self, bucket: usize, side: usize, tile: usize) -> usize {
        self.biases(self.tiles) + (bucket * 2 + side) * self.tiles + tile
    }

    /// The biases of the outputs.
    pub const fn output_biases(self) -> usize {
        if self.arch.is_deep() {
            self.stack(self.arch.buckets())
        } else {
            self.output(self.arch.buckets(), 0, 0)
        }
    }

    /// The weights from the pairs to a unit of the second layer, a block for each tile of pairs:
    /// the first of the stack.
    pub const fn second(self, bucket: usize, unit: usize) -> usize {
        self.stack(bucket) + unit * self.tiles
    }

    /// The biases of a second layer.
    pub const fn second_biases(self, bucket: usize) -> usize {
        self.second(bucket, SECOND)
    }

    /// The weights from an input of a third layer.
    pub const fn third(self, bucket: usize, input: usize) -> usize {
        self.second_biases(bucket) + 1 + input
    }

    /// The biases of a third layer.
    pub const fn third_biases(self, bucket: usize) -> usize {
        self.third(bucket, THIRD_INPUTS)
    }

    /// The weights from a third layer to the output.
    pub const fn deep_output(self, bucket: usize) -> usize {
        self.third_biases(bucket) + 1
    }

    /// The first block of a stack.
    const fn stack(self, bucket: usize) -> usize {
        let blocks = SECOND * self.tiles + 1 + THIRD_INPUTS + 1 + 1;
        self.biases(self.tiles) + bucket * blocks
    }

    /// All blocks.
    pub const fn blocks(self) -> usize {
        self.output_biases() + 1
    }
}

/// A value for each weight and bias of a network: weights, gradients or moments.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    layout: Layout,
    blocks: Vec<Block>,
}

impl Model {
    /// All zeros.
    pub fn zeros(layout: Layout) -> Self {
        Self { layout, blocks: vec![Block::ZERO; layout.blocks()] }
    }

    /// The order of the values.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The values.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The values.
    pub fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.blocks
    }

    /// All blocks in portions. A portion of first-layer weights has a slice of the same features
    /// for each king bucket; all others are one slice.
    pub fn portions_mut(&mut self) -> impl Iterator<Item = Vec<&mut [Block]>> {
        /// Blocks in a slice.
        const PORTION: usize = 64;
        let inputs = self.layout.arch.inputs();
        let (weights, rest) = self.blocks.split_at_mut(self.layout.biases(0));
        let tiles = weights.chunks_mut(inputs).flat_map(|tile| {
            let mut buckets: Vec<_> = tile.chunks_mut(INPUTS).map(|rows| rows.chunks_mut(PORTION)).collect();
            iter::from_fn(move || buckets.iter_mut().map(Iterator::next).collect())
        });
        tiles.chain(rest.chunks_mut(PORTION).map(|blocks| vec![blocks]))
    }

    /// The values in the order of the crate `nnue`.
    pub fn parameters(&self) -> Parameters {
        let mut parameters = Parameters::zeros(self.layout.arch);
        for (block, numbers) in rows(self.layout, &mut parameters) {
            numbers.copy_from_slice(&self.blocks[block].values()[..numbers.len()]);
        }
        parameters
    }
}

impl From<&Parameters> for Model {
    fn from(parameters: &Parameters) -> Self {
        let layout = Layout::new(parameters.arch());
        let mut model = Self::zeros(layout);
        for (block, numbers) in rows(layout, &mut parameters.clone()) {
            model.blocks[block].values_mut()[..numbers.len()].copy_from_slice(numbers);
        }
        model
    }
}

/// The index of each block with the values that belong in it.
fn rows(layout: Layout, parameters: &mut Parameters) -> Vec<(usize, &mut [f32])> {
    let hidden = layout.arch.hidden();
    let is_deep = layout.arch.is_deep();
    let [features, biases, second, second_biases, third, third_biases, outputs, output_biases] =
        parameters.layers_mut();
    let mut rows = Vec::new();
    for (feature, row) in features.chunks_mut(hidden).enumerate() {
        rows.extend(tiled(row).map(|(tile, part)| (layout.weights(tile) + feature, part)));
    }
    rows.extend(tiled(biases).map(|(tile, part)| (layout.biases(tile), part)));
    for (row, part) in second.chunks_mut(hidden).enumerate() {
        let first = layout.second(row / SECOND, row % SECOND);
        rows.extend(tiled(part).map(|(tile, part)| (first + tile, part)));
    }
    for (bucket, part) in second_biases.chunks_mut(SECOND).enumerate() {
        rows.push((layout.second_biases(bucket), part));
    }
    for (row, part) in third.chunks_mut(THIRD).enumerate() {
        rows.push((layout.third(row / THIRD_INPUTS, row % THIRD_INPUTS), part));
    }
    for (bucket, part) in third_biases.chunks_mut(THIRD).enumerate() {
        rows.push((layout.third_biases(bucket), part));
    }
    for (row, part) in outputs.chunks_mut(if is_deep { THIRD } else { hidden }).enumerate() {
        if is_deep {
            rows.push((layout.deep_output(row), part));
        } else {
            rows.extend(tiled(part).map(|(tile, part)| (layout.output(row / 2, row % 2, tile), part)));
        }
    }
    rows.push((layout.output_biases(), output_biases));
    rows
}

/// The parts of a row of hidden units.
fn tiled(row: &mut [f32]) -> impl Iterator<Item = (usize, &mut [f32])> {
    row.chunks_mut(Block::LEN).enumerate()
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;

    #[test]
    fn parameters_round_trip() {
        for (hidden, buckets, king_buckets) in [(32, 1, 1), (64, 8, 4), (96, 1, 5), (256, 8, 1)] {
            let arch = Architecture::new(hidden, buckets).unwrap().with_king_buckets(king_buckets).unwrap();
            let mut parameters = Parameters::random(arch, &mut SplitMix64::new(4));
            parameters.output_biases.iter_mut().for_each(|bias| *bias = 0.5);
            assert!(Model::from(&parameters).parameters() == parameters, "{arch}");
        }
        let arch = Architecture::new(256, 8).unwrap().deep().unwrap();
        let mut parameters = Parameters::random(arch, &mut SplitMix64::new(4));
        let mut count = 0;
        for value in parameters.layers_mut().into_iter().flatten() {
            count += 1;
            *value = count as f32;
        }
        let model = Model::from(&parameters);
        assert!(model.parameters() == parameters, "{arch}");
        let filled = model.blocks().iter().flat_map(Block::values).filter(|value| **value != 0.0);
        assert_eq!(filled.count(), count, "no value has the place of another");
    }

    #[test]
    fn portions_hold_every_block_once_and_all_king_buckets_of_a_feature() {
        let arch = Architecture::new(96, 8).unwrap().with_king_buckets(4).unwrap();
        let layout = Layout::new(arch);
        let mut model = Model::zeros(layout);
        for (number, block) in model.blocks.iter_mut().enumerate() {
            block[0] = number as f32;
        }
        let mut numbers = Vec::new();
        for portion in model.portions_mut() {
            let begins = portion.iter().map(|blocks| blocks[0][0] as usize);
            assert!(portion.len() == 1 || begins.is_sorted_by(|a, b| a + INPUTS == *b));
            numbers.extend(portion.iter().flat_map(|blocks| blocks.iter()).map(|block| block[0] as usize));
        }
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..layout.blocks()));
    }
}
