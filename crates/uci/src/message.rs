//! Messages of an engine to a GUI.

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
    /// The list of options is complete.
    UciOk,
    /// All that was asked before `isready` is done.
    ReadyOk,
    /// The search ended.
    BestMove(BestMove),
    /// Progress of the search, or free text.
    Info(Info),
    /// The state of the copy protection.
    CopyProtection(Protection),
    /// The state of the registration.
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
        let all = [Self::Checking, Self::Ok, Self::Error];
        tokens.expect(after, "checking, ok or error", |word| {
            all.into_iter().find(|state| state.to_string() == word)
        })
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
    let message = tokens.expect("id", "name or author", |word| match word {
        "name" => Some(Message::IdName as fn(String) -> Message),
        "author" => Some(Message::IdAuthor),
        _ => None,
    })?;
    Ok(message(tokens.text()))
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
