//! The network that judges positions: one definition for the engine and for the trainer.
//!
//! The net is `(768 -> H) x 2 -> 1 x B`. The board is described twice, once as each side sees it
//! ([`features`]); the same first layer turns either description into `H` numbers. Those of the side
//! to move and those of the other side go through a squared, clipped ramp and a last layer, of
//! which there are `B`, chosen by the number of pieces. A net may have several sets of weights in the
//! first layer, chosen by the square of the viewer's king:
//!
//! ```text
//! pieces as the side to move sees them --W, b--> H numbers --clamp 0..1, square--+
//!                                                                                +--w, c--> output
//! pieces as the other side sees them ----W, b--> H numbers --clamp 0..1, square--+
//! ```
//!
//! The sigmoid of the output is the expected result of the side to move; the net's [scale](Architecture::scale)
//! times the output is the evaluation in centipawns.
//!
//! - [`Architecture`] holds the sizes; the quantisers beside it are the only ones;
//! - [`Parameters`] are a net in floating point, as it is trained, [`Network`] is what plays:
//!   [`Parameters::quantise`] turns the one into the other;
//! - [`Network::read`] and [`Network::write`] know the [file format](mod@file);
//! - [`Net`] is any net that can play: one of those, a [`HalfKP`](halfkp) net of 2020 or a [`HalfKAv2_hm`](halfka) net
//!   of Stockfish 15 and 15.1;
//! - [`Accumulators`] follow a search and evaluate its positions, by the kernels of [`simd`].
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
mod net;
mod network;
mod parameters;
pub mod simd;

pub use accumulators::{Accumulators, Changes};
pub use arch::{
    Architecture, DEFAULT_SCALE, HIDDEN_STEP, INPUTS, MOST_BUCKETS, MOST_HIDDEN, QA, QB, SizeError,
    WEIGHT_LIMIT,
};
pub use block::Block;
pub use file::{NetError, Part};
pub use halfka::HalfKa;
pub use halfkp::HalfKp;
pub use net::{Net, OpenError};
pub use network::Network;
pub use parameters::Parameters;
