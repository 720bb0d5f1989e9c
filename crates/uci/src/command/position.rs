//! Where a search starts.

use std::fmt;

use crate::tokens::{Tokens, one_line};
use crate::uci_move::parse_move;
use crate::{ParseError, UciMove};

/// A position as a game reached it: where it started and the moves since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// Where the game started.
    pub start: Start,
    /// The moves since; `None` is a null move, written `0000`, by which analysts pass the turn.
    pub moves: Vec<Option<UciMove>>,
}

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// In the initial position.
    #[default]
    Initial,
    /// In the position of a FEN, not checked yet.
    Fen(String),
}

impl Position {
    /// Reads what follows `position`.
    pub(super) fn parse(mut tokens: Tokens) -> Result<Self, ParseError> {
        const EXPECTED: &str = "startpos or fen and a FEN";
        let start = match tokens.next() {
            Some("startpos") => match tokens.next() {
                None => return Ok(Self::default()),
                Some("moves") => Start::Initial,
                Some(token) => return Err(ParseError::bad("position", token, "moves after startpos")),
            },
            Some("fen") => match tokens.take_until("moves") {
                fen if fen.is_empty() => {
                    return Err(ParseError::Missing { after: "fen", expected: "a FEN" });
                }
                fen => Start::Fen(fen),
            },
            Some(token) => return Err(ParseError::bad("position", token, EXPECTED)),
            None => return Err(ParseError::Missing { after: "position", expected: EXPECTED }),
        };
        let moves = tokens.map(parse_move_or_null).collect::<Result<_, _>>()?;
        Ok(Self { start, moves })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Initial => f.write_str("position startpos")?,
            Start::Fen(fen) => write!(f, "position fen {}", one_line(fen))?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| match mv {
            Some(mv) => write!(f, " {mv}"),
            None => write!(f, " {NULL_MOVE}"),
        })
    }
}

/// How a null move is written.
const NULL_MOVE: &str = "0000";

fn parse_move_or_null(token: &str) -> Result<Option<UciMove>, ParseError> {
    if token == NULL_MOVE { Ok(None) } else { parse_move(token).map(Some) }
}
