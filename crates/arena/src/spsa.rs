//! Tuning parameters by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! Each iteration perturbs all parameters at once, each up or down at random. An engine with the
//! perturbed values plays one with the opposite perturbations, and all parameters move a little
//! towards the winner. A game says very little about each parameter, but the cost does not grow
//! with their number. The steps shrink from iteration to iteration with the exponents that J. C.
//! Spall recommends.

mod run;

pub use run::SpsaError;

use gamekit::SplitMix64;
use serde::{Deserialize, Serialize};

/// The exponent by which the learning rate falls.
const REST: f64 = 0.602;
/// The exponent by which the perturbations shrink.
const SHRINK: f64 = 0.101;
/// The share of the iterations that delays the fall of the learning rate.
const STABILITY: f64 = 0.1;

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The engine's option.
    pub name: String,
    /// Its initial value.
    pub start: i32,
    /// Its current value.
    pub value: f64,
    /// Its least value.
    pub min: i32,
    /// Its greatest value.
    pub max: i32,
    /// The perturbation in the last iteration.
    pub step: f64,
}

/// The state of a tuning run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spsa {
    /// Iterations done.
    pub iteration: u32,
    /// Iterations in all.
    pub iterations: u32,
    /// The final learning rate, in steps per net win.
    pub rate: f64,
    /// The random seed of the perturbations.
    pub seed: u64,
    /// The parameters.
    #[serde(rename = "parameter")]
    pub parameters: Vec<Parameter>,
}

impl Spsa {
    /// The values of the two players of this iteration: perturbed, and perturbed the other way.
    pub fn players(&self) -> [Vec<i32>; 2] {
        let shrink = self.shrink();
        let moved = |parameter: &Parameter, sign: f64| {
            let value = parameter.value + sign * shrink * parameter.step;
            value.round().clamp(parameter.min.into(), parameter.max.into()) as i32
        };
        let coins = self.coins();
        [1.0, -1.0].map(|side| {
            self.parameters
                .iter()
                .zip(&coins)
                .map(|(parameter, coin)| moved(parameter, side * coin))
                .collect()
        })
    }

    /// Updates the parameters by the net wins of the first player in this iteration.
    pub fn learn(&mut self, won: i32) {
        let coins = self.coins();
        let (done, all) = (f64::from(self.iteration), f64::from(self.iterations));
        let rest = ((STABILITY + 1.0) * all / (STABILITY * all + done + 1.0)).powf(REST);
        let gain = self.rate * rest / self.shrink() * f64::from(won);
        for (parameter, coin) in self.parameters.iter_mut().zip(coins) {
            let value = parameter.value + gain * coin * parameter.step;
            parameter.value = value.clamp(parameter.min.into(), parameter.max.into());
        }
        self.iteration += 1;
    }

    /// Whether all iterations are done.
    pub fn is_over(&self) -> bool {
        self.iteration >= self.iterations
    }

    /// The ratio of the perturbations to those of the last iteration.
    fn shrink(&self) -> f64 {
        (f64::from(self.iterations) / f64::from(self.iteration + 1)).powf(SHRINK)
    }

    /// The sign of each parameter's perturbation, the same throughout an iteration.
    fn coins(&self) -> Vec<f64> {
        let mut rng = SplitMix64::new(SplitMix64::new(self.seed).next_u64() ^ u64::from(self.iteration));
        self.parameters.iter().map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning(values: &[f64]) -> Spsa {
        let parameter = |&value: &f64| Parameter {
            name: "x".to_owned(),
            start: value as i32,
            value,
            min: 0,
            max: 1000,
            step: 10.0,
        };
        Spsa {
            iteration: 0,
            iterations: 4000,
            rate: 0.02,
            seed: 1,
            parameters: values.iter().map(parameter).collect(),
        }
    }

    #[test]
    fn the_players_differ_in_every_number_and_in_opposite_ways() {
        let [up, down] = tuning(&[100.0, 0.0, 1000.0]).players();
        assert_eq!(up[0] + down[0], 200);
        assert!((20..=50).contains(&up[0].abs_diff(down[0])));
        assert!(up.iter().chain(&down).all(|value| (0..=1000).contains(value)));
    }

    /// Games are won at random, more often by the player whose values are nearer to the best ones.
    #[test]
    fn the_numbers_find_their_best_values() {
        let best = [300.0, 700.0, 520.0];
        let mut tuning = tuning(&[500.0, 500.0, 500.0]);
        let mut rng = SplitMix64::new(7);
        while !tuning.is_over() {
            let loss = |values: &[i32]| -> f64 {
                values.iter().zip(best).map(|(&value, best)| (f64::from(value) - best).powi(2)).sum()
            };
            let [up, down] = tuning.players();
            let chance = 1.0 / (1.0 + ((loss(&up) - loss(&down)) / 10_000.0).exp());
            let won = (0..8).map(|_| if rng.next_f64() < chance { 1 } else { -1 }).sum();
            tuning.learn(won);
        }
        for (parameter, best) in tuning.parameters.iter().zip(best) {
            assert!((parameter.value - best).abs() < 25.0, "{} instead of {best}", parameter.value);
        }
    }
}
