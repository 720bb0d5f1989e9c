//! Puzzles: positions of games in which exactly one move wins.
//!
//! [`Finder`] looks at every position of a game with a short search. Where the side to move wins
//! and did not before, a long search decides whether one move wins and no other does, follows the
//! line as long as that is so, and rates it ([`rating`]). [`find_all`] does many games on several
//! threads. A [`Puzzle`] is a line of EPD, which `petteia suite` reads too.
//!
//! ```
//! let puzzles = puzzles::read(puzzles::OWN)?;
//! assert!(puzzles.iter().all(|puzzle| puzzle.line.len() % 2 == 1), "the last move is the solver's");
//! # Ok::<(), puzzles::ReadError>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod batch;
mod finder;
mod puzzle;
pub mod rating;

pub use batch::find_all;
pub use finder::{Finder, Played, Rules};
pub use puzzle::{Puzzle, ReadError, read};

/// Puzzles from Petteia's games against itself, as [`read`] takes them.
pub const OWN: &str = include_str!("../../../puzzles/own.epd");
