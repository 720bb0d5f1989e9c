//! How a game ends.

use std::fmt;

use gamekit::{Bitboard, Color, GameResult};

use crate::{Position, Role};

/// The end of a game and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the pieces to mate, whatever happens.
    InsufficientMaterial,
    /// The position occurred for the third time: a draw if a player claims it.
    ThreefoldRepetition,
    /// The position occurred for the fifth time: a draw.
    FivefoldRepetition,
    /// Fifty moves a side without capture or pawn move: a draw if a player claims it.
    FiftyMoves,
    /// Seventy-five moves a side without capture or pawn move: a draw.
    SeventyFiveMoves,
}

impl Outcome {
    /// Who won, unless it is a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// Whether the game ends only if a player says so.
    pub const fn must_be_claimed(self) -> bool {
        matches!(self, Self::ThreefoldRepetition | Self::FiftyMoves)
    }

    /// The result of a game that ends like this.
    pub fn result(self) -> GameResult {
        self.winner().into()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate { winner } => return write!(f, "{winner} wins by checkmate"),
            Self::Stalemate => "draw by stalemate",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::ThreefoldRepetition => "draw by threefold repetition",
            Self::FivefoldRepetition => "draw by fivefold repetition",
            Self::FiftyMoves => "draw by the fifty-move rule",
            Self::SeventyFiveMoves => "draw by the seventy-five-move rule",
        })
    }
}

impl Position {
    /// The outcome that this position alone decides: mate, stalemate or too little material.
    /// [`Game::outcome`](crate::Game::outcome) adds repetitions and the fifty-move rule.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.count_legal_moves() == 0 {
            Some(if self.in_check() {
                Outcome::Checkmate { winner: !self.turn() }
            } else {
                Outcome::Stalemate
            })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else {
            None
        }
    }

    /// Whether no sequence of legal moves ends in mate for want of material: bare kings, one
    /// knight, or bishops that all stand on squares of one color.
    pub fn is_insufficient_material(&self) -> bool {
        let board = self.board();
        let bishops = board.role(Role::Bishop);
        let others = board.occupied() - board.role(Role::King) - bishops;
        if bishops.is_empty() {
            others.is_empty() || (others.single().is_some() && others == board.role(Role::Knight))
        } else {
            others.is_empty()
                && (bishops.is_subset_of(Bitboard::LIGHT) || bishops.is_subset_of(Bitboard::DARK))
        }
    }

    /// Whether some sequence of legal moves, however bad, ends in mate by this side. A bare king
    /// never mates. A lone knight needs a piece of the other side, not a queen, that blocks its own
    /// king. Bishops of one square color need a knight, a pawn or a bishop of the other color on
    /// the board; rooks and queens of the other side always guard what they block.
    pub fn can_mate(&self, side: Color) -> bool {
        let board = self.board();
        let own = board.color(side) - board.role(Role::King);
        let bishops = board.role(Role::Bishop);
        if own.is_empty() {
            false
        } else if own.is_subset_of(bishops) {
            let is_one_color = bishops.is_subset_of(Bitboard::LIGHT) || bishops.is_subset_of(Bitboard::DARK);
            !is_one_color || (board.role(Role::Pawn) | board.role(Role::Knight)).any()
        } else if own.single().is_some() && own.is_subset_of(board.role(Role::Knight)) {
            (board.color(!side) - board.role(Role::King) - board.role(Role::Queen)).any()
        } else {
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(fen: &str) -> Option<Outcome> {
        fen.parse::<Position>().unwrap().outcome()
    }

    #[test]
    fn mate_and_stalemate() {
        let mate = outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        assert_eq!(mate, Some(Outcome::Checkmate { winner: Color::Black }));
        assert_eq!(mate.map(Outcome::result), Some(GameResult::Win(Color::Black)));
        assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Outcome::Stalemate));
        assert_eq!(outcome("8/8/8/8/8/8/8/K1k4R b - - 0 1"), None);
    }

    #[test]
    fn material_that_cannot_mate() {
        for fen in [
            "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "8/8/8/8/8/8/8/K1k4N w - - 0 1",
            "8/8/8/8/8/8/8/K1k4b w - - 0 1",
            // Three bishops, all on light squares.
            "6b1/8/8/8/8/8/2B5/K4k1b w - - 0 1",
        ] {
            assert_eq!(outcome(fen), Some(Outcome::InsufficientMaterial), "{fen}");
            let position: Position = fen.parse().unwrap();
            assert!(!position.can_mate(Color::White) && !position.can_mate(Color::Black), "{fen}");
        }
        for fen in [
            "8/8/8/8/8/8/8/K1k3NN w - - 0 1",
            "8/8/8/8/8/8/8/K1k2n1N w - - 0 1",
            "8/8/8/8/8/8/8/K1k2b1N w - - 0 1",
            "8/8/8/8/8/8/8/K1k2bB1 w - - 0 1",
            "8/8/8/8/8/8/7P/K1k5 w - - 0 1",
        ] {
            assert_eq!(outcome(fen), None, "{fen}");
            let position: Position = fen.parse().unwrap();
            assert!(position.can_mate(Color::White) || position.can_mate(Color::Black), "{fen}");
        }
    }

    #[test]
    fn some_sides_cannot_mate_though_the_other_can() {
        let can_mate = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            (position.can_mate(Color::White), position.can_mate(Color::Black))
        };
        assert_eq!(can_mate("7k/8/8/8/8/8/8/KQ6 w - - 0 1"), (true, false));
        assert_eq!(can_mate("7k/8/8/8/8/8/p7/K7 w - - 0 1"), (false, true));
        // A knight mates a king that its own rook, knight, bishop or pawn shuts in; a queen takes
        // the knight.
        for (man, expected) in [('r', true), ('n', true), ('b', true), ('q', false)] {
            let fen = format!("7k/8/8/8/8/{man}7/8/KN6 w - - 0 1");
            assert_eq!(can_mate(&fen).0, expected, "{man}");
        }
        assert!(can_mate("7k/8/8/8/8/p7/8/KN6 w - - 0 1").0);
        assert!(can_mate("7k/8/8/8/8/q7/8/KNN5 w - - 0 1").0);
        // A bishop mates behind a pawn, a knight or a bishop of the other square color.
        for (man, expected) in [('r', false), ('q', false), ('n', true), ('p', true)] {
            let fen = format!("7k/8/8/8/8/{man}7/8/KB6 w - - 0 1");
            assert_eq!(can_mate(&fen).0, expected, "{man}");
        }
        assert_eq!(can_mate("7k/8/8/8/8/b7/8/KB6 w - - 0 1"), (true, true));
        assert_eq!(can_mate("7k/8/8/8/8/8/2b5/KB6 w - - 0 1"), (false, false));
        assert!(can_mate("7k/8/8/8/8/q7/8/KBN5 w - - 0 1").0);
    }
}
