//! Training data and training.
//!
//! - [`datagen`] plays games of the engine against itself;
//! - [`data`] stores games in files and selects positions of them;
//! - [`training`] trains networks;
//! - [`quality`] ranks networks by their error against long searches;
//! - [`suite`] has problems for searches, and finds them in games;
//! - [`texel`] tunes the weights of the classical evaluation;
//! - [`wdl`] fits the model that turns scores into win, draw and loss rates.

pub mod data;
pub mod datagen;
pub mod parallel;
pub mod quality;
pub mod suite;
pub mod texel;
pub mod training;
pub mod wdl;
