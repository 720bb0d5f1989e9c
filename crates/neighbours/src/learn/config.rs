//! The configuration of a learning run.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::features::FeatureSet;

/// The learning method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Method {
    /// Temporal differences: each move changes the weights a little.
    Td,
    /// Least-squares temporal differences: the weights that fit all moves best.
    #[default]
    Lstd,
}

/// The target of a position's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Target {
    /// The position after the best reply by the learner's search: learning against best play.
    #[default]
    BestReply,
    /// The position after the reply that was played: learning against this opponent.
    ActualReply,
}

/// Whom the learner plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Opponent {
    /// A frozen copy of itself, which takes over its weights when it has lost to it.
    #[default]
    Copy,
    /// An agent to which only pieces count, always the same.
    Weak,
    /// The agent with the embedded weights, always the same.
    Strong,
}

/// The parameters of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// The learning method.
    pub method: Method,
    /// The features.
    pub set: FeatureSet,
    /// Games to play.
    pub games: u32,
    /// Games that are played with the same weights, in parallel.
    pub batch: u32,
    /// Whether the learner plays with new weights as soon as it has them, in the middle of a game;
    /// then games are played one after the other.
    #[serde(default)]
    pub online: bool,
    /// Whom the learner plays.
    #[serde(default)]
    pub opponent: Opponent,
    /// The random seed.
    pub seed: u64,
    /// The search depth of both sides.
    pub depth: u8,
    /// The target of a position's value.
    pub target: Target,
    /// The discount per move.
    pub gamma: f64,
    /// TD: the learning rate.
    pub alpha: f64,
    /// LSTD: the weight of old games after another thousand moves.
    pub mu: f64,
    /// LSTD: added to the diagonal, so that the weights of unseen features stay at zero.
    pub ridge: f64,
    /// The initial probability of the opponent's random moves.
    pub randomness: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            method: Method::default(),
            set: FeatureSet::default(),
            games: 20_000,
            batch: 10,
            online: false,
            opponent: Opponent::default(),
            seed: 2003,
            depth: 2,
            target: Target::default(),
            gamma: 0.98,
            alpha: 0.01,
            mu: 0.98,
            ridge: 10.0,
            randomness: 0.6,
        }
    }
}

/// A parameter is out of range.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("expected {name} from {least} to {most}, found {found}")]
pub struct ConfigError {
    name: &'static str,
    least: f64,
    most: f64,
    found: f64,
}

impl Config {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        for (name, found, least, most) in [
            ("games", f64::from(self.games), 1.0, 1e8),
            ("batch", f64::from(self.batch), 1.0, 50.0),
            ("depth", f64::from(self.depth), 1.0, 20.0),
            ("gamma", self.gamma, 0.0, 1.0),
            ("alpha", self.alpha, 0.0, 1.0),
            ("mu", self.mu, 0.0, 1.0),
            ("ridge", self.ridge, 1e-9, 1e6),
            ("randomness", self.randomness, 0.0, 1.0),
        ] {
            if !(least..=most).contains(&found) {
                return Err(ConfigError { name, least, most, found });
            }
        }
        Ok(())
    }

    /// The probability of a random move in a game: a sigmoid over the run, from all of
    /// `randomness` to almost none.
    pub fn randomness_in(&self, game: u32) -> f64 {
        const STEEPNESS: f64 = 12.0;
        let progress = f64::from(game) / f64::from(self.games);
        self.randomness / (1.0 + ((progress - 0.5) * STEEPNESS).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_fades_along_a_sigmoid() {
        let config = Config { games: 1000, ..Config::default() };
        let at = |game| (config.randomness_in(game) * 1000.0).round() as u32;
        assert_eq!([at(0), at(250), at(500), at(750), at(1000)], [599, 572, 300, 28, 1]);
    }

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let refused = |config: Config| config.check().expect_err("out of range").to_string();
        assert_eq!(refused(Config { mu: 1.5, ..Config::default() }), "expected mu from 0 to 1, found 1.5");
        assert!(refused(Config { games: 0, ..Config::default() }).contains("games"));
        assert!(refused(Config { gamma: f64::NAN, ..Config::default() }).contains("gamma"));
        assert_eq!(Config::default().check(), Ok(()));
    }
}
