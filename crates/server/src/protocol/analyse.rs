//! Analysis of positions and games.

use gamekit::{Chances, Color, ScoreText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::review::{GameReview, ReviewedMove};
use super::{MoveText, OpeningName, Status};

/// A request for analysis.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "analyse.ts")]
pub enum AnalyseRequest {
    /// Analyses a position until the next request or until the channel is closed.
    Position(AnalysePosition),
    /// Reviews a game: every position with a fixed number of nodes, so that the answer is always
    /// the same.
    Review {
        /// The game.
        line: Line,
    },
    /// Judges a move as a review would.
    Judge {
        /// The game up to the position in which it is tried.
        line: Line,
        /// The move, in UCI notation.
        tried: String,
    },
    /// Ends the analysis; the last update stays valid.
    Stop,
}

/// A position and the moves that led to it, so that repetitions are known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct Line {
    /// The position at the start; empty for the initial one.
    pub fen: String,
    /// The moves, in UCI notation.
    pub moves: Vec<String>,
    /// Write castling as king takes rook in the answers.
    pub chess960: bool,
}

/// A position to analyse.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct AnalysePosition {
    /// The position.
    pub line: Line,
    /// Number of best lines, 1 to 5.
    pub lines: u8,
    /// Find the threats of the side that is not to move. Refused if the side to move is in check.
    pub threat: bool,
    /// The engine.
    #[serde(default)]
    pub engine: EngineUse,
    /// Stop at this depth; `null` for no such limit.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Stop after this many seconds; `null` for no such limit.
    #[serde(default)]
    pub seconds: Option<u32>,
}

/// An engine, and what it may use.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct EngineUse {
    /// Its id (`GET /api/engines`); empty for Petteia.
    pub id: String,
    /// Search threads; `null` for its own default.
    pub threads: Option<u32>,
    /// Megabytes of its transposition table; `null` for its own default.
    pub hash_megabytes: Option<u32>,
}

/// The engine that analyses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct AnalysingEngine {
    /// Its name, as it gives it.
    pub name: String,
    /// The net it evaluates with, if it says so.
    pub net: Option<String>,
    /// Search threads, if it says so.
    pub threads: Option<u32>,
    /// Megabytes of its transposition table, if it says so.
    pub hash_megabytes: Option<u32>,
}

/// The course of an analysis.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "analyse.ts")]
pub enum AnalyseEvent {
    /// The first event: the position, its opening and status.
    Position {
        /// The position that is analysed.
        fen: String,
        /// Its opening, if that has a name.
        opening: Option<OpeningName>,
        /// Whether the game is over here.
        status: Status,
    },
    /// The engine that analyses.
    Engine(AnalysingEngine),
    /// No engine is free yet.
    Waiting {
        /// Number of searches ahead in the queue.
        ahead: u32,
    },
    /// The lines so far; at most ten times per second.
    Update(AnalysisUpdate),
    /// How far a review is; at most ten times per second.
    Reviewing {
        /// Positions searched.
        done: u32,
        /// Positions in all.
        total: u32,
    },
    /// The end of a review.
    Reviewed(Box<GameReview>),
    /// What a tried move is worth.
    Judged(ReviewedMove),
    /// The end: the game is over in this position.
    Finished,
    /// The end: the depth or the time that was asked for is reached.
    LimitReached,
}

/// The state of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct AnalysisUpdate {
    /// Depth of the best line.
    pub depth: u32,
    /// Length of the longest line searched.
    pub selective_depth: u32,
    /// Positions searched.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Positions per second.
    #[ts(type = "number")]
    pub nodes_per_second: u64,
    /// Milliseconds spent.
    #[ts(type = "number")]
    pub time_ms: u64,
    /// The side that moves first in the lines.
    pub turn: Color,
    /// The best lines, best first.
    pub lines: Vec<AnalysisLine>,
}

/// A line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct AnalysisLine {
    /// Its score for White.
    pub score: ScoreText,
    /// White's chances.
    pub chances: Chances,
    /// The depth of this line; lines may differ during a search.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<MoveText>,
}
