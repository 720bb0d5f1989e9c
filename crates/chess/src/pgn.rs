//! Games as text: Portable Game Notation (PGN), in and out.
//!
//! [`Reader`] is an iterator over the games of a stream; it holds one game at a time. [`Game`] is
//! the tree that a PGN describes: tags, moves with annotations, and variations beside the moves
//! that they replace. Its `Display` writes PGN, which reads back as the same game.
//!
//! A tokeniser splits the text, and a draft of the game grows token by token. Every word that is
//! neither a number nor a result must be a move in the lenient notation of [`Position::parse_san`];
//! otherwise the game is refused by an error that names the word. Null moves (`--`) are refused
//! too.
//!
//! ```
//! use chess::pgn::Reader;
//!
//! let text = "[White \"Anderssen\"]\n\n1. e4 {[%clk 0:01:30] solid} e5 2. f4 (2. Nf3 Nc6) exf4 1-0\n";
//! for game in Reader::new(text.as_bytes()) {
//!     let game = game?;
//!     assert_eq!(game.tags.get("White"), Some("Anderssen"));
//!     assert_eq!(game.line.moves[0].clock().map(|clock| clock.as_secs()), Some(90));
//!     assert_eq!(game.line.moves[2].variations[0].moves.len(), 2);
//!     assert!(game.to_string().ends_with("2. f4 (2. Nf3 Nc6) 2... exf4 1-0\n"));
//! }
//! # Ok::<(), chess::pgn::PgnError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod comment;
mod draft;
mod reader;
mod tags;
mod tokens;
mod writer;

pub use comment::{Comment, Evaluation, Remark};
pub use reader::{PgnError, Problem, Reader};
pub use tags::Tags;

use std::fmt;
use std::time::Duration;

use gamekit::GameResult;

use crate::{Move, Outcome, Position};

/// A game with its annotations: what one PGN describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Players, date and place; also the start position, unless it is the initial one.
    pub tags: Tags,
    /// Where the game begins.
    pub start: Position,
    /// The moves that were played, each legal after those before it.
    pub line: Line,
    /// The result; `None` if the game is unfinished or its result unknown.
    pub result: Option<GameResult>,
}

impl Game {
    /// A game without moves. Its tags name the start position where it is not the initial one.
    pub fn new(start: Position) -> Self {
        let mut tags = Tags::new();
        if start != Position::initial() {
            tags.set("SetUp", "1");
            tags.set("FEN", &start.to_string());
        }
        Self { tags, start, line: Line::default(), result: None }
    }

    /// The moves that were played.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.moves.iter().map(|played| played.mv)
    }
}

/// The moves of a game that was played, with its result.
impl From<&crate::Game> for Game {
    fn from(played: &crate::Game) -> Self {
        let mut game = Self::new(played.start().clone());
        game.line.moves = played.moves().map(AnnotatedMove::new).collect();
        game.result = played.outcome().map(Outcome::result);
        game
    }
}

/// Moves one after another: the game itself or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The moves.
    pub moves: Vec<AnnotatedMove>,
    /// Comments after the last move and its variations, or of a line without moves.
    pub closing: Vec<Comment>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotatedMove {
    /// Comments that stand before the move: at the start of a line or after variations.
    pub before: Vec<Comment>,
    /// The move.
    pub mv: Move,
    /// Glyphs such as `!?`.
    pub nags: Vec<Nag>,
    /// Comments that follow the move.
    pub after: Vec<Comment>,
    /// Alternatives to the move.
    pub variations: Vec<Line>,
}

impl AnnotatedMove {
    /// A move without annotations.
    pub const fn new(mv: Move) -> Self {
        Self { before: Vec::new(), mv, nags: Vec::new(), after: Vec::new(), variations: Vec::new() }
    }

    /// The player's clock after the move, by `%clk`.
    pub fn clock(&self) -> Option<Duration> {
        self.after.iter().find_map(Comment::clock)
    }

    /// The evaluation after the move, by `%eval`.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.after.iter().find_map(Comment::evaluation)
    }
}

/// A numeric annotation glyph: `$1` for `!`, and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

#[expect(missing_docs, reason = "the glyphs' common names")]
impl Nag {
    pub const GOOD: Self = Self(1);
    pub const MISTAKE: Self = Self(2);
    pub const BRILLIANT: Self = Self(3);
    pub const BLUNDER: Self = Self(4);
    pub const INTERESTING: Self = Self(5);
    pub const DUBIOUS: Self = Self(6);
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests;
