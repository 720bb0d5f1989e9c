//! The limits of a search.

use std::time::Duration;

use super::MAX_DEPTH;

/// Limits of a search; it ends at the first one it reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The depth, in plies.
    pub depth: u8,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
    /// The number of best moves that get a line of their own.
    pub lines: usize,
}

impl Limits {
    /// A depth limit.
    pub fn depth(depth: u8) -> Self {
        Self { depth: depth.clamp(1, MAX_DEPTH), ..Self::default() }
    }

    /// A time limit.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A node limit.
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
