//! Training the network on positions of games.
//!
//! The network predicts the points that the side to move gets. It is moved until the mean square of the
//! prediction's error is smallest, where the truth is a mixture of how the game ended and of what a
//! search said.
//!
//! - [`Samples`] holds positions as lists of features;
//! - [`Model`] is the network, in [`Block`]s of 64 numbers;
//! - [`Workspace`] knows the error of a model and its slope along each weight, [`Workers`] do so on
//!   several threads;
//! - [`AdamW`] makes a step from slopes.
//!
//! Nothing depends on the number of threads or on the hardware's fused arithmetic: the same positions in
//! the same order give the same network, bit by bit.

mod adamw;
mod batch;
mod block;
mod gradient;
mod model;
mod samples;

pub use adamw::AdamW;
pub use batch::Workers;
pub use block::Block;
pub use gradient::Workspace;
pub use model::{Layout, Model};
pub use samples::{Sample, Samples};
