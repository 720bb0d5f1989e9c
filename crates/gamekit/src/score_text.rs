//! Scores as they are reported.

use std::fmt;
use std::ops::Neg;

use crate::Score;

// Wider than `Score`: other engines have other scales.
/// A score as it is reported: an evaluation or a mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", content = "value", rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "chess.ts", rename = "Score"))]
pub enum ScoreText {
    /// An evaluation in centipawns.
    Cp(i32),
    /// Moves to mate; negative if the side to move gets mated, 0 if it is mated already.
    Mate(i32),
}

impl From<Score> for ScoreText {
    fn from(score: Score) -> Self {
        score.mate_in_moves().map_or(Self::Cp(score.raw()), Self::Mate)
    }
}

impl Neg for ScoreText {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Cp(centipawns) => Self::Cp(centipawns.saturating_neg()),
            Self::Mate(moves) => Self::Mate(moves.saturating_neg()),
        }
    }
}

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(centipawns) => write!(f, "cp {centipawns}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ply;

    #[test]
    fn the_other_side_has_the_opposite_score() {
        let score = ScoreText::from(Score::mate_in(Ply::new(3)));
        assert_eq!(score, ScoreText::Mate(2));
        assert_eq!((-score).to_string(), "mate -2");
        assert_eq!(-ScoreText::Cp(i32::MIN), ScoreText::Cp(i32::MAX));
    }
}
