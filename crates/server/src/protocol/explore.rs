//! The explorer over HTTP: what was played in a position, and with which results.
//!
//! | request | answer |
//! | --- | --- |
//! | `GET /api/explore?fen=` | [`Explored`] |

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::MoveText;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "explore.ts")]
pub struct Explored {
    /// Games that were searched for the position.
    pub games: u32,
    /// The moves: those that were played, the most frequent first, then those that only the tables
    /// know.
    pub moves: Vec<ExploredMove>,
    /// Why an index cannot be read, if so.
    pub problems: Vec<String>,
}

/// A move, and the games in which it was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "explore.ts")]
pub struct ExploredMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// Games that White won.
    pub white: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// The average rating of the players who made it, where some have one.
    pub rating: Option<u32>,
    /// What the endgame tables say.
    pub tables: Option<TableVerdict>,
}

/// What the endgame tables say of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "explore.ts")]
pub struct TableVerdict {
    /// The result for the side that makes it.
    pub result: TableResult,
    /// After the move, half-moves to the next capture, pawn move or mate; `null` in a draw, and if
    /// the tables do not know.
    pub distance: Option<u32>,
}

/// A result with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "explore.ts")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum TableResult {
    Win,
    Draw,
    Loss,
}
