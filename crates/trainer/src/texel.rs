//! Tuning the weights of the classical evaluation on the results of games: Peter Österlund's method
//! for Texel, with gradient descent.
//!
//! The sigmoid of a quiet position's evaluation predicts White's result; the weights are fitted to
//! minimise the mean square error. The evaluation is linear in its weights, so a position becomes a
//! short list of counts once, and an epoch over a million positions takes a second.
//!
//! - [`Samples`] holds the positions as counts;
//! - [`Model`] predicts results and computes gradients;
//! - [`fit`] trains it;
//! - [`weights_file`] writes the result as the source file that the engine is built with.

mod adam;
mod model;
mod output;
mod samples;

pub use model::Model;
pub use output::weights_file;
pub use samples::{Samples, Split};

use gamekit::SplitMix64;

use adam::Adam;

/// How to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Passes over the data.
    pub epochs: usize,
    /// Batch size.
    pub batch: usize,
    /// First learning rate in centipawns a step; it falls along half a cosine.
    pub rate: f64,
    /// Regularisation towards the starting weights, in positions: rare weights stay near them.
    pub prior: f64,
    /// Threads. The result does not depend on it.
    pub threads: usize,
    /// Random seed of the shuffle.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 60, batch: 16_384, rate: 1.5, prior: 300.0, threads: 1, seed: 1 }
    }
}

/// The state of training after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Epochs done.
    pub epoch: usize,
    /// The mean square error on training positions.
    pub training: f64,
    /// The mean square error on validation games.
    pub validation: f64,
}

/// Trains a model in place. `report` is called after each epoch and returns whether to go on.
pub fn fit(model: &mut Model, split: &Split, settings: &Settings, mut report: impl FnMut(Progress) -> bool) {
    let Split { training, validation, .. } = split;
    let start = model.clone();
    let batches = training.len().div_ceil(settings.batch.max(1));
    let steps = (settings.epochs * batches) as f64;
    let mut adam = Adam::new();
    let mut rng = SplitMix64::new(settings.seed);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    for epoch in 0..settings.epochs {
        shuffle(&mut order, &mut rng);
        let mut error = 0.0;
        for (batch, positions) in order.chunks(settings.batch.max(1)).enumerate() {
            let mut step = model.gradient(training, positions, settings.threads);
            error += step.error * positions.len() as f64;
            model.add_pull(&start, settings.prior / training.len() as f64, &mut step);
            let done = (epoch * batches + batch) as f64 / steps;
            let rate = settings.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f64::consts::PI * done).cos()));
            adam.step(model.weights_mut(), &step.slopes, rate);
        }
        let progress = Progress {
            epoch: epoch + 1,
            training: error / training.len() as f64,
            validation: model.error(validation, settings.threads),
        };
        if !report(progress) {
            break;
        }
    }
}

/// Fisher-Yates shuffle.
fn shuffle(order: &mut [u32], rng: &mut SplitMix64) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests;
