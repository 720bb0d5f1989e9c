//! Limits of a search.

use std::time::Duration;

use chess::Move;

/// The parameters of a search, as those of UCI's `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after this many iterations.
    pub depth: Option<u32>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Start no new iteration after this many nodes.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Use this much time.
    pub movetime: Option<Duration>,
    /// Our clock.
    pub clock: Option<Clock>,
    /// Search only these moves; all if empty.
    pub searchmoves: Vec<Move>,
    /// Do not return before being stopped.
    pub infinite: bool,
    /// Search on the opponent's time until [`Stop::ponder_hit`](crate::Stop::ponder_hit).
    pub ponder: bool,
    /// No late move pruning on principal variations. In play it makes no measurable difference, but
    /// it makes the scores of shallow searches too optimistic to train on.
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
