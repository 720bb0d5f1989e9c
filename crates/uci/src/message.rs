//! What an engine says to a GUI.

mod best_move;
mod info;
mod option;

pub use best_move::BestMove;
pub use info::{CurrentLine, Info};
pub use option::{OptionKind, OptionSpec};

use std::fmt;
use std::str::FromStr;

use crate::ParseError;
use crate::tokens::{Tokens, one_line};

/// A line from an engine to a GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// The engine's name (`id name`).
    IdName(String),
    /// Who wrote it (`id author`).
    IdAuthor(String),
    /// An option that can be set.
    Option(OptionSpec),
    /// All options were told.
    UciOk,
    /// All that was asked before `isready` is done.
    ReadyOk,
    /// The search ended.
    BestMove(BestMove),
    /// News of the search, or free text.
    Info(Info),
    /// How the check of the copy protection goes.
    CopyProtection(Protection),
    /// How the check of the registration goes.
    Registration(Protection),
}

impl Message {
    /// Free text for the user (`info string`).
    pub fn string(text: impl Into<String>) -> Self {
        Self::Info(Info { string: Some(text.into()), ..Info::default() })
    }
}

/// The state of a check of copy protection or registration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// Not known yet.
    Checking,
    /// All is well.
    Ok,
    /// The engine will not work.
    Error,
}

impl Protection {
    fn parse(mut tokens: Tokens, after: &'static str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "checking, ok or error";
        match tokens.next() {
            Some("checking") => Ok(Self::Checking),
            Some("ok") => Ok(Self::Ok),
            Some("error") => Ok(Self::Error),
            Some(token) => Err(ParseError::bad(after, token, EXPECTED)),
            None => Err(ParseError::Missing { after, expected: EXPECTED }),
        }
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}

const EXPECTED: &str = "a message of a UCI engine";

impl FromStr for Message {
    type Err = ParseError;

    /// Reads a line. Unknown words before a message are skipped, as UCI asks for.
    fn from_str(line: &str) -> Result<Self, ParseError> {
        let mut tokens = Tokens::new(line);
        let first = tokens.peek().ok_or(ParseError::Empty { expected: EXPECTED })?;
        while let Some(word) = tokens.next() {
            let tokens = tokens.clone();
            return Ok(match word {
                "id" => parse_id(tokens)?,
                "option" => Self::Option(OptionSpec::parse(tokens)?),
                "uciok" => Self::UciOk,
                "readyok" => Self::ReadyOk,
                "bestmove" => Self::BestMove(BestMove::parse(tokens)?),
                "info" => Self::Info(Info::parse(tokens)?),
                "copyprotection" => Self::CopyProtection(Protection::parse(tokens, "copyprotection")?),
                "registration" => Self::Registration(Protection::parse(tokens, "registration")?),
                _ => continue,
            });
        }
        Err(ParseError::unknown(first, EXPECTED))
    }
}

fn parse_id(mut tokens: Tokens) -> Result<Message, ParseError> {
    match tokens.next() {
        Some("name") => Ok(Message::IdName(tokens.text())),
        Some("author") => Ok(Message::IdAuthor(tokens.text())),
        Some(token) => Err(ParseError::bad("id", token, "name or author")),
        None => Err(ParseError::Missing { after: "id", expected: "name or author" }),
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {}", one_line(name)),
            Self::IdAuthor(author) => write!(f, "id author {}", one_line(author)),
            Self::Option(option) => option.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove(best) => best.fmt(f),
            Self::Info(info) => info.fmt(f),
            Self::CopyProtection(state) => write!(f, "copyprotection {state}"),
            Self::Registration(state) => write!(f, "registration {state}"),
        }
    }
}

#[cfg(test)]
mod tests;
