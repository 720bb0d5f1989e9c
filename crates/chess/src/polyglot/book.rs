//! Opening books.
//!
//! A book is a sequence of entries of 16 bytes, numbers in big-endian order, sorted by key:
//!
//! | bytes | content |
//! | --- | --- |
//! | 0-7 | the key of the position |
//! | 8-9 | the move: 3 bits each of target file and rank, origin file and rank, promotion |
//! | 10-11 | the weight: how good or frequent the move is among those of its position |
//! | 12-15 | learning data, not read |
//!
//! The move's fields begin at the lowest bit. Promotions are 0 (none), 1 (knight), 2 (bishop), 3
//! (rook) and 4 (queen). Castling is written as king takes rook.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use gamekit::{SplitMix64, Square};
use thiserror::Error;

use crate::{Move, Position, Role, UciMove};

const ENTRY_BYTES: u64 = 16;

/// Why a book cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read book: {0}")]
    Io(io::Error),
    /// The file is not a book.
    #[error("book of {0} bytes; expected entries of 16 bytes")]
    Length(u64),
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A Polyglot opening book, searched where it lies: in a file or in memory.
///
/// ```
/// use std::io::Cursor;
/// use chess::Position;
/// use chess::polyglot::Book;
///
/// let start = Position::initial();
/// let mut entry = start.polyglot_key().to_be_bytes().to_vec();
/// entry.extend([0b0000_0011, 0b0001_1100, 0, 5, 0, 0, 0, 0]);
///
/// let mut book = Book::new(Cursor::new(entry))?;
/// let moves = book.moves(&start)?;
/// assert_eq!((moves[0].mv, moves[0].weight), (start.parse_uci("e2e4").unwrap(), 5));
/// # Ok::<(), chess::polyglot::BookError>(())
/// ```
pub struct Book<S> {
    source: S,
    entries: u64,
}

/// A move that a book recommends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in the position that was asked for.
    pub mv: Move,
    /// How much it is recommended, compared with the others. Zero means: never play it.
    pub weight: u16,
}

impl BookMove {
    /// One of a book's moves, drawn in proportion to the weights.
    pub fn draw(moves: &[Self], rng: &mut SplitMix64) -> Option<Move> {
        let total: usize = moves.iter().map(|choice| usize::from(choice.weight)).sum();
        let mut ticket = if total > 0 { rng.below(total) } else { return None };
        for choice in moves {
            match ticket.checked_sub(choice.weight.into()) {
                Some(rest) => ticket = rest,
                None => return Some(choice.mv),
            }
        }
        None
    }
}

impl Book<File> {
    /// Opens a book's file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BookError> {
        Self::new(File::open(path)?)
    }
}

impl<S: Read + Seek> Book<S> {
    /// A book in a file or, by a cursor, in memory.
    pub fn new(mut source: S) -> Result<Self, BookError> {
        let length = source.seek(SeekFrom::End(0))?;
        if length % ENTRY_BYTES != 0 {
            return Err(BookError::Length(length));
        }
        Ok(Self { source, entries: length / ENTRY_BYTES })
    }

    /// The number of entries.
    pub const fn entries(&self) -> u64 {
        self.entries
    }

    /// The moves of a position in the book's order. Entries with an illegal move belong to another
    /// position with the same key and are skipped.
    pub fn moves(&mut self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        let key = position.polyglot_key();
        let mut moves = Vec::new();
        for number in self.first_at_least(key)?..self.entries {
            let entry = self.entry(number)?;
            if entry.key != key {
                break;
            }
            if let Some(mv) = entry.legal_move(position) {
                moves.push(BookMove { mv, weight: entry.weight });
            }
        }
        Ok(moves)
    }

    /// The first entry whose key is not below this one.
    fn first_at_least(&mut self, key: u64) -> Result<u64, BookError> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low.midpoint(high);
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn entry(&mut self, number: u64) -> Result<Entry, BookError> {
        let mut bytes = [0; ENTRY_BYTES as usize];
        self.source.seek(SeekFrom::Start(number * ENTRY_BYTES))?;
        self.source.read_exact(&mut bytes)?;
        let bits = u128::from_be_bytes(bytes);
        Ok(Entry { key: (bits >> 64) as u64, mv: (bits >> 48) as u16, weight: (bits >> 32) as u16 })
    }
}

/// An entry of the file.
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

impl Entry {
    /// The move as one of the position's. Some books write castling by the king's target.
    fn legal_move(&self, position: &Position) -> Option<Move> {
        let (to, from) = (Square::wrap(self.mv as u8), Square::wrap((self.mv >> 6) as u8));
        let promotion = match self.mv >> 12 & 7 {
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => None,
        };
        position.find(UciMove { from, to, promotion }).ok()
    }
}
