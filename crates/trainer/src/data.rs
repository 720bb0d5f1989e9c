//! Files of whole games with a score for every move.
//!
//! Games take a tenth of the space of their positions, and positions are selected by a [`Filter`]
//! when the games are read. Numbers are little-endian; a *varint* has seven bits in each byte, the
//! lowest first, and the top bit set on all bytes but the last.
//!
//! | bytes | the file begins with |
//! | --- | --- |
//! | 8 | `PTGAMES` and the version of the format, 1 |
//! | 1 | the version of the order of moves, 1 |
//! | 2 | the length of the description |
//! | n | the description in UTF-8: what made the games, so that the same command can continue them |
//! | 4 | the CRC-32 of everything before |
//!
//! | bytes | then come blocks, each with |
//! | --- | --- |
//! | 4 | the length of its games in bytes |
//! | 4 | the number of its games |
//! | 4 | the CRC-32 of the eight bytes before and the games |
//! | n | the games |
//!
//! | bytes | a game |
//! | --- | --- |
//! | 1 | the result (0 Black wins, 1 draw, 2 White wins), plus 4 if a start position follows, plus 8 if moves have siblings |
//! | n | if so, the length of its FEN as a varint, and the FEN; otherwise it is the initial position |
//! | n | the number of opening moves as a varint, and a byte for each: they have no score |
//! | n | the number of further moves as a varint; for each a byte, its score, and its sibling if moves have them |
//!
//! A move is its number among the legal moves in the order of [`Move::bits`](chess::Move::bits). A
//! score is that of the search before the move, in centipawns for White, as the zigzag varint of
//! its difference to the score before (the first to zero). That makes 2.2 bytes a move.
//!
//! A [`Sibling`] is a random move that was tried in place of the one that was played: one more than
//! its number, or 0 if there is none; then the number of the best reply, and the score after the
//! move as the zigzag varint of its difference to the score before it.
//!
//! Files only grow. When a file is continued, a last block that a crash left incomplete is dropped;
//! a broken block anywhere else is an error.

pub mod bullet;
mod convert;
mod draw;
mod encoding;
mod file;
mod filter;
mod game;
pub mod pgn;
mod stats;
pub mod viri;

pub use convert::{Conversion, ConvertError, Converted, convert};
pub use draw::{draw, draw_positions};
pub use file::{Block, DataError, Reader, Writer};
pub use filter::Filter;
pub use game::{Moment, RecordedGame, ScoredMove, Sibling};
pub use stats::Stats;
