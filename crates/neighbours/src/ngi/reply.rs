//! Replies of an agent.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Move;

/// A line from an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name NAME`: the agent's name.
    Name(String),
    /// `id author AUTHOR`: its author.
    Author(String),
    /// `join GAME`: an agent that connects to a server says which game it wants a seat in.
    Join(String),
    /// `ngiok`: the end of the handshake.
    Hello,
    /// `readyok`: all requests are done.
    Ready,
    /// `info ...`: progress of the search, free text.
    Info(String),
    /// `bestmove MOVE`, or `bestmove none` where the game is over.
    BestMove(Option<Move>),
    /// `error TEXT`: the request was not understood and had no effect.
    Error(String),
}

/// The line is not a reply.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected id, join, ngiok, readyok, info, bestmove or error, found {0:?}")]
pub struct ParseReplyError(pub String);

impl FromStr for Reply {
    type Err = ParseReplyError;

    fn from_str(line: &str) -> Result<Self, ParseReplyError> {
        let line = line.trim();
        let refuse = || ParseReplyError(line.chars().take(100).collect());
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("id", _) => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Ok(Self::Name(name.trim().to_owned())),
                Some(("author", author)) => Ok(Self::Author(author.trim().to_owned())),
                _ => Err(refuse()),
            },
            ("join", game) if !game.is_empty() => Ok(Self::Join(game.to_owned())),
            ("ngiok", "") => Ok(Self::Hello),
            ("readyok", "") => Ok(Self::Ready),
            ("info", _) => Ok(Self::Info(rest.to_owned())),
            ("bestmove", "none") => Ok(Self::BestMove(None)),
            ("bestmove", _) => rest.parse().map(|mv| Self::BestMove(Some(mv))).map_err(|_| refuse()),
            ("error", _) => Ok(Self::Error(rest.to_owned())),
            _ => Err(refuse()),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Join(game) => write!(f, "join {game}"),
            Self::Hello => f.write_str("ngiok"),
            Self::Ready => f.write_str("readyok"),
            Self::Info(text) => write!(f, "info {text}"),
            Self::BestMove(Some(mv)) => write!(f, "bestmove {mv}"),
            Self::BestMove(None) => f.write_str("bestmove none"),
            Self::Error(text) => write!(f, "error {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_round_trip() {
        for line in [
            "id name Petteia 1.0",
            "id author several people",
            "join 5f0c",
            "ngiok",
            "readyok",
            "info depth 3 score cp 12 pv a1a2",
            "bestmove a1a2",
            "bestmove none",
            "error expected a move",
        ] {
            assert_eq!(line.parse::<Reply>().map(|reply| reply.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for line in
            ["", "id", "id name", "join", "hello", "bestmove", "bestmove a1", "ngiok 2", "readyok yes"]
        {
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
    }
}
