//! Reading games from a stream.

use std::io::{self, ErrorKind, Read};

use thiserror::Error;

use super::Game;
use super::builder::Builder;
use super::screen::Screen;
use crate::{ParsePositionError, SanError};

/// Tags may be this long; no sane one is.
const LONGEST_TAG: usize = 1 << 14;

/// Which game could not be read, and why.
#[derive(Debug, Error)]
#[error("game {game}: {problem}")]
pub struct PgnError {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// What is wrong with it.
    #[source]
    pub problem: Problem,
}

/// Why a game could not be read.
#[derive(Debug, Error)]
pub enum Problem {
    /// The source failed. No more games follow.
    #[error("cannot read: {0}")]
    Io(#[source] io::Error),
    /// A tag has no proper name.
    #[error("bad tag name {0:?}; expected letters, digits and _+#=:-")]
    TagName(String),
    /// A game that is not chess.
    #[error("unknown variant {0:?}; expected Standard or Chess960")]
    Variant(String),
    /// The game starts from no legal position.
    #[error("bad FEN tag {0:?}: {1}")]
    Start(String, #[source] ParsePositionError),
    /// A word is no move, or no legal one.
    #[error(transparent)]
    Move(#[from] SanError),
    /// The game goes on after its end.
    #[error("{0:?} after the result; expected the next game")]
    AfterResult(String),
    /// A variation before any move.
    #[error("variation \"(\" before any move that it could replace")]
    VariationOfNothing,
    /// A variation is closed that was never opened.
    #[error("\")\" without a variation; expected \"(\" before it")]
    Unopened,
    /// A variation is never closed.
    #[error("{0} variations without their end; expected \")\"")]
    Unclosed(usize),
    /// Variations within variations within variations.
    #[error("variations are nested too deeply; expected {0} levels at most")]
    TooDeep(usize),
    /// The file ends within a comment.
    #[error("comment {0:?} without its end; expected \"}}\"")]
    Comment(String),
    /// A tag is not closed, or longer than any tag should be.
    #[error("tag without its end; expected \"]\" within {LONGEST_TAG} bytes")]
    Tag,
}

/// The games of a stream, one after another.
///
/// A game that cannot be read is an error that names it; the games after it are read nevertheless.
/// Memory holds one game and fixed buffers, however long the stream is.
pub struct Reader<R> {
    events: pgn_reader::Reader<Screen<R>>,
    builder: Builder,
    games: u64,
    /// The source failed: what is left in the buffers is no whole game.
    failed: bool,
}

impl<R: Read> Reader<R> {
    /// Reads from any source; it need not be buffered.
    pub fn new(source: R) -> Self {
        let events = pgn_reader::Reader::build(Screen::new(source))
            .set_supported_tag_line_length(LONGEST_TAG)
            .finish();
        Self { events, builder: Builder::default(), games: 0, failed: false }
    }

    /// What `pgn-reader` itself complains of: tags and comments without end, and its source.
    fn explain(&mut self, error: io::Error) -> Problem {
        let unfinished = self.builder.take_comment();
        if error.kind() != ErrorKind::InvalidData {
            self.failed = true;
            return Problem::Io(error);
        }
        if !unfinished.is_empty() {
            return Problem::Comment(unfinished.chars().take(40).collect());
        }
        // The rest of the game, whose tags would otherwise pass for a game of their own.
        match self.events.skip_game() {
            Err(error) if error.kind() != ErrorKind::InvalidData => {
                self.failed = true;
                Problem::Io(error)
            }
            _ => Problem::Tag,
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let read = match self.events.read_game(&mut self.builder) {
            Ok(None) => return None,
            Ok(Some(read)) => read,
            Err(error) => Err(self.explain(error)),
        };
        self.games += 1;
        Some(read.map_err(|problem| PgnError { game: self.games, problem }))
    }
}
