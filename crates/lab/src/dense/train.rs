//! Training: mean absolute error, Adam, batches.
//!
//! A batch of positions goes through the net forwards, the sign of each error goes through it backwards, and
//! every weight moves against its gradient, by Adam's rule: a running mean of the gradient divided by the root
//! of a running mean of its square, so that all weights move at a similar pace. Both ways are products of
//! matrices, 808 by 808 times 808 by the batch, which a library does; each thread takes a part of the batch.

use std::thread;

use gamekit::SplitMix64;
use nalgebra::DMatrix;
use rusqlite::Result;
use serde::{Deserialize, Serialize};

use super::input::{INPUTS, ones};
use super::net::{DenseNet, Layer};
use super::{MOST_PAWNS, Store};

/// What to train and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The net's name.
    pub name: String,
    /// Always `dense`, which tells the recipe from those of other nets.
    pub kind: Kind,
    /// The database of positions.
    pub data: std::path::PathBuf,
    /// Hidden layers.
    #[serde(default = "five")]
    pub hidden: usize,
    /// Positions of a step.
    #[serde(default = "usual_batch")]
    pub batch: usize,
    /// Adam's rate.
    #[serde(default = "usual_rate")]
    pub rate: f32,
    /// Every how many positions one is left for validation.
    #[serde(default = "usual_validation")]
    pub validation: u64,
    /// Where the random numbers start.
    #[serde(default)]
    pub seed: u64,
}

/// The kind of net that a recipe is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// This one.
    Dense,
}

fn five() -> usize {
    5
}

fn usual_batch() -> usize {
    512
}

fn usual_rate() -> f32 {
    1e-3
}

fn usual_validation() -> u64 {
    50
}

/// A position with its target.
pub type Sample = ([u8; super::input::BYTES], f32);

/// A training of one epoch.
pub struct Training {
    net: DenseNet,
    mean: DenseNet,
    square: DenseNet,
    rate: f32,
    steps: i32,
    threads: usize,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const TINY: f32 = 1e-8;

impl Training {
    /// A training from random weights.
    pub fn new(recipe: &Recipe, threads: usize) -> Self {
        let net = DenseNet::random(recipe.hidden, recipe.seed);
        let zeros = DenseNet::zeros_like(&net);
        Self { mean: zeros.clone(), square: zeros, net, rate: recipe.rate, steps: 0, threads: threads.max(1) }
    }

    /// The net so far.
    pub fn net(&self) -> &DenseNet {
        &self.net
    }

    /// Learns from a batch, and returns the mean error before.
    pub fn step(&mut self, batch: &[Sample]) -> f32 {
        let size = batch.len().div_ceil(self.threads).max(1);
        let net = &self.net;
        let parts: Vec<(DenseNet, f32)> = thread::scope(|scope| {
            let workers: Vec<_> = batch
                .chunks(size)
                .map(|part| scope.spawn(move || gradient(net, part, batch.len())))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("a product of matrices does not fail"))
                .collect()
        });
        let error = parts.iter().map(|(_, error)| error).sum::<f32>() / batch.len() as f32;
        let mut parts = parts.into_iter().map(|(gradient, _)| gradient);
        let mut sum = parts.next().unwrap_or_else(|| DenseNet::zeros_like(&self.net));
        for part in parts {
            for (layer, other) in sum.layers.iter_mut().zip(&part.layers) {
                layer.weights += &other.weights;
                layer.biases += &other.biases;
            }
        }
        self.descend(&mut sum);
        error
    }

    /// Adam's step.
    fn descend(&mut self, gradient: &mut DenseNet) {
        self.steps += 1;
        let corrected = |decay: f32| 1.0 - decay.powi(self.steps);
        let rate = self.rate * corrected(SQUARE_DECAY).sqrt() / corrected(MEAN_DECAY);
        let Self { net, mean, square, .. } = self;
        let layers =
            net.layers.iter_mut().zip(&mut mean.layers).zip(&mut square.layers).zip(&mut gradient.layers);
        for (((layer, mean), square), gradient) in layers {
            let numbers = layer.numbers_mut().zip(mean.numbers_mut()).zip(square.numbers_mut());
            for (((weight, mean), square), gradient) in numbers.zip(gradient.numbers_mut()) {
                *mean += (1.0 - MEAN_DECAY) * (*gradient - *mean);
                *square += (1.0 - SQUARE_DECAY) * (*gradient * *gradient - *square);
                *weight -= rate * *mean / (square.sqrt() + TINY);
            }
        }
    }
}

/// The gradient of the mean absolute error over `total` positions, of which these are a part, and the sum
/// of their errors.
fn gradient(net: &DenseNet, part: &[Sample], total: usize) -> (DenseNet, f32) {
    let mut input = DMatrix::zeros(INPUTS, part.len());
    for (column, (packed, _)) in part.iter().enumerate() {
        ones(packed).for_each(|row| input[(row, column)] = 1.0);
    }
    // The input of each layer.
    let mut activations = vec![input];
    for (index, layer) in net.layers.iter().enumerate() {
        let mut output = &layer.weights * &activations[index];
        for mut column in output.column_iter_mut() {
            column += &layer.biases;
        }
        if index < net.hidden() {
            output.apply(|value| *value = value.max(0.0));
        }
        activations.push(output);
    }
    let output = activations.pop().expect("a net has a layer");
    let differences = part
        .iter()
        .zip(output.iter())
        .map(|((_, target), said)| said - target.clamp(-MOST_PAWNS, MOST_PAWNS));
    let error = differences.clone().map(f32::abs).sum();
    let signs = differences.map(|difference| difference.signum() / total as f32);
    let mut back = DMatrix::from_iterator(1, part.len(), signs);
    let mut layers = Vec::new();
    for (layer, activation) in net.layers.iter().zip(&activations).rev() {
        layers.push(Layer { weights: &back * activation.transpose(), biases: back.column_sum() });
        // What a unit that gave nothing was told does not matter. The inputs themselves are not learned.
        back = layer.weights.transpose() * back;
        back.zip_apply(activation, |value, unit| {
            if unit <= 0.0 {
                *value = 0.0;
            }
        });
    }
    layers.reverse();
    (DenseNet { layers }, error)
}

/// The ids of a database in random order, those for validation apart.
pub fn split(store: &Store, recipe: &Recipe) -> (Vec<u64>, Vec<u64>) {
    let is_held = |id: &u64| id.is_multiple_of(recipe.validation.max(2));
    let (held, mut training): (Vec<u64>, Vec<u64>) = (1..=store.len()).partition(is_held);
    let mut rng = SplitMix64::new(recipe.seed);
    for last in (1..training.len()).rev() {
        training.swap(last, rng.below(last + 1));
    }
    (training, held)
}

/// Reads positions by their ids.
pub fn fetch(store: &Store, ids: &[u64]) -> Result<Vec<Sample>> {
    ids.iter().map(|&id| store.packed(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense::input::pack;

    fn recipe() -> Recipe {
        Recipe {
            name: "small".to_owned(),
            kind: Kind::Dense,
            data: "none".into(),
            hidden: 1,
            batch: 4,
            rate: 1e-3,
            validation: 50,
            seed: 1,
        }
    }

    fn samples() -> Vec<Sample> {
        let fens = [
            (chess::fen::INITIAL, 0.3),
            ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 40", 30.0),
            ("q3k3/8/8/8/8/8/8/4K3 w - - 0 40", -9.0),
        ];
        fens.map(|(fen, pawns)| (pack(&fen.parse().unwrap()), pawns)).into()
    }

    /// The slope of the error along every direction that is tried is the gradient.
    #[test]
    fn gradients_are_slopes() {
        let (net, samples) = (DenseNet::random(2, 5), samples());
        let (slope, error) = gradient(&net, &samples, samples.len());
        let mean = |net: &DenseNet| {
            let errors = samples
                .iter()
                .map(|(packed, target)| (net.evaluate(packed) - target.clamp(-15.0, 15.0)).abs());
            errors.sum::<f32>() / samples.len() as f32
        };
        assert!((mean(&net) - error / samples.len() as f32).abs() < 1e-4);
        let king = ones(&samples[0].0).next().unwrap();
        // Weights of units that no sample has just at the kink of its ReLU.
        for (layer, row, column) in [(0, 3, king), (1, 5, 9), (1, 200, 400), (2, 0, 17)] {
            let step = 1e-2;
            let moved = |by: f32| {
                let mut net = net.clone();
                net.layers[layer].weights[(row, column)] += by;
                mean(&net)
            };
            let measured = (moved(step) - moved(-step)) / (2.0 * step);
            let computed = slope.layers[layer].weights[(row, column)];
            let tolerance = 2e-4 + 0.03 * computed.abs();
            assert!((measured - computed).abs() < tolerance, "layer {layer}: {measured} and {computed}");
        }
    }

    #[test]
    fn a_batch_is_learned_whatever_the_threads() {
        let samples = samples();
        let mut nets = [1, 2].map(|threads| Training::new(&recipe(), threads));
        let first = nets[0].step(&samples);
        nets[1].step(&samples);
        for _ in 0..150 {
            for training in &mut nets {
                training.step(&samples);
            }
        }
        let errors = nets.map(|mut training| training.step(&samples));
        assert!(errors.iter().all(|error| *error < first / 4.0), "{first} to {errors:?}");
    }
}
