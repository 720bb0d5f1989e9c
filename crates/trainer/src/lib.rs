//! How Petteia learns from its own games.
//!
//! - [`selfplay`] plays games and keeps their quiet positions with the results, as [`GameRecord`]s;
//! - [`texel`] fits the weights of the classical evaluation to them.

mod record;
pub mod selfplay;
pub mod texel;

pub use record::{GameRecord, GameResult, Moment, RecordError, read_games};
