//! The alpha-beta window.

use gamekit::{Ply, Score};

/// The scores that matter to a node: at most alpha fails low, at least beta fails high, anything
/// between is exact.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: Score::cp(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The null window below beta: is the score at least beta?
    #[inline]
    pub fn at_least(beta: Score) -> Self {
        Self { alpha: beta - Score::cp(1), beta }
    }

    /// The null window above alpha: is the score more than alpha?
    #[inline]
    pub fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + Score::cp(1) }
    }

    /// The window from the opponent's view.
    #[inline]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate distance pruning: no score is better than mate with the next move, or worse than being
    /// mated now.
    #[inline]
    pub fn within_mates(self, ply: Ply) -> Self {
        Self { alpha: self.alpha.max(Score::mated_in(ply)), beta: self.beta.min(Score::mate_in(ply.next())) }
    }

    /// Whether no score is left inside.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}
