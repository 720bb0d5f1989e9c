//! The neural network that evaluates positions, defined once for the engine and the trainer.
//!
//! The net is `(768 x K -> H) x 2 -> 1 x B`. The [features] of the board are computed from the view
//! of each side. The first layer, shared by both views, has `H` hidden units and `K` sets of
//! weights (king buckets), chosen by the square of the viewer's king. The hidden units of both
//! views, those of the side to move first, pass the activation `clamp(x, 0, 1)^2` and one of `B`
//! last layers, chosen by the number of pieces:
//!
//! ```text
//! pieces as the side to move sees them --W, b--> H units --clamp 0..1, square--+
//!                                                                                +--w, c--> output
//! pieces as the other side sees them ----W, b--> H units --clamp 0..1, square--+
//! ```
//!
//! A [deep](Architecture::deep) net has two small layers more. The hidden units of a view are
//! multiplied in pairs, the first with the first of the second half and so on, which leaves `H`
//! products of both views. Each of the `B` stacks computes 16 sums of them, and 32 sums of these,
//! once clamped to `0..1` and once squared, up to 1; their clamped squares make the output:
//!
//! ```text
//! H units --clamp, multiply pairs--> H / 2 --+
//!                                            +--> 16 --clamp | square--> 32 --clamp, square--> output
//! H units --clamp, multiply pairs--> H / 2 --+
//! ```
//!
//! The sigmoid of the output is the expected result of the side to move; the net's
//! [scale](Architecture::scale) times the output is the evaluation in centipawns.
//!
//! - [`Architecture`] holds the sizes;
//! - [`Parameters`] are a net in floating point, as it is trained; [`Parameters::quantise`] makes a
//!   [`Network`] of it, with which the engine plays;
//! - [`Network::read`] and [`Network::write`] implement the [file format](mod@file);
//! - [`Net`] is a net of any format: Petteia's own, [`HalfKP`](halfkp) (Stockfish 12) or
//!   [`HalfKAv2_hm`](halfka) (Stockfish 15 and 15.1);
//! - [`Accumulators`] evaluate the positions of a search incrementally, with the kernels of
//!   [`simd`].
//!
//! ```
//! use nnue::{Architecture, Network, Parameters};
//!
//! let mut parameters = Parameters::zeros(Architecture::new(64, 1)?);
//! parameters.output_biases[0] = 0.25;
//! let network = parameters.quantise("every position is a pawn up");
//!
//! let mut bytes = Vec::new();
//! network.write(&mut bytes)?;
//! assert_eq!(Network::read(&bytes)?, network);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accumulators;
mod affine;
mod arch;
pub mod block;
mod embedded;
pub mod features;
pub mod file;
pub mod halfka;
pub mod halfkp;
mod layers;
mod net;
mod network;
mod parameters;
pub mod simd;

pub use accumulators::{Accumulators, Changes};
pub use arch::{
    Architecture, DEEP_STEP, DEFAULT_SCALE, HIDDEN_STEP, INPUTS, MOST_BUCKETS, MOST_HIDDEN, QA, QB, SECOND,
    SizeError, THIRD, THIRD_INPUTS, WEIGHT_LIMIT,
};
pub use block::Block;
pub use file::{NetError, Part};
pub use halfka::HalfKa;
pub use halfkp::HalfKp;
pub use net::{Net, OpenError};
pub use network::Network;
pub use parameters::Parameters;
