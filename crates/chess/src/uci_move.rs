//! Moves as UCI writes them.

use gamekit::{Color, Rank};
use thiserror::Error;

use crate::castling::Wing;
use crate::{Move, Position};

/// How UCI writes castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UciStyle {
    /// By the squares that the king leaves and reaches: `e1g1`.
    #[default]
    Standard,
    /// By the squares of the king and its rook: `e1h1` (`UCI_Chess960`).
    Chess960,
}

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UciMoveError {
    /// The text is no move at all.
    #[error("bad move {0:?}; expected two squares and perhaps a promotion, as in e2e4 or e7e8q")]
    Syntax(String),
    /// No legal move is written like this.
    #[error("illegal move {0:?} in {1}")]
    Illegal(String, String),
}

impl Move {
    /// The move as UCI writes it. `Display` writes the style of Chess960.
    pub fn to_uci(self, style: UciStyle) -> String {
        if self.is_castle() && style == UciStyle::Standard {
            let color = if self.from().rank() == Rank::First { Color::White } else { Color::Black };
            format!("{}{}", self.from(), Wing::of(self.from(), self.to()).king_target(color))
        } else {
            self.to_string()
        }
    }
}

impl Position {
    /// The legal move that UCI writes like this. Both ways to write castling are understood; where
    /// they clash (Chess960 only), the king's step and the rook's square come first.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        if !is_move_text(text) {
            return Err(UciMoveError::Syntax(text.to_owned()));
        }
        let moves = self.legal_moves();
        let written = |style| moves.iter().copied().find(|mv| mv.to_uci(style) == text);
        written(UciStyle::Chess960)
            .or_else(|| written(UciStyle::Standard))
            .ok_or_else(|| UciMoveError::Illegal(text.to_owned(), self.to_string()))
    }
}

fn is_move_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_square = |part: &[u8]| matches!(part, [b'a'..=b'h', b'1'..=b'8']);
    match bytes.len() {
        4 => is_square(&bytes[..2]) && is_square(&bytes[2..]),
        5 => is_square(&bytes[..2]) && is_square(&bytes[2..4]) && b"nbrq".contains(&bytes[4]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves_round_trip() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                assert_eq!(position.parse_uci(&mv.to_uci(UciStyle::Chess960)), Ok(mv));
            }
        }
    }

    #[test]
    fn castling_is_read_in_both_styles() {
        let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        let short = position.parse_uci("e1g1").unwrap();
        assert_eq!(position.parse_uci("e1h1"), Ok(short));
        assert_eq!(short.to_uci(UciStyle::Standard), "e1g1");
        assert_eq!(short.to_uci(UciStyle::Chess960), "e1h1");
        let black = position.play(short).parse_uci("e8c8").unwrap();
        assert_eq!(black.to_string(), "e8a8");
    }

    #[test]
    fn other_text_is_refused() {
        let start = Position::initial();
        for text in ["", "e2", "e2e4q5", "e2e9", "E2E4", "0000", "e2-e4", "e2e4k", "ée2"] {
            assert_eq!(start.parse_uci(text), Err(UciMoveError::Syntax(text.to_owned())));
        }
        let error = start.parse_uci("e2e5").unwrap_err().to_string();
        assert!(error.starts_with("illegal move \"e2e5\" in rnbqkbnr/"), "{error}");
    }
}
