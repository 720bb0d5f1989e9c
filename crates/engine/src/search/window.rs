//! The scores that are of interest at a node.

use gamekit::{Ply, Score};

/// What a node must decide: whether its score is at most alpha, at least beta, or which one
/// between them.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: Score::cp(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The question whether a score is at least beta.
    #[inline]
    pub fn at_least(beta: Score) -> Self {
        Self { alpha: beta - Score::cp(1), beta }
    }

    /// The question whether a score is more than alpha.
    #[inline]
    pub fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + Score::cp(1) }
    }

    /// The same for the other side.
    #[inline]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate distance pruning: no line can be better than mate on the next move, or worse than
    /// mate now.
    #[inline]
    pub fn within_mates(self, ply: Ply) -> Self {
        Self { alpha: self.alpha.max(Score::mated_in(ply)), beta: self.beta.min(Score::mate_in(ply.next())) }
    }

    /// Whether nothing is left to decide.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}
