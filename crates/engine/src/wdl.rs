//! Scores as chances to win, draw and lose.

use chess::{Position, Role};
use gamekit::Score;

/// Chances in thousandths; they sum to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Of winning.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}

impl Wdl {
    /// The chances that a score gives when so much material is on the board. Both a win and a loss
    /// follow a logistic curve; with less material the same score decides more.
    pub fn of(score: Score, material: i32) -> Self {
        if score.is_win() {
            return Self { win: 1000, draw: 0, loss: 0 };
        }
        if score.is_loss() {
            return Self { win: 0, draw: 0, loss: 1000 };
        }
        let phase = f64::from(material.clamp(10, 78)) / 78.0;
        let (half, spread) = (110.0 + 90.0 * phase, 50.0 + 25.0 * phase);
        let chance = |cp: f64| (1000.0 / (1.0 + ((half - cp) / spread).exp())).round() as u16;
        let cp = f64::from(score.raw());
        let (win, loss) = (chance(cp), chance(-cp));
        Self { win, draw: 1000_u16.saturating_sub(win + loss), loss }
    }
}

/// The material of both sides in pawns.
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
                let Wdl { win, draw, loss } = Wdl::of(Score::cp(cp), material);
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last, "a better score wins more often");
                last = win;
                let mirrored = Wdl::of(Score::cp(-cp), material);
                assert_eq!((mirrored.win, mirrored.loss), (loss, win));
            }
        }
    }
}
