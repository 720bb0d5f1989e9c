//! The network in floating point, laid out for training.

use std::iter;

use nnue::{Architecture, INPUTS, Parameters};

use super::Block;

/// The order of a network's weights in the blocks of a [`Model`].
///
/// First `[tile][king bucket][feature]`, then the biases, then `[output bucket][side][tile]`, then
/// the output biases: the weights of a feature to one tile of 64 hidden units are one [`Block`].
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
        self.output(self.arch.buckets(), 0, 0)
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
fn rows(layout: Layout, parameters: &mut Parameters) -> impl Iterator<Item = (usize, &mut [f32])> {
    let hidden = layout.arch.hidden();
    let tiled = move |numbers| <[f32]>::chunks_mut(numbers, Block::LEN).enumerate();
    let weights =
        parameters.feature_weights.chunks_mut(hidden).enumerate().flat_map(move |(feature, row)| {
            tiled(row).map(move |(tile, part)| (layout.weights(tile) + feature, part))
        });
    let biases = tiled(&mut parameters.feature_biases).map(move |(tile, part)| (layout.biases(tile), part));
    let outputs = parameters.output_weights.chunks_mut(hidden).enumerate().flat_map(move |(row, part)| {
        tiled(part).map(move |(tile, part)| (layout.output(row / 2, row % 2, tile), part))
    });
    let output_biases = (layout.output_biases(), parameters.output_biases.as_mut_slice());
    weights.chain(biases).chain(outputs).chain([output_biases])
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
