//! A quantised net.

use chess::Piece;
use gamekit::{Color, Square};

use crate::accumulators::{FirstLayer, Layer};
use crate::block::{Block, numbers};
use crate::features::View;
use crate::layers::Layers;
use crate::simd::{self, Best};
use crate::{Architecture, Parameters, QA, QB};

/// A net in whole numbers: one is [`QA`] in the first layer and [`QB`] in the weights of the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    pub(crate) arch: Architecture,
    pub(crate) description: String,
    /// Rows of `H`.
    pub(crate) first: FirstLayer,
    pub(crate) head: Head,
}

/// What follows the first layer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Head {
    /// The output.
    Plain {
        /// A row of `2 H` for each last layer, the numbers of the side to move first.
        weights: Vec<Block>,
        /// One for each last layer; one is `QA * QB`.
        biases: Vec<i32>,
    },
    /// Two more layers.
    Deep(Layers),
}

impl Network {
    /// The sizes.
    pub fn arch(&self) -> Architecture {
        self.arch
    }

    /// Free-text description stored in the file.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The weights in floating point.
    pub fn parameters(&self) -> Parameters {
        let floats = |blocks: &[Block], one: i16| {
            numbers(blocks).map(|weight| f32::from(weight) / f32::from(one)).collect()
        };
        let mut parameters = Parameters::zeros(self.arch);
        parameters.feature_weights = floats(&self.first.weights, QA);
        parameters.feature_biases = floats(&self.first.biases, QA);
        match &self.head {
            Head::Plain { weights, biases } => {
                let one = f32::from(QA) * f32::from(QB);
                parameters.output_weights = floats(weights, QB);
                parameters.output_biases = biases.iter().map(|&bias| bias as f32 / one).collect();
            }
            Head::Deep(layers) => layers.write_to(&mut parameters),
        }
        parameters
    }
}

impl Layer for Network {
    type View = View;

    #[inline]
    fn numbers(&self) -> &FirstLayer {
        &self.first
    }

    #[inline]
    fn views(&self) -> usize {
        2 * self.arch.king_buckets()
    }

    #[inline]
    fn view(&self, viewer: Color, king: Square) -> View {
        View::new(self.arch, viewer, king)
    }

    #[inline]
    fn number(view: View) -> usize {
        view.number()
    }

    #[inline]
    fn feature(view: View, piece: Piece, square: Square) -> Option<usize> {
        Some(view.feature(piece, square))
    }

    #[inline]
    fn output(&self, own: &[Block], other: &[Block], pieces: usize) -> i32 {
        let bucket = self.arch.bucket(pieces);
        match &self.head {
            Head::Plain { weights, biases } => {
                let row = own.len() + other.len();
                let sum = simd::screlu::<Best>(own, other, &weights[bucket * row..][..row]);
                // The sum is in units of QA * QA * QB.
                let output = sum / i64::from(QA) + i64::from(biases[bucket]);
                (output * i64::from(self.arch.scale()) / (i64::from(QA) * i64::from(QB))) as i32
            }
            Head::Deep(layers) => (layers.output(bucket, own, other) * self.arch.scale() as f32) as i32,
        }
    }
}
