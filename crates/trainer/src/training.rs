//! Training the network on positions of games.
//!
//! The network predicts the points that the side to move gets. It is moved until the mean square of the
//! prediction's error is smallest, where the truth is a mixture of how the game ended and of what a
//! search said.
//!
//! - a [`Recipe`] says how;
//! - a [`Loader`] turns games into [`Sample`]s, packed positions;
//! - a [`Session`] goes through them, can be saved and resumed, and keeps the best network, which the next [`Stage`]
//!   of the recipe goes on with;
//! - an [`Export`] is that network for the engine, [`floats`] keeps it as it was trained.
//!
//! Below the session, [`Model`] is the network in [`Block`]s of 64 numbers, [`Workspace`] knows its error and the
//! slope along each weight, [`Workers`] do so on several threads, and [`AdamW`] makes a step from slopes.
//!
//! Nothing depends on the number of threads or on the hardware's fused arithmetic: the same recipe and the
//! same games give the same network, bit by bit.

mod adamw;
mod batch;
mod block;
mod checkpoint;
mod export;
pub mod floats;
mod gradient;
mod loader;
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
pub use model::{Layout, Model};
pub use recipe::{Ramp, Recipe, RecipeError, Stage};
pub use samples::Sample;
pub use session::{Epoch, Origin, Progress, Session};
