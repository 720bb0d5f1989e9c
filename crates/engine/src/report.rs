//! Results of a search.

use std::time::Duration;

use chess::Move;
use gamekit::{Bound, Chances, Score};

/// A line found by the search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo {
    /// The depth of the iteration.
    pub depth: u32,
    /// The greatest ply reached.
    pub selective_depth: usize,
    /// The number of the line (`MultiPV`), from one.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The chances of the side to move, where the search counts them; else they follow from the
    /// score.
    pub chances: Option<Chances>,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Fill of the transposition table, in thousandths.
    pub hashfull: usize,
    /// Tablebase hits.
    pub tablebase_hits: u64,
    /// The moves of the line.
    pub moves: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play; none if the game is over.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The best line of the last finished iteration, with an exact score. It nearly always begins
    /// with `best`; a stopped search may have found a better move since.
    pub info: SearchInfo,
}
