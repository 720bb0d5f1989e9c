//! What was played in a position, how often and with which results: an index of many games on disk.
//!
//! [`sort_games`] replays games on several threads and sorts their moves by position into files, so
//! that memory is bounded; [`merge`] makes one index of those files and of an older index, if there
//! is one. [`Index`] answers for a position with a binary search and one or two blocks of the file.
//!
//! Numbers are little-endian; a *varint* has seven bits in each byte, the lowest first, and the top
//! bit set on all bytes but the last.
//!
//! | bytes | an index |
//! | --- | --- |
//! | 8 | `PTINDEX` and the version of the format, 1 |
//! | 8 | the Zobrist key of the initial position: other keys need another index |
//! | n | blocks of entries, sorted by key and move |
//! | 20 each | for each block: its first key, where it begins (8 bytes each) and its CRC-32 |
//! | n | the files that were indexed: lines of a number of games, a tab and a name |
//! | 44 | where the list of blocks begins, the number of blocks, the length of the list of files, the games and the entries (8 bytes each), and the CRC-32 of all after the blocks |
//!
//! | bytes | an entry: a move in a position |
//! | --- | --- |
//! | n | the difference of its key to that of the entry before, a varint; at the beginning of a block to the block's first key |
//! | 2 | the move |
//! | n | varints: games that White won, drawn games, games that Black won, games with a rating of the player who moved, and, if there are any, the sum of these ratings |
//!
//! ```
//! use chess::{Move, Position};
//! use explorer::{Index, Paths, PlayedGame, Settings, merge, sort_games};
//! use gamekit::{ByColor, Color, GameResult};
//!
//! let initial = Position::initial();
//! let e4 = initial.parse_uci("e2e4")?;
//! let game = PlayedGame {
//!     start: initial.clone(),
//!     moves: vec![e4],
//!     result: GameResult::Win(Color::White),
//!     ratings: ByColor::new(Some(2400), None),
//! };
//! let folder = tempfile::tempdir()?;
//! let out = folder.path().join("games.index");
//! let batches = [Ok::<_, explorer::IndexError>(game)].into_iter();
//! let runs = sort_games(folder.path(), Settings::default(), batches, |game| Ok(vec![game]))?;
//! merge(&Paths { old: None, out: &out }, &runs, &[])?;
//! let moves = Index::open(&out)?.moves(&initial)?;
//! assert_eq!((moves[0].0, moves[0].1.average_rating()), (e4, Some(2400)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod build;
mod counts;
mod entry;
mod file;
mod index;
mod played;

pub use build::{Paths, Runs, Settings, Summary, merge, sort_games};
pub use counts::{Counts, join};
pub use file::{IndexError, Source};
pub use index::Index;
pub use played::{PlayedGame, Step};
