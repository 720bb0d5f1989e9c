//! Commands of a GUI to an engine.

mod genfens;
mod go;
mod position;
mod set_option;

pub use genfens::GenFens;
pub use go::Go;
pub use position::{Position, Start};
pub use set_option::SetOption;

use std::fmt;
use std::str::FromStr;

use crate::ParseError;
use crate::tokens::{Tokens, one_line};

/// A line from a GUI to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Speak UCI: send name, author and options, then `uciok`.
    Uci,
    /// Switch debugging output on or off.
    Debug(bool),
    /// Answer `readyok` when all that was asked before is done.
    IsReady,
    /// Change an option.
    SetOption(SetOption),
    /// Register a copy, in the words that follow.
    Register(String),
    /// A new game begins.
    UciNewGame,
    /// Set up a position.
    Position(Position),
    /// Search it.
    Go(Go),
    /// Count the leaves of its tree of legal moves (`go perft N`, not standard).
    Perft(u32),
    /// End the search and answer.
    Stop,
    /// The expected move was played: ponder no longer, search.
    PonderHit,
    /// Exit.
    Quit,
    /// Show the position (not standard).
    Display,
    /// Show the evaluation of the position (not standard).
    Eval,
    /// Run the built-in benchmark, to this depth or the usual one (not standard).
    Bench(Option<u32>),
    /// Turn the board around and swap the colors (not standard).
    Flip,
    /// List the commands (not standard).
    Help,
    /// Write random openings (`OpenBench`, not standard).
    GenFens(GenFens),
}

const EXPECTED: &str = "a UCI command";

impl Command {
    /// Whether a line begins with the name of a command, even if the rest is wrong.
    pub fn is_begun_by(line: &str) -> bool {
        let mut tokens = Tokens::new(line);
        let Some(word) = tokens.next() else { return false };
        [parse_standard, parse_extension].iter().any(|parse| !matches!(parse(word, tokens.clone()), Ok(None)))
    }
}

impl FromStr for Command {
    type Err = ParseError;

    /// Reads a line. Unknown words before a standard command are skipped, as UCI asks for; commands
    /// that are not standard must come first, since they are everyday words.
    fn from_str(line: &str) -> Result<Self, ParseError> {
        let mut tokens = Tokens::new(line);
        let first = tokens.peek().ok_or(ParseError::Empty { expected: EXPECTED })?;
        let mut extension = tokens.clone();
        extension.next();
        if let Some(command) = parse_extension(first, extension)? {
            return Ok(command);
        }
        while let Some(word) = tokens.next() {
            if let Some(command) = parse_standard(word, tokens.clone())? {
                return Ok(command);
            }
        }
        Err(ParseError::unknown(first, EXPECTED))
    }
}

/// The standard command that begins with `word`, if one does.
fn parse_standard(word: &str, tokens: Tokens) -> Result<Option<Command>, ParseError> {
    Ok(Some(match word {
        "uci" => Command::Uci,
        "debug" => Command::Debug(parse_switch(tokens)?),
        "isready" => Command::IsReady,
        "setoption" => Command::SetOption(SetOption::parse(tokens)?),
        "register" => Command::Register(tokens.text()),
        "ucinewgame" => Command::UciNewGame,
        "position" => Command::Position(Position::parse(tokens)?),
        "go" => go::parse(tokens)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        _ => return Ok(None),
    }))
}

/// The command beyond the standard that begins with `word`, if one does.
fn parse_extension(word: &str, mut tokens: Tokens) -> Result<Option<Command>, ParseError> {
    Ok(Some(match word {
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" if tokens.peek().is_none() => Command::Bench(None),
        "bench" => Command::Bench(Some(tokens.number("bench")?)),
        "flip" => Command::Flip,
        "help" => Command::Help,
        "genfens" => Command::GenFens(GenFens::parse(tokens)?),
        _ => return Ok(None),
    }))
}

fn parse_switch(mut tokens: Tokens) -> Result<bool, ParseError> {
    tokens.expect("debug", "on or off", |word| match word {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(option) => option.fmt(f),
            Self::Register(text) => write!(f, "register {}", one_line(text)),
            Self::UciNewGame => f.write_str("ucinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Perft(depth) => write!(f, "go perft {depth}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Display => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench(None) => f.write_str("bench"),
            Self::Bench(Some(depth)) => write!(f, "bench {depth}"),
            Self::Flip => f.write_str("flip"),
            Self::Help => f.write_str("help"),
            Self::GenFens(genfens) => genfens.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests;
