//! Matches between chess engines: who plays whom, by which rules, and what the results say.
//!
//! - [`stats`]: results as Elo, normalised Elo and their errors;
//! - [`sprt`]: when the games played decide.

pub mod sprt;
pub mod stats;
