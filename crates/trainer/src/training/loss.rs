//! What training minimises.

use serde::{Deserialize, Serialize};

/// How the distance between a prediction and its target is measured.
///
/// The square of the difference forgives misses in won and lost positions, where the sigmoid is
/// flat. Cross-entropy does not: its slope is the difference itself, however sure the prediction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The mean square error.
    #[default]
    Squared,
    /// Cross-entropy.
    CrossEntropy,
}

/// The aim of a training step: the weight of the game's result in the targets, and the loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    /// Weight of the game result against the search score.
    pub wdl: f32,
    /// What is minimised.
    pub loss: Loss,
}

impl Loss {
    /// The square error of an output, and the derivative of the loss. Errors are squares whatever
    /// is minimised, so that they compare.
    #[inline]
    pub fn compare(self, output: f32, target: f32) -> (f64, f32) {
        let prediction = 1.0 / (1.0 + (-output).exp());
        let miss = prediction - target;
        let slope = match self {
            Self::Squared => 2.0 * miss * prediction * (1.0 - prediction),
            Self::CrossEntropy => miss,
        };
        (f64::from(miss * miss), slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_finite_differences() {
        let sigmoid = |output: f64| 1.0 / (1.0 + (-output).exp());
        let squared = |output: f64, target: f64| (sigmoid(output) - target).powi(2);
        let entropy = |output: f64, target: f64| {
            let prediction = sigmoid(output);
            -target * prediction.ln() - (1.0 - target) * (1.0 - prediction).ln()
        };
        let of = |loss, output, target| match loss {
            Loss::Squared => squared(output, target),
            Loss::CrossEntropy => entropy(output, target),
        };
        for loss in [Loss::Squared, Loss::CrossEntropy] {
            for (output, target) in [(0.3, 0.9), (-2.0, 0.1), (4.0, 0.0), (0.0, 0.5)] {
                let (error, slope) = loss.compare(output as f32, target as f32);
                let expected = (of(loss, output + 1e-4, target) - of(loss, output - 1e-4, target)) / 2e-4;
                assert!((f64::from(slope) - expected).abs() < 1e-5, "{loss:?} {output} {target}");
                assert!((error - squared(output, target)).abs() < 1e-6);
            }
        }
    }
}
