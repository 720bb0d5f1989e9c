//! When a search ends.

use std::time::Duration;

use super::MAX_DEPTH;

/// Limits of a search; it ends at the first one it reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: u8,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time to spend.
    pub time: Option<Duration>,
    /// How many of the best moves get a line of their own.
    pub lines: usize,
}

impl Limits {
    /// So many plies.
    pub fn depth(depth: u8) -> Self {
        Self { depth: depth.clamp(1, MAX_DEPTH), ..Self::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether nothing but the greatest depth ends the search.
    pub fn is_infinite(&self) -> bool {
        self.depth >= MAX_DEPTH && self.nodes.is_none() && self.time.is_none()
    }
}

/// One line, as deep as it goes.
impl Default for Limits {
    fn default() -> Self {
        Self { depth: MAX_DEPTH, nodes: None, time: None, lines: 1 }
    }
}
