//! PUCT: upper confidence bounds that trust a prior.
//!
//! UCT tries each move once before it trusts any, which in chess wastes thirty visits on every
//! position. PUCT asks a prior source first, which gives each move a probability `P`, and visits
//! the move with the greatest `Q + c P sqrt(N) / (1 + n)`: unlikely moves wait until the others
//! disappoint. A move without a visit has no mean `Q` yet and takes the first-play urgency instead,
//! the mean of its siblings less a reduction: the more of the probability has been tried, the less
//! is hoped of the rest. This is the rule of `AlphaZero`, and the reduction that of Leela Chess
//! Zero.

use super::{candidates, most_urgent};
use crate::node::Node;

/// The parameters of PUCT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Puct {
    /// The weight of exploration, `c`.
    pub exploration: f32,
    /// By how much an untried move is thought worse than its siblings once all of them are tried.
    pub reduction: f32,
}

impl Default for Puct {
    fn default() -> Self {
        Self { exploration: 1.5, reduction: 0.3 }
    }
}

impl Puct {
    #[inline]
    pub(super) fn choose(self, children: &[Node]) -> usize {
        let (mut total, mut expectation, mut tried) = (0, 0.0, 0.0);
        for (_, child, visits) in candidates(children).filter(|&(.., visits)| visits > 0) {
            total += visits;
            expectation += child.expectation() * visits as f32;
            tried += child.prior();
        }
        let first_play = expectation / total.max(1) as f32 - self.reduction * tried.sqrt();
        let scale = self.exploration * (total.max(1) as f32).sqrt();
        most_urgent(children, |child, visits| {
            let mean = if visits == 0 { first_play } else { child.expectation() };
            mean + scale * child.prior() / (1 + visits) as f32
        })
    }
}
