//! What a search tells while it runs and when it ends.

use std::time::Duration;

use chess::Move;
use gamekit::{Bound, Score};

/// A line that the search found.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo {
    /// The depth of the iteration.
    pub depth: u32,
    /// The deepest ply that was reached.
    pub selective_depth: usize,
    /// The number of the line, the best being one.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What the score proves.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
    /// Positions found in tablebases.
    pub tablebase_hits: u64,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What a search came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play; none if the game is over.
    pub best: Option<Move>,
    /// The reply to expect.
    pub ponder: Option<Move>,
    /// The best line of the last finished iteration, with an exact score. The move to play is nearly always its
    /// first; a search that was stopped may have found a better one since.
    pub info: SearchInfo,
}
