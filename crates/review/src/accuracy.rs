//! How well a side played, as a number.

use chess::{Position, Role};
use gamekit::Color;

use crate::{Class, Review};

/// A part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The first ten moves.
    Opening,
    /// Between opening and endgame.
    Middlegame,
    /// At most two pieces a side, pawns and kings aside, or about as many.
    Endgame,
}

impl Phase {
    /// Every phase, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// The phase of a position.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let pieces = board.occupied() - board.role(Role::Pawn) - board.role(Role::King);
        if pieces.len() <= 4 {
            Self::Endgame
        } else if position.fullmove_number() <= 10 {
            Self::Opening
        } else {
            Self::Middlegame
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }
}

/// The moves of one side, or of one side in one phase, as a few numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// Moves that were counted.
    pub moves: usize,
    /// The mean of the moves' accuracies, from 0 to 100.
    pub per_cent: f64,
    /// The mean loss of a move, in centipawns.
    pub centipawn_loss: f64,
    /// How many inaccuracies, mistakes and blunders.
    pub slips: [usize; 3],
}

/// Losses beyond this count as this: one blunder should not hide all other moves.
const LARGEST_LOSS: i32 = 1000;

impl Accuracy {
    /// The accuracy of a side, in the whole game or in a phase; none if it made no move there.
    pub fn of(review: &Review, color: Color, phase: Option<Phase>) -> Option<Self> {
        let moves = || {
            review.moves.iter().filter(move |played| {
                played.color == color && phase.is_none_or(|phase| phase == played.phase)
            })
        };
        let count = moves().count();
        if count == 0 {
            return None;
        }
        let mean = |sum: f64| sum / count as f64;
        Some(Self {
            moves: count,
            per_cent: mean(moves().map(|played| of_loss(played.lost_chances)).sum()),
            centipawn_loss: mean(
                moves().map(|played| f64::from(played.lost_centipawns.clamp(0, LARGEST_LOSS))).sum(),
            ),
            slips: Class::SLIPS.map(|class| moves().filter(|played| played.class == class).count()),
        })
    }
}

/// The accuracy of a move that cost this share of the point: the curve that Lichess publishes.
fn of_loss(lost_chances: f64) -> f64 {
    let lost = 100.0 * lost_chances.max(0.0);
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_move_is_worth_a_hundred() {
        assert!((of_loss(0.0) - 100.0).abs() < 0.01 && of_loss(-0.1) <= 100.0);
        assert!(of_loss(1.0) < 1.0 && of_loss(1.0) >= 0.0);
        assert!(of_loss(0.1) > of_loss(0.2));
    }

    #[test]
    fn phases_follow_the_pieces() {
        let phase = |fen: &str| Phase::of(&fen.parse().unwrap());
        assert_eq!(Phase::of(&Position::initial()), Phase::Opening);
        assert_eq!(phase("8/5pk1/4p1p1/p2bP3/1p3P2/1P1K4/P1R5/8 w - - 1 40"), Phase::Endgame);
        assert_eq!(
            phase("r4rk1/1bq1bppp/p2ppn2/1p6/3NPP2/1BN5/PPP1Q1PP/3R1R1K b - - 3 15"),
            Phase::Middlegame
        );
    }
}
