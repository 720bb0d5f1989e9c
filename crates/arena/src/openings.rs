//! Where games start.

use std::path::{Path, PathBuf};
use std::{fs, io};

use chess::{CastlingStyle, Move, ParsePositionError, Position};
use gamekit::SplitMix64;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A position and the moves that were played from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Where the game starts.
    pub start: Position,
    /// The moves of the opening.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The initial position.
    pub fn initial() -> Self {
        Self { start: Position::initial(), moves: Vec::new() }
    }

    /// The FEN of the start, unless it is the initial position. Engines in Chess960 mode get the files
    /// of the rooks.
    pub fn fen(&self, chess960: bool) -> Option<String> {
        let style = if chess960 { CastlingStyle::Files } else { CastlingStyle::Outermost };
        let fen = self.start.setup().to_fen(style);
        (chess960 || fen != chess::fen::INITIAL).then_some(fen)
    }
}

/// In which order openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As the file has them.
    Sequential,
    /// Shuffled, the same way for the same seed.
    #[default]
    Random,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSource {
    /// A file of positions, a position per line (EPD or FEN).
    pub file: PathBuf,
    /// The order in which they are used.
    #[serde(default)]
    pub order: Order,
    /// Where the random numbers start.
    #[serde(default)]
    pub seed: u64,
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read openings from {path}: {error}", path = .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: io::Error,
    },
    /// A line is no legal position.
    #[error("{path}:{line}: {error}", path = .path.display())]
    Position {
        /// The file.
        path: PathBuf,
        /// The line's number, counted from one.
        line: usize,
        /// What is wrong with it.
        error: ParsePositionError,
    },
    /// Nothing in it.
    #[error("no opening in {path}; expected a position per line", path = .0.display())]
    Empty(PathBuf),
}

/// The openings of a match. A match that needs more of them than there are begins anew.
#[derive(Clone, Debug)]
pub struct Openings {
    lines: Vec<String>,
    order: Vec<usize>,
}

impl Openings {
    /// Always the initial position.
    pub fn initial() -> Self {
        Self { lines: vec![chess::fen::INITIAL.to_owned()], order: vec![0] }
    }

    /// Reads a file and checks every line of it.
    pub fn read(source: &OpeningSource) -> Result<Self, OpeningsError> {
        let path = &source.file;
        let text = fs::read(path).map_err(|error| OpeningsError::Read { path: path.clone(), error })?;
        let lines = positions(&String::from_utf8_lossy(&text), path)?;
        if lines.is_empty() {
            return Err(OpeningsError::Empty(path.clone()));
        }
        let mut order: Vec<usize> = (0..lines.len()).collect();
        if source.order == Order::Random {
            shuffle(&mut order, source.seed);
        }
        Ok(Self { lines, order })
    }

    /// The opening of a pair of games.
    pub fn of_pair(&self, pair: usize) -> Opening {
        let line = &self.lines[self.order[pair % self.order.len()]];
        // Every line was read once before.
        let start = line.parse().unwrap_or_default();
        Opening { start, moves: Vec::new() }
    }
}

/// The FENs of a file of positions, blank lines and comments (`#`) left out.
fn positions(text: &str, path: &Path) -> Result<Vec<String>, OpeningsError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fen = fen_of_epd(line);
        fen.parse::<Position>().map_err(|error| {
            let path = path.to_owned();
            OpeningsError::Position { path, line: index + 1, error }
        })?;
        lines.push(fen);
    }
    Ok(lines)
}

/// A FEN has six fields; an EPD four and then operations, of which the move counters matter.
fn fen_of_epd(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_counter = |index: usize| fields.get(index).is_some_and(|field| field.parse::<u16>().is_ok());
    if is_counter(4) && is_counter(5) {
        return fields[..6].join(" ");
    }
    let operand = |operation: &str| {
        let index = fields.iter().position(|field| *field == operation)?;
        fields.get(index + 1).map(|value| value.trim_end_matches(';'))
    };
    let position = fields[..fields.len().min(4)].join(" ");
    format!("{position} {} {}", operand("hmvc").unwrap_or("0"), operand("fmvn").unwrap_or("1"))
}

/// Fisher and Yates.
fn shuffle(items: &mut [usize], seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, order: Order, seed: u64) -> Result<Openings, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        let source = OpeningSource { file: file.path().to_owned(), order, seed };
        Openings::read(&source)
            .map_err(|error| error.to_string().replace(&file.path().display().to_string(), "FILE"))
    }

    const TEXT: &str = "# two positions\n\
        8/8/8/8/8/5k2/8/5K1R w - - 3 70\r\n\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; fmvn 30; id \"pawn\";\n";

    #[test]
    fn fen_and_epd_lines_are_read() {
        let openings = read(TEXT, Order::Sequential, 0).unwrap();
        assert_eq!(openings.of_pair(0).fen(false).unwrap(), "8/8/8/8/8/5k2/8/5K1R w - - 3 70");
        assert_eq!(openings.of_pair(1).fen(false).unwrap(), "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30");
        assert_eq!(openings.of_pair(2), openings.of_pair(0));
        assert_eq!(Opening::initial().fen(false), None);
        assert!(Opening::initial().fen(true).is_some_and(|fen| fen.contains("HAha")));
    }

    #[test]
    fn bad_lines_are_named() {
        assert_eq!(read("\nxyz\n", Order::Random, 0).unwrap_err(), {
            "FILE:2: bad piece placement \"xyz\" in FEN; expected 8 ranks of 8 squares separated by '/'"
        });
        assert_eq!(
            read("", Order::Random, 0).unwrap_err(),
            "no opening in FILE; expected a position per line"
        );
        let missing = OpeningSource { file: "no/such/file".into(), order: Order::Random, seed: 0 };
        let error = Openings::read(&missing).unwrap_err().to_string();
        assert!(error.starts_with("cannot read openings from no/such/file: "), "{error}");
    }

    #[test]
    fn the_same_seed_gives_the_same_order() {
        let mut first: Vec<usize> = (0..100).collect();
        let mut second = first.clone();
        shuffle(&mut first, 7);
        shuffle(&mut second, 7);
        assert_eq!(first, second);
        shuffle(&mut second, 8);
        assert_ne!(first, second);
        second.sort_unstable();
        assert!(second.into_iter().eq(0..100));
    }
}
