//! Tapered evaluation.

use chess::{Board, Role};
use gamekit::{ByColor, Color};

use super::Pair;

/// The weights of middlegame and endgame in a position, and the scaling of drawish endings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blend {
    /// The phase: from [`Blend::OPENING`] with all pieces to 0 with none.
    pub phase: i32,
    /// The scale of the score if this side leads: [`Blend::FULL`], or less in drawish endings.
    pub scale: ByColor<i32>,
}

impl Blend {
    /// The phase of the initial position.
    pub const OPENING: i32 = 24;
    /// No scaling.
    pub const FULL: i32 = 128;

    /// The phase of a position: minor pieces count one, rooks two, queens four.
    #[inline]
    pub fn phase_of(board: &Board) -> i32 {
        let minors = (board.role(Role::Knight) | board.role(Role::Bishop)).len();
        let phase = minors + 2 * board.role(Role::Rook).len() + 4 * board.role(Role::Queen).len();
        (phase as i32).min(Self::OPENING)
    }

    /// A sum of terms in units of 1 / [`Blend::OPENING`] centipawns.
    #[inline]
    fn mix(&self, sum: Pair) -> i32 {
        sum.middlegame() * self.phase + sum.endgame() * (Self::OPENING - self.phase)
    }

    /// The centipawns of a term, without scaling.
    pub fn centipawns(&self, term: Pair) -> i32 {
        self.mix(term) / Self::OPENING
    }

    /// The side that a sum of terms favours.
    #[inline]
    pub fn leader(&self, sum: Pair) -> Color {
        if self.mix(sum) >= 0 { Color::White } else { Color::Black }
    }

    /// The evaluation for White of a sum of terms, in centipawns.
    #[inline]
    pub fn apply(&self, sum: Pair) -> i32 {
        self.mix(sum) * self.scale[self.leader(sum)] / (Self::OPENING * Self::FULL)
    }
}
