//! Win, draw and loss probabilities of scores.

use chess::{Position, Role};
use gamekit::{Chances, Score};

/// The model behind [`chances`]: wins and losses follow logistic curves of the score, whose
/// midpoint and spread depend on the material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score that wins half of the games: on an empty board, with all pieces.
    pub half: [f64; 2],
    /// The scale of the curve: on an empty board, with all pieces.
    pub spread: [f64; 2],
}

impl Model {
    /// The material of the initial position, in pawns.
    pub const ALL_PIECES: i32 = 78;

    /// Fitted to the engine's own games by `petteia data wdl` (docs/MEASUREMENTS.md).
    pub const FITTED: Self = Self { half: [261.7, 58.2], spread: [73.4, 64.2] };

    /// The probability, from 0 to 1, that the side with this score wins.
    pub fn chance(&self, centipawns: f64, material: i32) -> f64 {
        let phase = f64::from(material.clamp(0, Self::ALL_PIECES)) / f64::from(Self::ALL_PIECES);
        let between = |[empty, full]: [f64; 2]| empty + (full - empty) * phase;
        1.0 / (1.0 + ((between(self.half) - centipawns) / between(self.spread)).exp())
    }
}

/// The probabilities of a score with this material on the board, in thousandths; they sum to 1000.
pub fn chances(score: Score, material: i32) -> Chances {
    if score.is_win() {
        return Chances { win: 1000, draw: 0, loss: 0 };
    }
    if score.is_loss() {
        return Chances { win: 0, draw: 0, loss: 1000 };
    }
    let thousandths = |cp: i32| (1000.0 * Model::FITTED.chance(cp.into(), material)).round() as u16;
    let (win, loss) = (thousandths(score.raw()), thousandths(-score.raw()));
    // Rounding may leave one too many where hardly any game is drawn.
    let draw = 1000_u16.saturating_sub(win + loss);
    Chances { win, draw, loss: 1000 - win - draw }
}

/// The material of both sides, in pawns.
pub fn material(position: &Position) -> i32 {
    let values = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    values.iter().map(|&(role, value)| value * position.board().role(role).len() as i32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_up_and_follow_the_score() {
        for material in [0, 20, 78, 100] {
            let mut last = 0;
            for cp in -3000..3000 {
                let found = chances(Score::cp(cp), material);
                let Chances { win, draw, loss } = found;
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last, "a better score wins more often");
                last = win;
                assert_eq!(chances(Score::cp(-cp), material), found.reversed());
            }
        }
    }
}
