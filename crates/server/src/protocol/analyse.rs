//! Analysis. The page walks through games by itself and asks about positions.

use gamekit::{Chances, ScoreText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{MoveText, OpeningName, Side, Status};

/// What can be analysed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "analyse.ts")]
pub enum AnalyseRequest {
    /// Looks at a position until something else is asked for or the channel is closed.
    Position(AnalysePosition),
    /// Looks at every position of a game for a short while, the last one first: the graph.
    Game {
        /// The game.
        line: Line,
    },
    /// Ends the analysis; the last update stays valid.
    Stop,
}

/// A position and the moves that led to it, so that repetitions are known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct Line {
    /// Where it starts; empty for the initial position.
    pub fen: String,
    /// The moves since, as UCI writes them.
    pub moves: Vec<String>,
    /// Castling is written king takes rook in the answers.
    pub chess960: bool,
}

/// A position to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct AnalysePosition {
    /// The position.
    pub line: Line,
    /// How many best moves to find, 1 to 5.
    pub lines: u8,
    /// The other side to move: what does it threaten? Refused when the side to move is in check.
    pub threat: bool,
}

/// What analysis tells.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "analyse.ts")]
pub enum AnalyseEvent {
    /// First of all: what the rules and the books say of the position.
    Position {
        /// The position that is looked at.
        fen: String,
        /// Its opening, as far as it has a name.
        opening: Option<OpeningName>,
        /// Whether the game is over here.
        status: Status,
    },
    /// No engine is free yet.
    Waiting {
        /// How many wait before.
        ahead: u32,
    },
    /// What was found so far; ten times a second at most.
    Update(AnalysisUpdate),
    /// A position of a game.
    Graph(GraphPoint),
    /// There is no more to find: the game is over here, or all of a game was looked at.
    Finished,
}

/// What a search knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct AnalysisUpdate {
    /// Moves looked ahead.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
    /// Positions looked at.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Positions per second.
    #[ts(type = "number")]
    pub nodes_per_second: u64,
    /// Milliseconds spent.
    #[ts(type = "number")]
    pub time_ms: u64,
    /// Who moves first in the lines; the other side for a threat.
    pub turn: Side,
    /// The best lines, best first.
    pub lines: Vec<AnalysisLine>,
}

/// A line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct AnalysisLine {
    /// What it is worth to White.
    pub score: ScoreText,
    /// What chances that gives White.
    pub chances: Chances,
    /// The depth of this line: while a search goes on, lines may differ.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<MoveText>,
}

/// A position of a game and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "analyse.ts")]
pub struct GraphPoint {
    /// Moves played before it: 0 is the start.
    pub ply: u32,
    /// What it is worth to White.
    pub score: ScoreText,
    /// What chances that gives White.
    pub chances: Chances,
    /// The best move, unless the game is over.
    pub best: Option<MoveText>,
}
