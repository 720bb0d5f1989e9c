//! What two games on an 8x8 board share.
//!
//! Chess and Neighbours are played on the same 64 squares by the same two sides. This crate is
//! their common vocabulary:
//!
//! - [`Square`], [`File`], [`Rank`] and [`Bitboard`]: the board;
//! - [`Color`] and [`ByColor`]: the two sides;
//! - [`GameResult`] and [`Tally`]: the results of one game and of many;
//! - [`Key`]: Zobrist keys, made at compile time;
//! - [`Score`], [`Bound`], [`Ply`]: the results of a search; [`ScoreText`] and [`Chances`]: how they are
//!   reported;
//! - [`table`]: the transposition table, shared by the threads of a search without a lock;
//! - [`read_placement`] and [`write_placement`]: boards as text;
//! - [`SplitMix64`]: reproducible random numbers;
//! - [`Shard`]: one machine's share of some work;
//! - [`write_whole`]: files that are never found half written.
//!
//! The features `serde` and `typescript` make the reported types part of the server's protocol.
//!
//! ```
//! use gamekit::{Bitboard, Rank, Square};
//!
//! let second_rank = Bitboard::from(Rank::Second);
//! assert_eq!(second_rank.len(), 8);
//! assert!(second_rank.contains(Square::E2));
//! assert_eq!(second_rank.into_iter().next(), Some(Square::A2));
//! ```

mod bitboard;
mod bound;
mod chances;
mod color;
mod key;
mod operator;
mod placement;
mod prefetch;
mod result;
mod rng;
mod score;
mod score_text;
mod shard;
mod square;
pub mod table;
mod tally;
mod whole_file;

pub use bitboard::{Bitboard, Squares};
pub use bound::Bound;
pub use chances::Chances;
pub use color::{ByColor, Color};
pub use key::Key;
pub use placement::{PlacementError, read_placement, write_placement};
pub use prefetch::prefetch;
pub use result::{GameResult, ParseResultError};
pub use rng::SplitMix64;
pub use score::{Ply, Score};
pub use score_text::ScoreText;
pub use shard::{ParseShardError, Shard};
pub use square::{File, ParseSquareError, Rank, Square};
pub use tally::Tally;
pub use whole_file::write_whole;
