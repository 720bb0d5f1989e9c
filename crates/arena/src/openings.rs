//! The openings of a match.

use std::ffi::OsStr;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::{fs, io};

use chess::pgn::{PgnError, Reader};
use chess::polyglot::{Book, BookError, BookMove};
use chess::{CastlingStyle, Move, ParsePositionError, Position};
use gamekit::SplitMix64;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A position and the moves that were played from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The start position.
    pub start: Position,
    /// The moves of the opening.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The initial position.
    pub fn initial() -> Self {
        Self { start: Position::initial(), moves: Vec::new() }
    }

    /// The FEN of the start, unless it is the initial position. Engines in Chess960 mode get the
    /// files of the rooks.
    pub fn fen(&self, chess960: bool) -> Option<String> {
        let style = if chess960 { CastlingStyle::Files } else { CastlingStyle::Outermost };
        let fen = self.start.setup().to_fen(style);
        (chess960 || fen != chess::fen::INITIAL).then_some(fen)
    }
}

/// The order in which openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The order of the file.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// The source of openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSource {
    /// A PGN file (`.pgn`), a Polyglot book (`.bin`) or a file of positions, one per line (EPD or
    /// FEN).
    pub file: PathBuf,
    /// The order of use.
    #[serde(default)]
    pub order: Order,
    /// The random seed.
    #[serde(default)]
    pub seed: u64,
    /// Half-moves to take from a PGN's games (default: all) or a book's lines (default: 16).
    pub plies: Option<usize>,
}

/// Why openings cannot be read.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read openings from {path}: {1}", path = .0.display())]
    Read(PathBuf, io::Error),
    /// A line is not a legal position.
    #[error("{path}:{1}: {2}", path = .0.display())]
    Position(PathBuf, usize, ParsePositionError),
    /// A game cannot be read.
    #[error("{path}: {1}", path = .0.display())]
    Game(PathBuf, PgnError),
    /// The book cannot be read.
    #[error("{path}: {1}", path = .0.display())]
    Book(PathBuf, BookError),
    /// The file is empty.
    #[error("no opening in {}; expected positions, games or book moves", .0.display())]
    Empty(PathBuf),
}

/// The openings of a match; after the last one the first is used again.
#[derive(Clone, Debug)]
pub struct Openings {
    kind: Kind,
    order: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// FENs, checked when they were read.
    Positions(Vec<String>),
    Games(Vec<Opening>),
    Book(PolyglotLines),
}

impl Openings {
    /// Always the initial position.
    pub fn initial() -> Self {
        Self { kind: Kind::Games(vec![Opening::initial()]), order: vec![0] }
    }

    /// Reads a file and checks all that is in it.
    pub fn read(source: &OpeningSource) -> Result<Self, OpeningsError> {
        let path = &source.file;
        let bytes = fs::read(path).map_err(|error| OpeningsError::Read(path.clone(), error))?;
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        let kind = match extension.as_deref().and_then(OsStr::to_str) {
            Some("bin") => Kind::Book(PolyglotLines::new(bytes, source)?),
            Some("pgn") => Kind::Games(games(&bytes, source)?),
            _ => Kind::Positions(positions(&String::from_utf8_lossy(&bytes), path)?),
        };
        let count = match &kind {
            Kind::Book(_) => 1,
            Kind::Games(games) => games.len(),
            Kind::Positions(fens) => fens.len(),
        };
        if count == 0 {
            return Err(OpeningsError::Empty(path.clone()));
        }
        let mut order: Vec<usize> = (0..count).collect();
        if source.order == Order::Random {
            shuffle(&mut order, source.seed);
        }
        Ok(Self { kind, order })
    }

    /// The opening of a pair of games.
    pub fn of_pair(&self, pair: usize) -> Opening {
        let index = self.order[pair % self.order.len()];
        match &self.kind {
            Kind::Positions(lines) => {
                Opening { start: lines[index].parse().unwrap_or_default(), moves: Vec::new() }
            }
            Kind::Games(games) => games[index].clone(),
            Kind::Book(lines) => lines.of_pair(pair),
        }
    }
}

/// Lines drawn from a Polyglot book, the same ones for the same seed.
#[derive(Clone, Debug)]
struct PolyglotLines {
    bytes: Vec<u8>,
    seed: u64,
    plies: usize,
}

impl PolyglotLines {
    fn new(bytes: Vec<u8>, source: &OpeningSource) -> Result<Self, OpeningsError> {
        let lines = Self { bytes, seed: source.seed, plies: source.plies.unwrap_or(16) };
        let known = lines
            .book()
            .and_then(|mut book| book.moves(&Position::initial()))
            .map_err(|error| OpeningsError::Book(source.file.clone(), error))?;
        if known.is_empty() { Err(OpeningsError::Empty(source.file.clone())) } else { Ok(lines) }
    }

    fn book(&self) -> Result<Book<Cursor<&[u8]>>, BookError> {
        Book::new(Cursor::new(&self.bytes))
    }

    fn of_pair(&self, pair: usize) -> Opening {
        let mut opening = Opening::initial();
        let mut rng = SplitMix64::new(self.seed.wrapping_add((pair as u64) << 32));
        let mut position = opening.start.clone();
        if let Ok(mut book) = self.book() {
            while opening.moves.len() < self.plies {
                let choices = book.moves(&position).unwrap_or_default();
                let Some(mv) = BookMove::draw(&choices, &mut rng) else { break };
                opening.moves.push(mv);
                position.make(mv, &mut ());
            }
        }
        opening
    }
}

/// The beginnings of the games of a PGN file.
fn games(bytes: &[u8], source: &OpeningSource) -> Result<Vec<Opening>, OpeningsError> {
    let plies = source.plies.unwrap_or(usize::MAX);
    Reader::new(bytes)
        .map(|game| {
            let game = game.map_err(|error| OpeningsError::Game(source.file.clone(), error))?;
            Ok(Opening { moves: game.moves().take(plies).collect(), start: game.start })
        })
        .collect()
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
        fen.parse::<Position>()
            .map_err(|error| OpeningsError::Position(path.to_owned(), index + 1, error))?;
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

/// The Fisher-Yates shuffle.
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
        read_file(".epd", text.as_bytes(), order, seed)
    }

    fn read_file(suffix: &str, text: &[u8], order: Order, seed: u64) -> Result<Openings, String> {
        let file = tempfile::Builder::new().suffix(suffix).tempfile().unwrap();
        fs::write(file.path(), text).unwrap();
        let source = OpeningSource { file: file.path().to_owned(), order, seed, plies: Some(3) };
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
            "no opening in FILE; expected positions, games or book moves"
        );
        let missing =
            OpeningSource { file: "no/such/file".into(), order: Order::Random, seed: 0, plies: None };
        let error = Openings::read(&missing).unwrap_err().to_string();
        assert!(error.starts_with("cannot read openings from no/such/file: "), "{error}");
    }

    #[test]
    fn games_give_their_first_moves() {
        let text = b"1. e4 e5 2. Nf3 Nc6 *\n\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5k2/8/5K1R w - - 3 70\"]\n\n1. Rh3+ *\n";
        let openings = read_file(".pgn", text, Order::Sequential, 0).unwrap();
        let uci =
            |pair: usize| openings.of_pair(pair).moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(uci(0), ["e2e4", "e7e5", "g1f3"]);
        assert_eq!(uci(1), ["h1h3"]);
        assert_eq!(uci(2), uci(0));
        let error = read_file(".pgn", b"1. e4 e6 2. Ke3 *", Order::Random, 0).unwrap_err();
        assert!(error.starts_with("FILE: ") && error.contains("Ke3"), "{error}");
    }

    #[test]
    fn book_lines_follow_the_book() {
        // One entry: the initial position, e2e4, weight 1.
        let mut entry = Position::initial().polyglot_key().to_be_bytes().to_vec();
        entry.extend([0x03, 0x1c, 0, 1, 0, 0, 0, 0]);
        let openings = read_file(".bin", &entry, Order::Random, 5).unwrap();
        assert_eq!(openings.of_pair(0).moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["e2e4"]);
        assert!(read_file(".bin", &entry[1..], Order::Random, 5).unwrap_err().starts_with("FILE: "));
        assert!(read_file(".bin", b"", Order::Random, 5).unwrap_err().starts_with("no opening in FILE"));
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
