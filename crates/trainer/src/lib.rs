//! How Petteia learns from its own games.
//!
//! - [`datagen`] plays games of the engine against itself;
//! - [`data`] keeps them in files, and chooses positions from them;
//! - [`training`] trains networks on them;
//! - [`quality`] ranks them by what long searches say;
//! - [`texel`] fits the weights of the classical evaluation to them;
//! - [`wdl`] finds out what scores are worth in results.

pub mod data;
pub mod datagen;
pub mod quality;
pub mod texel;
pub mod training;
pub mod wdl;
