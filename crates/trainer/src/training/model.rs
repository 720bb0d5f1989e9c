//! The network in floating point, laid out for training.

use nnue::{Architecture, INPUTS, Parameters};

use super::Block;

/// Where the numbers of a network are among the blocks of a [`Model`].
///
/// They lie `[tile][feature]`, then the biases, then `[bucket][side][tile]` and the outputs' biases, so that
/// what one tile of 64 hidden units needs of a feature is one [`Block`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    arch: Architecture,
    tiles: usize,
}

impl Layout {
    /// The layout of a network. Hidden units that do not fill their last tile are joined by others
    /// whose weights are zero, and stay so: nothing leads out of them.
    pub const fn new(arch: Architecture) -> Self {
        Self { arch, tiles: arch.hidden().div_ceil(Block::LEN) }
    }

    /// The sizes.
    pub const fn arch(self) -> Architecture {
        self.arch
    }

    /// Blocks of hidden units.
    pub const fn tiles(self) -> usize {
        self.tiles
    }

    /// Where the weights of a tile's hidden units begin: a block for each feature.
    pub const fn weights(self, tile: usize) -> usize {
        tile * INPUTS
    }

    /// The biases of a tile's hidden units.
    pub const fn biases(self, tile: usize) -> usize {
        self.tiles * INPUTS + tile
    }

    /// The weights from a tile of a side (0 is to move) to an output.
    pub const fn output(self, bucket: usize, side: usize, tile: usize) -> usize {
        self.tiles * (INPUTS + 1) + (bucket * 2 + side) * self.tiles + tile
    }

    /// The biases of the outputs.
    pub const fn output_biases(self) -> usize {
        self.tiles * (INPUTS + 1) + self.arch.buckets() * 2 * self.tiles
    }

    /// All blocks.
    pub const fn blocks(self) -> usize {
        self.output_biases() + 1
    }
}

/// A number for each weight and bias of a network: the weights themselves, their gradients, or what
/// the optimiser remembers of them.
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

    /// Where is what.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The numbers.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The numbers.
    pub fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.blocks
    }

    /// The same numbers as the rest of the program lays them out.
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

/// Every block with the numbers that belong into it.
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
        for (hidden, buckets) in [(32, 1), (64, 8), (96, 1), (256, 8)] {
            let arch = Architecture::new(hidden, buckets).unwrap();
            let mut parameters = Parameters::random(arch, &mut SplitMix64::new(4));
            parameters.output_biases.iter_mut().for_each(|bias| *bias = 0.5);
            assert!(Model::from(&parameters).parameters() == parameters, "{arch}");
        }
    }
}
