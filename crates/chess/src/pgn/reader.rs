//! Reading games from a stream.

use std::io::{self, Read};

use thiserror::Error;

use super::draft::Draft;
use super::tokens::{LONGEST_GAME, LONGEST_TAG, Token, Tokens};
use super::{Game, Tags};
use crate::{ParsePositionError, Position, SanError};

/// Most tags of a game: finding one takes time.
const MOST_TAGS: usize = 1000;

/// Most moves, variations and comments of a game, each of which takes memory.
const MOST_PARTS: usize = 200_000;

/// Which game could not be read, and why.
#[derive(Debug, Error)]
#[error("game {game}: {problem}")]
pub struct PgnError {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Why a game could not be read.
#[derive(Debug, Error)]
pub enum Problem {
    /// The source failed. No more games follow.
    #[error("cannot read: {0}")]
    Io(io::Error),
    /// A tag has no proper name.
    #[error("bad tag name {0:?}; expected letters, digits and _+#=:-")]
    TagName(String),
    /// A variant other than chess and Chess960.
    #[error("unknown variant {0:?}; expected Standard or Chess960")]
    Variant(String),
    /// The start position is not legal.
    #[error("bad FEN tag {0:?}: {1}")]
    Start(String, ParsePositionError),
    /// A word is not a legal move.
    #[error(transparent)]
    Move(#[from] SanError),
    /// The game goes on after its end.
    #[error("{0:?} after the result; expected the next game")]
    AfterResult(String),
    /// A variation before any move.
    #[error("variation \"(\" before any move that it could replace")]
    VariationOfNothing,
    /// A parenthesis closes no variation.
    #[error("\")\" without a variation; expected \"(\" before it")]
    Unopened,
    /// A variation is never closed.
    #[error("{0} variations without their end; expected \")\"")]
    Unclosed(usize),
    /// Variations are nested too deeply.
    #[error("variations are nested too deeply; expected {0} levels at most")]
    TooDeep(usize),
    /// The file ends within a comment.
    #[error("comment {0:?} without its end; expected \"}}\"")]
    Comment(String),
    /// A tag is not closed, or longer than any tag should be.
    #[error("tag without its end; expected \"]\" within {LONGEST_TAG} bytes")]
    Tag,
    /// More tags than any game has.
    #[error("too many tags; expected {MOST_TAGS} at most")]
    TooManyTags,
    /// A game that would fill the memory.
    #[error("game is too long; expected {LONGEST_GAME} bytes at most")]
    TooLong,
    /// The same, by short words.
    #[error("too many moves, variations and comments; expected {MOST_PARTS} at most")]
    TooManyParts,
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The games of a stream, one after another.
///
/// A game that cannot be read is an error that names it; reading goes on with the next game.
/// Memory holds one game and fixed buffers, however long the stream is.
pub struct Reader<R> {
    tokens: Tokens<R>,
    /// Where most games begin, made once.
    initial: Position,
    games: u64,
    /// The source failed: nothing after it can be read.
    failed: bool,
}

impl<R: Read> Reader<R> {
    /// Reads from any source; it need not be buffered.
    pub fn new(source: R) -> Self {
        Self { tokens: Tokens::new(source), initial: Position::initial(), games: 0, failed: false }
    }

    /// The game that begins here.
    fn read_game(&mut self) -> Result<Game, Problem> {
        let mut tags = Tags::new();
        let mut token = self.tokens.next()?;
        while let Some(Token::Tag { name, value }) = token {
            let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
            if name.is_empty() || !name.bytes().all(is_symbol) {
                return Err(Problem::TagName(name));
            }
            if tags.len() == MOST_TAGS {
                return Err(Problem::TooManyTags);
            }
            tags.set(&name, &value);
            token = self.tokens.next()?;
        }
        let mut draft = Draft::new(tags, &self.initial)?;
        let mut parts = 0;
        while let Some(next) = token {
            draft.push(next)?;
            parts += 1;
            if parts > MOST_PARTS {
                return Err(Problem::TooManyParts);
            }
            if self.tokens.length() > LONGEST_GAME {
                return Err(Problem::TooLong);
            }
            token = self.tokens.next()?;
        }
        draft.finish()
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let read = match self.tokens.begin_game() {
            Ok(false) => return None,
            Ok(true) => self.read_game(),
            Err(error) => Err(Problem::Io(error)),
        };
        self.failed = matches!(read, Err(Problem::Io(_)));
        self.games += 1;
        Some(read.map_err(|problem| PgnError { game: self.games, problem }))
    }
}
