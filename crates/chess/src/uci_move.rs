//! Moves as UCI writes them.

use std::fmt;
use std::str::FromStr;

use gamekit::{Color, Rank, Square};
use thiserror::Error;

use crate::castling::Wing;
use crate::{IllegalMove, Move, Position, Role};

/// How UCI writes castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UciStyle {
    /// By the squares that the king leaves and reaches: `e1g1`.
    #[default]
    Standard,
    /// By the squares of the king and its rook: `e1h1` (`UCI_Chess960`).
    Chess960,
}

impl UciStyle {
    /// The style of a game of Chess960, or of standard chess.
    pub const fn of(chess960: bool) -> Self {
        if chess960 { Self::Chess960 } else { Self::Standard }
    }
}

/// A move by its squares. [`Position::find`] says whether it is legal, and whether `e1h1` castles.
///
/// ```
/// use chess::{Position, UciMove, UciStyle};
///
/// let text: UciMove = "e2e4".parse()?;
/// let mv = Position::initial().find(text)?;
/// assert_eq!(mv.to_uci(UciStyle::Standard), text);
/// # Ok::<(), chess::UciMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

/// The text cannot be a move in any position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad move {0:?}; expected two squares and perhaps a promotion, as in e2e4 or e7e8q")]
pub struct ParseUciMoveError(pub String);

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UciMoveError {
    /// The text cannot be a move.
    #[error(transparent)]
    Syntax(#[from] ParseUciMoveError),
    /// No legal move is written like this.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl FromStr for UciMove {
    type Err = ParseUciMoveError;

    fn from_str(text: &str) -> Result<Self, ParseUciMoveError> {
        let read = || {
            let promotion = match text.get(4..)? {
                "" => None,
                "n" => Some(Role::Knight),
                "b" => Some(Role::Bishop),
                "r" => Some(Role::Rook),
                "q" => Some(Role::Queen),
                _ => return None,
            };
            Some(Self { from: text.get(..2)?.parse().ok()?, to: text.get(2..4)?.parse().ok()?, promotion })
        };
        read().ok_or_else(|| ParseUciMoveError(text.to_owned()))
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.to_char()))
    }
}

impl fmt::Debug for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Move {
    /// The move as UCI writes it. `Display` writes the style of Chess960.
    pub fn to_uci(self, style: UciStyle) -> UciMove {
        let to = if self.is_castle() && style == UciStyle::Standard {
            let color = if self.from().rank() == Rank::First { Color::White } else { Color::Black };
            Wing::of(self.from(), self.to()).king_target(color)
        } else {
            self.to()
        };
        UciMove { from: self.from(), to, promotion: self.promotion() }
    }
}

impl Position {
    /// The legal move that UCI writes like this. Both ways to write castling are understood; where
    /// they clash (Chess960 only), the king's step and the rook's square come first.
    pub fn find(&self, wanted: UciMove) -> Result<Move, IllegalMove> {
        let moves = self.legal_moves();
        let written = |style| moves.iter().copied().find(|mv| mv.to_uci(style) == wanted);
        written(UciStyle::Chess960)
            .or_else(|| written(UciStyle::Standard))
            .ok_or_else(|| IllegalMove::new(wanted, self))
    }

    /// The legal move that this text is: see [`Position::find`].
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        Ok(self.find(text.parse()?)?)
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
                assert_eq!(position.find(mv.to_uci(UciStyle::Chess960)), Ok(mv));
            }
        }
    }

    #[test]
    fn castling_is_read_in_both_styles() {
        let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        let short = position.parse_uci("e1g1").unwrap();
        assert_eq!(position.parse_uci("e1h1"), Ok(short));
        assert_eq!(short.to_uci(UciStyle::Standard).to_string(), "e1g1");
        assert_eq!(short.to_uci(UciStyle::Chess960).to_string(), "e1h1");
        let black = position.play(short).parse_uci("e8c8").unwrap();
        assert_eq!(black.to_string(), "e8a8");
    }

    #[test]
    fn other_text_is_refused() {
        let start = Position::initial();
        for text in ["", "e2", "e2e4q5", "e2e9", "E2E4", "0000", "e2-e4", "e2e4k", "ée2"] {
            assert_eq!(start.parse_uci(text), Err(ParseUciMoveError(text.to_owned()).into()));
        }
        let error = start.parse_uci("e2e5").unwrap_err().to_string();
        assert!(error.starts_with("illegal move \"e2e5\" in rnbqkbnr/"), "{error}");
    }
}
