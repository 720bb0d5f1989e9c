//! The results of a search.

use std::fmt;
use std::time::Duration;

use arrayvec::ArrayVec;
use gamekit::Score;

use super::MAX_DEPTH;
use crate::Move;

/// A sequence of moves, best play for both sides.
pub type Line = ArrayVec<Move, { MAX_DEPTH as usize }>;

/// One line of one finished iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The iteration.
    pub depth: u8,
    /// The number of the line, 1 for the best move.
    pub rank: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// How full the table is, per mille.
    pub hashfull: usize,
    /// The moves.
    pub line: Line,
}

/// As the protocol for agents writes it.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = self.nodes as u128 * 1_000_000_000 / self.time.as_nanos().max(1);
        write!(
            f,
            "info depth {} multipv {} score {} nodes {} nps {per_second} hashfull {} time {} pv",
            self.depth,
            self.rank,
            self.score,
            self.nodes,
            self.hashfull,
            self.time.as_millis()
        )?;
        self.line.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The best lines of the last finished iteration, best first; empty without a legal move.
    pub lines: Vec<(Score, Line)>,
    /// The last finished iteration.
    pub depth: u8,
    /// Nodes searched, by all threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Report {
    /// The best move, unless there is no legal one.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|(_, line)| line.first().copied())
    }

    /// The score of the best move; a side that has none has lost.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(-Score::MATE, |(score, _)| *score)
    }
}
