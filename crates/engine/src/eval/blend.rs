//! From a sum of pairs to one number.

use chess::{Board, Role};
use gamekit::{ByColor, Color};

use super::Pair;

/// How middlegame and endgame weigh in a position, and how much of a lead counts there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blend {
    /// The pieces left: [`Blend::OPENING`] with all of them, 0 without any.
    pub phase: i32,
    /// How much of a lead counts if this side leads: [`Blend::FULL`], or less in drawish endings.
    pub scale: ByColor<i32>,
}

impl Blend {
    /// The phase of the initial position.
    pub const OPENING: i32 = 24;
    /// The scale of a lead that counts in full.
    pub const FULL: i32 = 128;

    /// The phase of a position: minor pieces count one, rooks two, queens four.
    #[inline]
    pub fn phase_of(board: &Board) -> i32 {
        let minors = (board.role(Role::Knight) | board.role(Role::Bishop)).len();
        let phase = minors + 2 * board.role(Role::Rook).len() + 4 * board.role(Role::Queen).len();
        (phase as i32).min(Self::OPENING)
    }

    /// The weight of both phases in a sum of terms, in units of 1 / [`Blend::OPENING`] centipawns.
    #[inline]
    fn mix(&self, sum: Pair) -> i32 {
        sum.middlegame() * self.phase + sum.endgame() * (Self::OPENING - self.phase)
    }

    /// The centipawns that a term contributes, before any scaling of the lead.
    pub fn centipawns(&self, term: Pair) -> i32 {
        self.mix(term) / Self::OPENING
    }

    /// Who leads by a sum of terms.
    #[inline]
    pub fn leader(&self, sum: Pair) -> Color {
        if self.mix(sum) >= 0 { Color::White } else { Color::Black }
    }

    /// The centipawns for White that a sum of terms amounts to.
    #[inline]
    pub fn apply(&self, sum: Pair) -> i32 {
        self.mix(sum) * self.scale[self.leader(sum)] / (Self::OPENING * Self::FULL)
    }
}
