//! The weights of the features, as text and as an evaluation.
//!
//! A weights file is a line `set N`, then a line `name value` per feature in any order. Empty lines
//! and comments after a `#` are ignored.

use std::fmt;
use std::str::FromStr;

use gamekit::Score;
use thiserror::Error;

use crate::features::{FeatureSet, Features, Observation, ParseFeatureSetError};

/// A value for each feature of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    set: FeatureSet,
    values: Vec<f64>,
}

impl Weights {
    /// All weights zero.
    pub fn zero(set: FeatureSet) -> Self {
        Self { set, values: vec![0.0; set.size()] }
    }

    /// The weights of a set in the order of its features.
    ///
    /// # Panics
    /// When there are not as many as the set has features.
    pub fn new(set: FeatureSet, values: Vec<f64>) -> Self {
        assert_eq!(values.len(), set.size(), "weights of feature set {set}");
        Self { set, values }
    }

    /// Only pieces count.
    pub fn material() -> Self {
        let mut weights = Self::zero(FeatureSet::One);
        weights.values[..2].copy_from_slice(&[1.0, -1.0]);
        weights
    }

    /// The features the weights are for.
    pub const fn set(&self) -> FeatureSet {
        self.set
    }

    /// The weights in the order of the set's features.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// The embedded weights, learned by self-play.
impl Default for Weights {
    fn default() -> Self {
        include_str!("../weights/default.txt").parse().expect("the embedded weights are well-formed")
    }
}

/// The text is not a weights file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseWeightsError {
    /// The first line does not say which set.
    #[error("expected a first line `set N`, found {0:?}")]
    NoSet(String),
    /// The set does not exist.
    #[error(transparent)]
    Set(#[from] ParseFeatureSetError),
    /// A line that is not a name and a finite number.
    #[error("expected a feature's name and its weight, found {0:?}")]
    Line(String),
    /// The set has no such feature.
    #[error("feature set {0} has no feature {1:?}")]
    Unknown(FeatureSet, String),
    /// A feature without a weight, or with two.
    #[error("expected one weight for {0}, found {1}")]
    Count(String, usize),
}

impl FromStr for Weights {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<Self, ParseWeightsError> {
        let mut lines = text
            .lines()
            .map(|line| line.split_once('#').map_or(line, |(before, _)| before).trim())
            .filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        let number = first.strip_prefix("set ").ok_or_else(|| ParseWeightsError::NoSet(first.to_owned()))?;
        let set: FeatureSet = number.trim().parse()?;
        let mut found: Vec<Vec<f64>> = vec![Vec::new(); set.size()];
        for line in lines {
            let refuse = || ParseWeightsError::Line(line.to_owned());
            let (name, value) = line.split_once(char::is_whitespace).ok_or_else(refuse)?;
            let index = set
                .names()
                .position(|other| other == name)
                .ok_or_else(|| ParseWeightsError::Unknown(set, name.to_owned()))?;
            let value: f64 = value.trim().parse().map_err(|_| refuse())?;
            if !value.is_finite() {
                return Err(refuse());
            }
            found[index].push(value);
        }
        let only = |(name, values): (&str, Vec<f64>)| match values[..] {
            [value] => Ok(value),
            _ => Err(ParseWeightsError::Count(name.to_owned(), values.len())),
        };
        let values = set.names().zip(found).map(only).collect::<Result<_, _>>()?;
        Ok(Self { set, values })
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "set {}", self.set)?;
        for (name, value) in self.set.names().zip(&self.values) {
            writeln!(f, "{name:<34} {value}")?;
        }
        Ok(())
    }
}

/// Weights prepared for the search.
#[derive(Clone, Debug)]
pub struct Evaluator {
    set: FeatureSet,
    weights: Features,
}

impl Evaluator {
    /// Points of the score per unit of evaluation: 1 is a won game.
    pub const WIN: f64 = 1000.0;

    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        let mut scaled = Features::default();
        for (slot, weight) in scaled.iter_mut().zip(&weights.values) {
            *slot = (weight * Self::WIN) as f32;
        }
        Self { set: weights.set, weights: scaled }
    }

    /// The score for the side to move.
    #[inline]
    pub fn score(&self, seen: &Observation) -> Score {
        let features = self.set.values(seen);
        // Eight sums in parallel: the compiler may not reorder a single one.
        let mut sums = [0.0_f32; 8];
        for (weights, features) in self.weights.chunks_exact(8).zip(features.chunks_exact(8)) {
            for lane in 0..8 {
                sums[lane] += weights[lane] * features[lane];
            }
        }
        Score::cp(sums.iter().sum::<f32>().round_ties_even() as i32).clamp_to_estimate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn weights_round_trip() {
        for set in FeatureSet::ALL {
            let values = (0..set.size()).map(|i| (i as f64 - 7.3) / 3.0).collect();
            let weights = Weights::new(set, values);
            assert_eq!(weights.to_string().parse(), Ok(weights));
        }
    }

    #[test]
    fn the_embedded_weights_are_well_formed() {
        assert!(Weights::default().values().iter().any(|&weight| weight != 0.0));
    }

    #[test]
    fn damaged_files_are_refused_by_name() {
        let good = Weights::zero(FeatureSet::One).to_string();
        for (text, named) in [
            (String::new(), "set N"),
            ("set 4".to_owned(), "\"4\""),
            (good.replace("alonesForMe", "alonesForYou"), "no feature \"alonesForYou\""),
            (good.clone() + "alonesForMe 1\n", "one weight for alonesForMe, found 2"),
            (good.lines().take(9).collect::<Vec<_>>().join("\n"), "found 0"),
            (good.clone() + "piecesForMe inf", "piecesForMe inf"),
            (good.clone() + "piecesForMe", "\"piecesForMe\""),
        ] {
            let error = text.parse::<Weights>().expect_err(&text).to_string();
            assert!(error.contains(named), "{error}");
        }
        assert!(format!("# a comment\n\n{good}").parse::<Weights>().is_ok());
    }

    #[test]
    fn the_evaluator_agrees_with_the_weights() {
        let weights = Weights::new(FeatureSet::Two, (0..21).map(|i| (i as f64 - 9.0) / 10.0).collect());
        let position: Position = "b1bbb3/8/8/4b3/3w4/8/8/ww5w w 37 9".parse().expect("a position");
        let seen = Observation::of(&position);
        let features = FeatureSet::Two.values(&seen);
        let value: f64 =
            weights.values.iter().zip(features).map(|(weight, feature)| weight * f64::from(feature)).sum();
        let exact = value * Evaluator::WIN;
        let score = Evaluator::new(&weights).score(&seen).raw();
        assert!((exact - f64::from(score)).abs() <= 1.0, "{exact} {score}");
        assert_eq!(Evaluator::new(&Weights::material()).score(&seen), Score::cp(-125));
    }
}
