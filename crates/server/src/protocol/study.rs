//! Analysis of Neighbours: positions and games.

use gamekit::{Color, ScoreText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Status;
use super::review::MoveClass;

/// A request for analysis of Neighbours.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "study.ts")]
pub enum StudyRequest {
    /// Analyses a position until the next request, or until more time would change little.
    Position {
        /// The position, and how it came about.
        line: StudyLine,
        /// Number of best lines, 5 at most; none to be told only what is known without a search.
        lines: u8,
    },
    /// Reviews a game: every position with a fixed number of nodes, so that the answer is always
    /// the same.
    Review {
        /// The game.
        line: StudyLine,
    },
}

/// A position and the moves that led to it, so that repetitions are known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct StudyLine {
    /// The position at the start; empty for the usual one.
    pub start: String,
    /// The moves: `a1a2`.
    pub moves: Vec<String>,
}

/// The course of an analysis of Neighbours.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "study.ts")]
pub enum StudyEvent {
    /// The first event: what is known without a search.
    Position(StudiedPosition),
    /// The lines so far.
    Update(StudyUpdate),
    /// The end: nothing more will be searched.
    Finished,
    /// How far a review is.
    Reviewing {
        /// Positions searched.
        done: u32,
        /// Positions in all.
        total: u32,
    },
    /// The end of a review.
    Reviewed(StudyReview),
}

/// What is known of a position without a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct StudiedPosition {
    /// The position.
    pub position: String,
    /// Who is to move.
    pub turn: Color,
    /// Whether the game is over here.
    pub status: Status,
    /// What the endgame tables say of it, if they know it.
    pub verdict: Option<TableVerdict>,
    /// The legal moves, the best ones first as far as the tables know them.
    pub moves: Vec<StudiedMove>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct StudiedMove {
    /// Two squares: `a1a2`.
    pub mv: String,
    /// What the endgame tables say of the position after it, if they know it.
    pub verdict: Option<TableVerdict>,
}

/// What best play leads to, by the endgame tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct TableVerdict {
    /// Who wins; `null` for a draw.
    pub winner: Option<Color>,
    /// Plies to the end; 0 for a draw, or where the game is over.
    pub plies: u8,
}

/// The state of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct StudyUpdate {
    /// Depth of the best line.
    pub depth: u8,
    /// Positions searched.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Milliseconds spent.
    #[ts(type = "number")]
    pub time_ms: u64,
    /// The best lines, best first.
    pub lines: Vec<StudiedLine>,
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct StudiedLine {
    /// Its score for White: thousandths of a won game, or moves to the end of one that is won.
    pub score: ScoreText,
    /// The moves.
    pub moves: Vec<String>,
}

/// A reviewed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct StudyReview {
    /// Nodes that were searched for each position.
    #[ts(type = "number")]
    pub nodes: u64,
    /// The scores of the positions for White; the first is the start.
    pub scores: Vec<ScoreText>,
    /// The moves between them.
    pub moves: Vec<JudgedMove>,
}

/// A move of a reviewed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct JudgedMove {
    /// How good it is.
    pub class: MoveClass,
    /// What the agent would have played: the whole line at slips, else its first move.
    pub best: Vec<String>,
}
