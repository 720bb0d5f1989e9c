//! When a search ends.

use std::time::Duration;

use chess::Move;

/// What was asked for with `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after this many iterations.
    pub depth: Option<u32>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Begin no iteration after this many nodes.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Use this much time.
    pub movetime: Option<Duration>,
    /// Our clock; none for a game without one.
    pub clock: Option<Clock>,
    /// Consider only these moves; all of them if empty.
    pub searchmoves: Vec<Move>,
    /// Do not answer before being stopped.
    pub infinite: bool,
    /// Think on the opponent's time until told that the expected move was played.
    pub ponder: bool,
    /// Leave out no move for being late where the principal variation passes or passed. Late move pruning there costs
    /// nothing in play, but makes the scores of the first few iterations optimistic noise: too bad to
    /// learn from.
    pub whole_pv: bool,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}
