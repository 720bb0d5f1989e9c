//! Bounds of scores.

use crate::Score;

/// Whether a score is exact or a bound: a search proves a score only inside its window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// No move reached alpha: the score is at most this.
    Upper = 1,
    /// A move reached beta: the score is at least this.
    Lower = 2,
    /// The score is exactly this.
    Exact = 3,
}

impl Bound {
    /// What the best score of a search of the window (`alpha`, `beta`) proves.
    #[inline]
    pub fn of(best: Score, (alpha, beta): (Score, Score)) -> Self {
        match best {
            _ if best >= beta => Self::Lower,
            _ if best > alpha => Self::Exact,
            _ => Self::Upper,
        }
    }

    /// Whether a score with this bound settles a search of the window (`alpha`, `beta`).
    #[inline]
    pub fn settles(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Upper => score <= alpha,
            Self::Lower => score >= beta,
            Self::Exact => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_settle_what_they_prove() {
        let [low, mid, high] = [-10, 0, 10].map(Score::cp);
        assert!(Bound::Upper.settles(low, low, mid) && !Bound::Upper.settles(mid, low, high));
        assert!(Bound::Lower.settles(high, low, mid) && !Bound::Lower.settles(mid, low, high));
        assert!(Bound::Exact.settles(mid, low, high));
        let bounds = [low, mid, high].map(|best| Bound::of(best, (low, high)));
        assert_eq!(bounds, [Bound::Upper, Bound::Exact, Bound::Lower]);
    }
}
