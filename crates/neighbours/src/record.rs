//! Save files: games as text, close to the PGN of chess.
//!
//! A game is a block of tags, an empty line, the numbered moves and the result:
//!
//! ```text
//! [Game "Neighbours"]
//! [White "a person"]
//! [Black "level 3"]
//! [Result "*"]
//!
//! 1. a1a2 h8h7 2. c1b2 *
//! ```
//!
//! A game from another start has a tag `Position`. Text in braces is a comment. A file may hold
//! any number of games.

use std::fmt;

use gamekit::{Color, GameResult};
use thiserror::Error;

use crate::{Game, Move, ParseMoveError, ParsePositionError, PlayError, Position};

/// Most tags of a game: finding one takes time.
const MOST_TAGS: usize = 1000;

/// A game with its tags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Names and values, in the order of the file, without `Game`, `Result` and `Position`, which
    /// follow from the game.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub game: Game,
    /// The result; a game may be won by forfeit before the rules end it.
    pub result: Option<GameResult>,
}

/// The text is not a save file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseRecordError {
    /// A tag that is not of the form `[Name "value"]`.
    #[error("expected a tag such as [White \"name\"], found {0:?}")]
    Tag(String),
    /// More tags than any game has.
    #[error("expected {MOST_TAGS} tags at most")]
    TooManyTags,
    /// A comment that is not closed.
    #[error("expected a closing brace after the comment {0:?}")]
    Comment(String),
    /// The start of the game.
    #[error("in the tag Position: {0}")]
    Position(ParsePositionError),
    /// A word that is not a move.
    #[error("at ply {0}: {1}")]
    Move(usize, ParseMoveError),
    /// A move that cannot be played.
    #[error("at ply {0}: {1}")]
    Play(usize, PlayError),
    /// The result after the moves is not the one that the rules give.
    #[error("the result is {0}, but the moves end in {1}")]
    Result(&'static str, GameResult),
    /// The text holds no game.
    #[error("expected a game, found none")]
    Empty,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// Reads all games of a file.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, ParseRecordError> {
        let mut records = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let record;
            (record, rest) = Self::parse_first(rest)?;
            records.push(record);
        }
        Ok(records)
    }

    /// Reads the first game of a text; returns what follows it.
    fn parse_first(text: &str) -> Result<(Self, &str), ParseRecordError> {
        let mut record = Self::default();
        let mut rest = text.trim_start();
        while rest.starts_with('[') {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let (name, value) = parse_tag(line.trim())?;
            match name.as_str() {
                "Game" | "Result" => {}
                "Position" => record.game = Game::new(value.parse().map_err(ParseRecordError::Position)?),
                _ if record.tags.len() == MOST_TAGS => return Err(ParseRecordError::TooManyTags),
                _ => record.set_tag(&name, value),
            }
            rest = after.trim_start();
        }
        let mut result = None;
        while result.is_none() && !rest.is_empty() && !rest.starts_with('[') {
            if let Some(comment) = rest.strip_prefix('{') {
                let closed = comment.split_once('}');
                rest = closed.ok_or_else(|| ParseRecordError::Comment(comment.to_owned()))?.1.trim_start();
                continue;
            }
            let end = rest.find(|letter: char| letter.is_whitespace() || letter == '{').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after.trim_start();
            // `1.a1a2` is a number and a move.
            let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit() && word.contains('.'));
            match word.trim_start_matches('.') {
                "" => {}
                "*" => result = Some(None),
                word => match word.parse() {
                    Ok(ending) => result = Some(Some(ending)),
                    Err(_) => record.play(word)?,
                },
            }
        }
        record.result = result.flatten();
        match record.game.end().map(crate::End::result) {
            Some(expected) if result.is_some() && record.result != Some(expected) => {
                let found = GameResult::record_end(record.result);
                Err(ParseRecordError::Result(found, expected))
            }
            Some(expected) => Ok((Self { result: Some(expected), ..record }, rest)),
            None => Ok((record, rest)),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), ParseRecordError> {
        let ply = self.game.plies() + 1;
        let mv: Move = text.parse().map_err(|error| ParseRecordError::Move(ply, error))?;
        self.game.play(mv).map_err(|error| ParseRecordError::Play(ply, error))
    }
}

fn parse_tag(line: &str) -> Result<(String, String), ParseRecordError> {
    let refuse = || ParseRecordError::Tag(line.to_owned());
    let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).ok_or_else(refuse)?;
    let (name, quoted) = inner.trim().split_once(char::is_whitespace).ok_or_else(refuse)?;
    let quoted = quoted.trim();
    let quoted = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).ok_or_else(refuse)?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        value.push(match letter {
            '\\' => letters.next().ok_or_else(refuse)?,
            '"' => return Err(refuse()),
            _ => letter,
        });
    }
    Ok((name.to_owned(), value))
}

impl std::str::FromStr for Record {
    type Err = ParseRecordError;

    /// Reads the first game of a text.
    fn from_str(text: &str) -> Result<Self, ParseRecordError> {
        if text.trim().is_empty() {
            return Err(ParseRecordError::Empty);
        }
        Self::parse_first(text).map(|(record, _)| record)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LINE: usize = 80;
        let result = GameResult::record_end(self.result);
        writeln!(f, "[Game \"Neighbours\"]")?;
        for (name, value) in &self.tags {
            // A tag is one line.
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if *self.game.start() != Position::default() {
            writeln!(f, "[Position \"{}\"]", self.game.start())?;
        }
        writeln!(f, "[Result \"{result}\"]\n")?;

        let mut number = self.game.start().move_number();
        let mut turn = self.game.start().turn();
        let mut words = Vec::new();
        for (ply, mv) in self.game.moves().enumerate() {
            match (turn, ply) {
                (Color::White, _) => words.push(format!("{number}. {mv}")),
                (Color::Black, 0) => words.push(format!("{number}... {mv}")),
                (Color::Black, _) => words.push(mv.to_string()),
            }
            number += u16::from(turn == Color::Black);
            turn = !turn;
        }
        words.push(result.to_owned());
        let mut column = 0;
        for word in words {
            if column + word.len() + 1 > LINE {
                f.write_str("\n")?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&word)?;
            column += word.len();
        }
        f.write_str("\n")
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;

    fn random_record(seed: u64) -> Record {
        let mut rng = SplitMix64::new(seed);
        let mut record = Record::default();
        record.set_tag("White", "a \"quoted\" \\ name");
        record.set_tag("Black", format!("number {seed}"));
        let plies = rng.below(200);
        while record.game.end().is_none() && record.game.plies() < plies {
            let moves = record.game.position().legal_moves();
            record.game.play(moves[rng.below(moves.len())]).expect("a legal move");
        }
        record.result = record.game.end().map(crate::End::result);
        record
    }

    #[test]
    fn games_round_trip() {
        for seed in 0..50 {
            let record = random_record(seed);
            let text = record.to_string();
            assert!(text.lines().all(|line| line.len() <= 80));
            assert_eq!(text.parse(), Ok(record), "{text}");
        }
        let all: Vec<Record> = (0..5).map(random_record).collect();
        let file = all.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
        assert_eq!(Record::parse_all(&file), Ok(all));
    }

    #[test]
    fn a_game_from_another_start_round_trips() {
        let text = "[Game \"Neighbours\"]\n[Position \"bb6/8/8/8/8/8/8/ww6 b 4 9\"]\n[Result \"*\"]\n\n\
                    9... a8a7 10. a1a2 *\n";
        let record: Record = text.parse().expect("a game");
        assert_eq!(record.to_string(), text);
    }

    #[test]
    fn comments_and_numbers_are_taken_as_written_by_hand() {
        let record: Record = "1.a1a2 {a quiet start}h8h7 2... \n".parse().expect("a game");
        assert_eq!((record.game.plies(), record.result), (2, None));
    }

    #[test]
    fn a_flood_of_tags_is_refused() {
        let tags = |count: usize| {
            let tags: Vec<String> = (0..count).map(|i| format!("[T{i} \"\"]\n")).collect();
            tags.concat() + "*"
        };
        assert_eq!(tags(1000).parse::<Record>().map(|record| record.tags.len()), Ok(1000));
        assert_eq!(tags(1001).parse::<Record>(), Err(ParseRecordError::TooManyTags));
    }

    #[test]
    fn damaged_files_are_refused_by_name() {
        for (text, named) in [
            ("", "found none"),
            ("[White name]", "[White name]"),
            ("[White \"a\"b\"]", "[White"),
            ("[Position \"8/8 w 0 1\"]\n\n*", "eight ranks"),
            ("1. a1a2 a8a9", "ply 2: expected a move such as a1b2, found \"a8a9\""),
            ("1. a1a3", "ply 1: a1a3 is not a legal move"),
            ("1. a1a2 {never closed", "closing brace"),
            ("[Position \"8/8/8/8/8/8/1b6/w7 w 0 1\"]\n\n1. a1b2 0-1", "the result is 0-1"),
        ] {
            let error = text.parse::<Record>().expect_err(text).to_string();
            assert!(error.contains(named), "{text:?}: {error}");
        }
    }
}
