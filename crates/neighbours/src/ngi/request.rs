//! Requests to an agent.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use gamekit::{Color, GameResult};
use thiserror::Error;

use crate::search::{Limits, MAX_DEPTH};
use crate::{Game, ParseMoveError, ParsePositionError, PlayError, Position};

/// A line to an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// `ngi VERSION`: the handshake, answered by `id` lines and `ngiok`.
    Hello(u32),
    /// `isready`: answered by `readyok`.
    IsReady,
    /// `seat white|black`: what an agent that joined a game plays. There is no answer.
    Seat(Color),
    /// `refused TEXT`: an agent that wanted to join gets no seat; the connection is closed.
    Refused(String),
    /// `newgame`: a new game begins.
    NewGame,
    /// `position start|POSITION [moves MOVE...]`: the game so far.
    Position(Game),
    /// `go [depth N] [nodes N] [movetime MS] [lines N] [infinite]`: answered by `info` lines and
    /// `bestmove`.
    Go(Limits),
    /// `stop`: play the best move found so far.
    Stop,
    /// `result 1-0|0-1|1/2-1/2`: the game is over. There is no answer.
    Result(GameResult),
    /// `quit`: close the connection.
    Quit,
}

/// The line is not a request.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseRequestError {
    /// The request is unknown.
    #[error("expected ngi, isready, seat, refused, newgame, position, go, stop, result or quit, found {0:?}")]
    Unknown(String),
    /// Words after a request that takes none.
    #[error("expected nothing after {0}, found {1:?}")]
    Trailing(&'static str, String),
    /// The version is not a number.
    #[error("expected ngi and a version such as 1, found {0:?}")]
    Version(String),
    /// The side is none of the two.
    #[error("expected white or black after seat, found {0:?}")]
    Side(String),
    /// The position is malformed.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// Something else where `moves` should be.
    #[error("expected moves, found {0:?}")]
    NoMoves(String),
    /// A word that is not a move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// A move that cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The result is none of the three.
    #[error("expected 1-0, 0-1 or 1/2-1/2 after result, found {0:?}")]
    Result(String),
    /// An unknown limit.
    #[error("expected depth, nodes, movetime, lines or infinite after go, found {0:?}")]
    Limit(String),
    /// The number of a limit is out of range.
    #[error("expected a number from 1 to {most} after {limit}, found {found:?}")]
    Number {
        /// The limit.
        limit: String,
        /// The greatest number.
        most: u64,
        /// What was found.
        found: String,
    },
}

impl FromStr for Request {
    type Err = ParseRequestError;

    fn from_str(line: &str) -> Result<Self, ParseRequestError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (&request, rest) = words.split_first().unwrap_or((&"", &[]));
        let alone = |name: &'static str, request: Self| match rest {
            [] => Ok(request),
            _ => Err(ParseRequestError::Trailing(name, rest.join(" "))),
        };
        match request {
            "ngi" => match rest {
                [version] => version.parse().map(Self::Hello).ok(),
                _ => None,
            }
            .ok_or_else(|| ParseRequestError::Version(rest.join(" "))),
            "isready" => alone("isready", Self::IsReady),
            "seat" => parse_side(rest).map(Self::Seat),
            "refused" => Ok(Self::Refused(rest.join(" "))),
            "newgame" => alone("newgame", Self::NewGame),
            "position" => parse_game(rest).map(Self::Position),
            "go" => parse_limits(rest).map(Self::Go),
            "stop" => alone("stop", Self::Stop),
            "result" => {
                let bad = |_| ParseRequestError::Result(shorten(&rest.join(" ")));
                rest.join(" ").parse().map(Self::Result).map_err(bad)
            }
            "quit" => alone("quit", Self::Quit),
            _ => Err(ParseRequestError::Unknown(shorten(request))),
        }
    }
}

/// Errors are sent back: their quotations are kept short.
fn shorten(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

fn parse_side(words: &[&str]) -> Result<Color, ParseRequestError> {
    let side = Color::ALL.into_iter().find(|&side| *words == [side_name(side)]);
    side.ok_or_else(|| ParseRequestError::Side(shorten(&words.join(" "))))
}

const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn parse_game(words: &[&str]) -> Result<Game, ParseRequestError> {
    let fields = if words.first() == Some(&"start") { 1 } else { words.len().min(4) };
    let (position, rest) = words.split_at(fields);
    let start = match position {
        ["start"] => Position::default(),
        fields => fields.join(" ").parse()?,
    };
    let mut game = Game::new(start);
    match rest {
        [] => {}
        ["moves", moves @ ..] => {
            for mv in moves {
                game.play(mv.parse()?)?;
            }
        }
        [word, ..] => return Err(ParseRequestError::NoMoves(shorten(word))),
    }
    Ok(game)
}

fn parse_limits(words: &[&str]) -> Result<Limits, ParseRequestError> {
    /// An hour, in milliseconds.
    const LONGEST: u64 = 3_600_000;
    let mut limits = Limits::default();
    let mut words = words.iter().copied();
    while let Some(limit) = words.next() {
        let mut number = |most: u64| {
            let word = words.next().unwrap_or_default();
            let number = word.parse().ok().filter(|number| (1..=most).contains(number));
            let (limit, found) = (limit.to_owned(), shorten(word));
            number.ok_or(ParseRequestError::Number { limit, most, found })
        };
        match limit {
            "depth" => limits.depth = number(MAX_DEPTH as u64)? as u8,
            "nodes" => limits.nodes = Some(number(u64::MAX)?),
            "movetime" => limits.time = Some(Duration::from_millis(number(LONGEST)?)),
            "lines" => limits.lines = number(64)? as usize,
            "infinite" => {}
            _ => return Err(ParseRequestError::Limit(shorten(limit))),
        }
    }
    Ok(limits)
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(version) => write!(f, "ngi {version}"),
            Self::IsReady => f.write_str("isready"),
            Self::Seat(side) => write!(f, "seat {}", side_name(*side)),
            Self::Refused(why) => write!(f, "refused {why}"),
            Self::NewGame => f.write_str("newgame"),
            Self::Position(game) => {
                if *game.start() == Position::default() {
                    f.write_str("position start")?;
                } else {
                    write!(f, "position {}", game.start())?;
                }
                if game.plies() > 0 {
                    f.write_str(" moves")?;
                }
                game.moves().try_for_each(|mv| write!(f, " {mv}"))
            }
            Self::Go(limits) => {
                f.write_str("go")?;
                if limits.depth < MAX_DEPTH {
                    write!(f, " depth {}", limits.depth)?;
                }
                if let Some(nodes) = limits.nodes {
                    write!(f, " nodes {nodes}")?;
                }
                if let Some(time) = limits.time {
                    write!(f, " movetime {}", time.as_millis())?;
                }
                if limits.lines != 1 {
                    write!(f, " lines {}", limits.lines)?;
                }
                if limits.is_infinite() { f.write_str(" infinite") } else { Ok(()) }
            }
            Self::Stop => f.write_str("stop"),
            Self::Result(result) => write!(f, "result {result}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_round_trip() {
        for line in [
            "ngi 1",
            "isready",
            "seat white",
            "seat black",
            "refused there is no such game",
            "newgame",
            "position start",
            "position start moves a1a2 h8h7",
            "position bb6/8/8/8/8/8/8/ww6 b 4 9 moves a8a7",
            "go depth 5",
            "go nodes 1000 movetime 250 lines 3",
            "go infinite",
            "stop",
            "result 1-0",
            "result 1/2-1/2",
            "quit",
        ] {
            let request: Request = line.parse().expect(line);
            assert_eq!(request.to_string(), line);
        }
        assert_eq!("  go \t depth   5 ".parse(), "go depth 5".parse::<Request>());
        assert_eq!("go".parse(), "go infinite".parse::<Request>());
    }

    #[test]
    fn malformed_lines_are_refused_by_name() {
        let long = "x".repeat(5000);
        for (line, named) in [
            ("", "expected ngi, isready"),
            ("hello", "\"hello\""),
            (&long, "..."),
            ("ngi", "a version"),
            ("ngi one", "\"one\""),
            ("isready now", "expected nothing after isready"),
            ("seat", "after seat, found \"\""),
            ("seat White", "found \"White\""),
            ("position", "four fields"),
            ("position bb6/8/8/8/8/8/8/ww6 b 4", "four fields"),
            ("position bb6/8/8/8/8/8/8/ww6 b 4 9 a8a7", "expected moves, found \"a8a7\""),
            ("position start moves a1a9", "\"a1a9\""),
            ("position start moves a1a3", "not a legal move"),
            ("result", "1/2-1/2 after result, found \"\""),
            ("result 2-0", "found \"2-0\""),
            ("go deep", "\"deep\""),
            ("go depth", "from 1 to 64 after depth, found \"\""),
            ("go depth 0", "found \"0\""),
            ("go depth 65", "found \"65\""),
            ("go movetime -5", "found \"-5\""),
            ("go nodes 99999999999999999999999", "after nodes"),
        ] {
            let error = line.parse::<Request>().expect_err(line).to_string();
            assert!(error.contains(named), "{line:?}: {error}");
            assert!(error.len() < 200 && !error.contains('\n'));
        }
    }
}
