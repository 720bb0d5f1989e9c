//! Games as text: `FEN;RESULT` or `FEN;RESULT;SCORE` a line, an empty line after each game. The result
//! is the points for White, the score what a search said, in centipawns for White.

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use chess::{ParsePositionError, Position};
use gamekit::Color;
use thiserror::Error;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the results of chess are known")]
pub enum GameResult {
    WhiteWins,
    Draw,
    BlackWins,
}

impl GameResult {
    /// The points for White.
    pub const fn points(self) -> f64 {
        match self {
            Self::WhiteWins => 1.0,
            Self::Draw => 0.5,
            Self::BlackWins => 0.0,
        }
    }
}

impl From<Option<Color>> for GameResult {
    fn from(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

/// Points for White, as `1.0`, `0.5` or `0.0`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}", self.points())
    }
}

impl FromStr for GameResult {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        match text.trim() {
            "1.0" | "1" => Ok(Self::WhiteWins),
            "0.5" => Ok(Self::Draw),
            "0.0" | "0" => Ok(Self::BlackWins),
            other => Err(RecordError::Result(other.to_owned())),
        }
    }
}

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The position.
    pub position: Position,
    /// What a search said about it, in centipawns for White.
    pub score: Option<i32>,
}

/// Quiet positions of one game, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The positions, in the order of the game.
    pub moments: Vec<Moment>,
    /// The result of the game.
    pub result: GameResult,
}

/// A line that is no position with a result.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The part after the semicolon.
    #[error("result {0:?}: expected 1.0, 0.5 or 0.0, the points for White")]
    Result(String),
    /// No semicolon.
    #[error("{0:?}: expected FEN;RESULT or FEN;RESULT;SCORE")]
    NoResult(String),
    /// The part before the semicolon.
    #[error("{0:?}: {1}")]
    Position(String, ParsePositionError),
    /// The part after the second semicolon.
    #[error("score {0:?}: expected centipawns")]
    Score(String),
    /// Two results in one game.
    #[error("{0:?}: expected the result of the game's first position")]
    Contradiction(String),
    /// A line that is wrong, with its number.
    #[error("line {0}: {1}")]
    Line(usize, Box<RecordError>),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Moment { position, score } in &self.moments {
            match score {
                Some(score) => writeln!(f, "{position};{};{score}", self.result)?,
                None => writeln!(f, "{position};{}", self.result)?,
            }
        }
        writeln!(f)
    }
}

/// Reads games one by one. The last may end without an empty line.
pub fn read_games<R: BufRead>(reader: R) -> impl Iterator<Item = Result<GameRecord, RecordError>> {
    let mut lines = reader.lines();
    let mut number = 0;
    std::iter::from_fn(move || {
        let mut game: Option<GameRecord> = None;
        loop {
            let line = match lines.next() {
                None => return game.map(Ok),
                Some(Err(error)) => return Some(Err(error.into())),
                Some(Ok(line)) => line,
            };
            number += 1;
            if line.is_empty() {
                if game.is_some() {
                    return game.map(Ok);
                }
                continue;
            }
            if let Err(error) = add_line(&mut game, &line) {
                return Some(Err(RecordError::Line(number, Box::new(error))));
            }
        }
    })
}

fn add_line(game: &mut Option<GameRecord>, line: &str) -> Result<(), RecordError> {
    let (fen, rest) = line.split_once(';').ok_or_else(|| RecordError::NoResult(line.to_owned()))?;
    let (result, score) = match rest.split_once(';') {
        Some((result, score)) => (result, Some(score.trim())),
        None => (rest, None),
    };
    let score =
        score.map(|text| text.parse().map_err(|_| RecordError::Score(text.to_owned()))).transpose()?;
    let position: Position =
        fen.trim().parse().map_err(|error| RecordError::Position(fen.to_owned(), error))?;
    let result: GameResult = result.parse()?;
    let game = game.get_or_insert(GameRecord { moments: Vec::new(), result });
    if game.result != result {
        return Err(RecordError::Contradiction(line.to_owned()));
    }
    game.moments.push(Moment { position, score });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_round_trip() {
        let after = |mv, score| {
            let position = Position::initial().play(Position::initial().parse_uci(mv).unwrap());
            Moment { position, score }
        };
        let games = [
            GameRecord {
                moments: vec![after("a2a3", None), after("e2e4", Some(35))],
                result: GameResult::WhiteWins,
            },
            GameRecord { moments: vec![after("d2d4", Some(-7))], result: GameResult::Draw },
            GameRecord { moments: vec![after("b1c3", None)], result: GameResult::BlackWins },
        ];
        let text: String = games.iter().map(ToString::to_string).collect();
        let read: Result<Vec<_>, _> = read_games(text.as_bytes()).collect();
        assert_eq!(read.unwrap(), games);
        let read: Result<Vec<_>, _> = read_games(text.trim_end().as_bytes()).collect();
        assert_eq!(read.unwrap(), games, "the last game may end without an empty line");
    }

    #[test]
    fn a_wrong_line_is_named_with_its_number() {
        let start = chess::fen::INITIAL;
        for (text, expected) in [
            (format!("{start};0.5\n{start}"), "line 2"),
            (format!("{start};0.5;x"), "score \"x\": expected centipawns"),
            (format!("{start};2"), "\"2\": expected 1.0, 0.5 or 0.0"),
            (format!("{start};1.0\n{start};0.5"), "expected the result of the game's first position"),
            ("8/8/8/8/8/8/8/8 w - - 0 1;0.5".to_owned(), "line 1"),
        ] {
            let error = read_games(text.as_bytes()).find_map(Result::err).unwrap().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
