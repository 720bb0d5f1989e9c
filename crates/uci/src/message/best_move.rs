//! The answer to `go`.

use std::fmt;

use crate::tokens::Tokens;
use crate::uci_move::parse_move;
use crate::{ParseError, UciMove};

/// The move an engine plays, and the answer it would like to ponder on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move; `None` where there is none to play.
    pub best: Option<UciMove>,
    /// The answer expected.
    pub ponder: Option<UciMove>,
}

impl BestMove {
    /// Reads what follows `bestmove`. Engines write "no move" in several ways.
    pub(super) fn parse(mut tokens: Tokens) -> Result<Self, ParseError> {
        let best = match tokens.next() {
            None => return Err(ParseError::Missing { after: "bestmove", expected: "a move" }),
            Some("(none)" | "0000" | "NULL" | "none") => None,
            Some(token) => Some(parse_move(token)?),
        };
        // What stands there instead of a move to ponder on (`(none)`, `0000`) says the same as
        // nothing.
        let ponder = tokens
            .find(|token| *token == "ponder")
            .and_then(|_| tokens.next())
            .and_then(|mv| parse_move(mv).ok());
        Ok(Self { best, ponder })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}")?,
            None => f.write_str("bestmove (none)")?,
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}
