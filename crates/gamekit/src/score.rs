//! The scores of a search.

use std::fmt;
use std::ops::Neg;

use crate::ScoreText;
use crate::operator::operator;

/// A distance from the root of the search, in half-moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ply(u16);

impl Ply {
    /// The root of the search.
    pub const ROOT: Self = Self(0);
    /// No search goes deeper than this.
    pub const MAX: Self = Self(246);

    /// `plies` half-moves from the root, at most [`Ply::MAX`].
    #[inline]
    pub const fn new(plies: usize) -> Self {
        if plies < Self::MAX.index() { Self(plies as u16) } else { Self::MAX }
    }

    /// The number of half-moves, to index arrays of `Ply::MAX.index() + 1` entries.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// One half-move further.
    #[inline]
    pub const fn next(self) -> Self {
        Self::new(self.index() + 1)
    }
}

/// A score in centipawns from the view of the side to move, or a forced end.
///
/// Scores compare as numbers: being mated is the worst, being mated later is better than sooner,
/// and any mate outweighs any evaluation.
///
/// ```
/// use gamekit::{Ply, Score};
///
/// let quick = Score::mate_in(Ply::new(3));
/// let slow = Score::mate_in(Ply::new(9));
/// assert!(quick > slow && slow > Score::cp(5000));
/// assert_eq!(quick.mate_in_moves(), Some(2));
/// assert_eq!(Score::mated_in(Ply::new(4)).to_string(), "mate -2");
/// assert_eq!(Score::cp(35).to_string(), "cp 35");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// `-MATE` means that the side to move at the root is mated.
    pub const MATE: Self = Self(32_000);
    /// Above every score that can occur.
    pub const INFINITE: Self = Self(32_001);
    /// A win that a tablebase knows at the root.
    pub const TABLEBASE_WIN: Self = Self(Self::MATE.0 - Ply::MAX.0 as i32 - 1);
    /// The best score that is still an estimate: nothing is forced up to here.
    pub const BEST_ESTIMATE: Self = Self(Self::TABLEBASE_WIN.0 - Ply::MAX.0 as i32 - 1);

    /// An evaluation in centipawns.
    #[inline]
    pub const fn cp(centipawns: i32) -> Self {
        Self(centipawns)
    }

    /// The number behind the score.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The side to move wins `ply` half-moves from the root.
    #[inline]
    pub const fn mate_in(ply: Ply) -> Self {
        Self(Self::MATE.0 - ply.0 as i32)
    }

    /// The side to move loses `ply` half-moves from the root.
    #[inline]
    pub const fn mated_in(ply: Ply) -> Self {
        Self(-Self::MATE.0 + ply.0 as i32)
    }

    /// A tablebase win that is reached `ply` half-moves from the root.
    #[inline]
    pub const fn tablebase_win_in(ply: Ply) -> Self {
        Self(Self::TABLEBASE_WIN.0 - ply.0 as i32)
    }

    /// A forced win: a mate or a tablebase win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::BEST_ESTIMATE.0
    }

    /// A forced loss: being mated or a tablebase loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::BEST_ESTIMATE.0
    }

    /// A forced win or loss.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// A mate, for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Self::TABLEBASE_WIN.0
    }

    /// Whole moves to mate: positive when the side to move mates, negative (or zero) when it is
    /// mated, `None` when no mate is in sight.
    #[inline]
    pub const fn mate_in_moves(self) -> Option<i32> {
        let plies = Self::MATE.0 - self.0.abs();
        match self.is_mate() {
            true if self.0 > 0 => Some((plies + 1) / 2),
            true => Some(-plies / 2),
            false => None,
        }
    }

    /// Keeps an estimate from being read as a forced end.
    #[inline]
    pub fn clamp_to_estimate(self) -> Self {
        self.clamp(-Self::BEST_ESTIMATE, Self::BEST_ESTIMATE)
    }

    /// The score as the transposition table keeps it: distances to a forced end are counted from
    /// the node at `ply`, not from the root, since other paths lead to the same node.
    #[inline]
    pub const fn to_table(self, ply: Ply) -> Self {
        if self.is_win() {
            Self(self.0 + ply.0 as i32)
        } else if self.is_loss() {
            Self(self.0 - ply.0 as i32)
        } else {
            self
        }
    }

    /// Reads back what [`Score::to_table`] stored, for a node at `ply`.
    #[inline]
    pub const fn from_table(self, ply: Ply) -> Self {
        if self.is_win() {
            Self(self.0 - ply.0 as i32)
        } else if self.is_loss() {
            Self(self.0 + ply.0 as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

operator!(Score, Add add, AddAssign add_assign, |a, b| a + b);
operator!(Score, Sub sub, SubAssign sub_assign, |a, b| a - b);

/// As UCI writes it: `cp 35` or `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ScoreText::from(*self).fmt(f)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_whole_moves() {
        let moves = |plies| Score::mate_in(Ply::new(plies)).mate_in_moves();
        assert_eq!([moves(1), moves(2), moves(3), moves(4)], [Some(1), Some(1), Some(2), Some(2)]);
        assert_eq!(Score::mated_in(Ply::ROOT).to_string(), "mate 0");
        assert_eq!(Score::mated_in(Ply::new(2)).to_string(), "mate -1");
        assert_eq!(Score::mated_in(Ply::new(4)).to_string(), "mate -2");
    }

    #[test]
    fn forced_ends_do_not_overlap_estimates() {
        let worst_mate = Score::mate_in(Ply::MAX);
        let worst_tablebase_win = Score::tablebase_win_in(Ply::MAX);
        assert!(worst_mate.is_mate() && worst_mate > Score::TABLEBASE_WIN);
        assert!(worst_tablebase_win.is_win() && !worst_tablebase_win.is_mate());
        assert!(!Score::BEST_ESTIMATE.is_decisive());
        assert!((-worst_tablebase_win).is_loss());
        assert_eq!(Score::mate_in(Ply::new(5)).clamp_to_estimate(), Score::BEST_ESTIMATE);
    }

    #[test]
    fn the_table_counts_from_the_node() {
        for ply in [0, 1, 17, 100] {
            let ply = Ply::new(ply);
            for score in [
                Score::DRAW,
                Score::cp(-321),
                Score::mate_in(Ply::new(110)),
                Score::mated_in(Ply::new(104)),
                -Score::tablebase_win_in(Ply::new(120)),
            ] {
                assert_eq!(score.to_table(ply).from_table(ply), score);
            }
            let mate = Score::mate_in(Ply::new(ply.index() + 3));
            assert_eq!(mate.to_table(ply), Score::mate_in(Ply::new(3)));
        }
    }
}
