//! Puzzles over HTTP.
//!
//! | request | answer |
//! | --- | --- |
//! | `GET /api/puzzles/next` | [`PuzzleTask`]: the puzzle to solve now |
//! | `POST /api/puzzles/{id}` with [`PuzzleTry`] | [`PuzzleStatistics`] after it |
//!
//! Puzzles wait in five boxes, as Leitner proposed it: one that was solved goes to the next box, one
//! that was not goes back to the first, and each box waits longer than the one before.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::MoveText;

/// A puzzle to solve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "puzzles.ts")]
pub struct PuzzleTask {
    /// Its name in requests.
    pub id: String,
    /// The position, FEN; its side to move solves it.
    pub fen: String,
    /// The solver's moves and the replies in turn.
    pub line: Vec<MoveText>,
    /// How hard it is.
    pub rating: u32,
    /// The box it waited in, from 1; `null` if it is new.
    pub waited_in: Option<u8>,
    /// How it went so far.
    pub statistics: PuzzleStatistics,
}

/// How a puzzle went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "puzzles.ts")]
pub struct PuzzleTry {
    /// Without a wrong move, a hint or a look at the solution.
    pub solved: bool,
}

/// How puzzles went so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "puzzles.ts")]
pub struct PuzzleStatistics {
    /// All puzzles.
    pub puzzles: u32,
    /// Those that were tried.
    pub seen: u32,
    /// Those that were tried and wait to be solved again now.
    pub due: u32,
    /// Tries.
    pub tries: u32,
    /// Tries that solved the puzzle.
    pub solved: u32,
    /// Solved puzzles since the last that was not.
    pub streak: u32,
    /// The solver's rating: Elo against the ratings of the puzzles, counted when a puzzle is new.
    pub rating: u32,
}
