//! Training networks on positions of games.
//!
//! The network predicts the result for the side to move. Training minimises the mean square error;
//! the target is a mixture of the game's result and the scores of searches.
//!
//! - a [`Recipe`] has all settings;
//! - a [`Loader`] turns games into [`Sample`]s, packed positions;
//! - a [`Session`] trains a [`Stage`] of the recipe, can be saved and resumed, and keeps the best
//!   network, with which the next stage starts;
//! - an [`Export`] is that network for the engine; [`floats`] stores it in floating point.
//!
//! Below the session, [`Model`] is the network in [`Block`]s of 64 values, [`Workspace`] computes
//! errors and gradients, [`Workers`] do so on several threads, and [`AdamW`] is the optimiser.
//!
//! The result depends neither on the number of threads nor on fused arithmetic of the hardware: the
//! same recipe and the same games give the same network, bit by bit.

mod adamw;
mod batch;
mod block;
mod checkpoint;
mod deep;
mod export;
pub mod floats;
mod gradient;
mod loader;
mod loss;
mod model;
mod recipe;
pub mod report;
mod samples;
mod session;
pub mod synthetic;
#[cfg(test)]
mod tests;

pub use adamw::AdamW;
pub use batch::Workers;
pub use block::Block;
pub use checkpoint::CheckpointError;
pub use export::{Export, Rounding};
pub use gradient::Workspace;
pub use loader::{Loader, Split};
pub use loss::{Aim, Loss};
pub use model::{Layout, Model};
pub use recipe::{Ramp, Recipe, RecipeError, Stage};
pub use samples::Sample;
pub use session::{Epoch, Origin, Progress, Session};
