//! A net as it plays.

use crate::block::{Block, numbers};
use crate::{Architecture, Parameters, QA, QB};

/// A net in whole numbers: one is [`QA`] in the first layer, [`QB`] in the weights of the last one, and
/// `QA * QB` in its biases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    pub(crate) arch: Architecture,
    pub(crate) description: String,
    /// A row of `H` for each feature.
    pub(crate) feature_weights: Vec<Block>,
    /// One row of `H`.
    pub(crate) feature_biases: Vec<Block>,
    /// A row of `2 H` for each last layer, the numbers of the side to move first.
    pub(crate) output_weights: Vec<Block>,
    /// One for each last layer.
    pub(crate) output_biases: Vec<i32>,
}

impl Network {
    /// The sizes.
    pub fn arch(&self) -> Architecture {
        self.arch
    }

    /// What its maker says of it.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The same weights in floating point.
    pub fn parameters(&self) -> Parameters {
        let floats = |blocks: &[Block], one: i16| {
            numbers(blocks).map(|weight| f32::from(weight) / f32::from(one)).collect()
        };
        let one = f32::from(QA) * f32::from(QB);
        let mut parameters = Parameters::zeros(self.arch);
        parameters.feature_weights = floats(&self.feature_weights, QA);
        parameters.feature_biases = floats(&self.feature_biases, QA);
        parameters.output_weights = floats(&self.output_weights, QB);
        parameters.output_biases = self.output_biases.iter().map(|&bias| bias as f32 / one).collect();
        parameters
    }
}
