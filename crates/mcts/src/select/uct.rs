//! UCT: upper confidence bounds applied to trees.
//!
//! Each node is a bandit whose arms are its moves: what one knows of a move is its mean reward, and
//! the fewer visits it has, the less that mean can be trusted. UCT visits the move whose upper
//! confidence bound is greatest, the mean plus `C sqrt(ln N / n)` after `n` of the node's `N`
//! visits. Good moves are visited often, and every move now and then, since the bound of a
//! neglected one grows. Moves without a visit come first, in random order. With rewards from 0 to 1
//! and `C = sqrt 2`, the visits of the best move outgrow all others, so that the most visited move
//! is the one to play. (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006.)

use super::{candidates, most_urgent};
use crate::node::Node;

/// The parameters of UCT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Uct {
    /// The weight of exploration.
    pub exploration: f32,
}

impl Default for Uct {
    fn default() -> Self {
        Self { exploration: std::f32::consts::SQRT_2 }
    }
}

impl Uct {
    #[inline]
    pub(super) fn choose(self, children: &[Node]) -> usize {
        let total: u32 = candidates(children).map(|(.., visits)| visits).sum();
        let logarithm = (total.max(1) as f32).ln();
        most_urgent(children, |child, visits| {
            if visits == 0 {
                return f32::INFINITY;
            }
            let reward = f32::midpoint(child.expectation(), 1.0);
            reward + self.exploration * (logarithm / visits as f32).sqrt()
        })
    }
}
