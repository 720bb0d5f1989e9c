//! What two games on an 8x8 board share.
//!
//! Chess and Neighbours are played on the same 64 squares by the same two sides, so the vocabulary
//! lives here, below both of them:
//!
//! - [`Square`], [`File`], [`Rank`] and [`Bitboard`]: where things are;
//! - [`Color`] and [`ByColor`]: whose they are;
//! - [`GameResult`]: who won, and [`Tally`]: how often;
//! - [`Key`]: Zobrist keys, made at compile time;
//! - [`Score`], [`Bound`], [`Ply`]: what a search says about a position; [`ScoreText`] and [`Chances`]: how
//!   others are told;
//! - [`table`]: the transposition table, shared by the threads of a search without a lock;
//! - [`SplitMix64`]: reproducible random numbers;
//! - [`write_whole`]: files that are never found half written.
//!
//! With the features `serde` and `typescript` what others are told goes over a wire to a web page.
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
mod result;
mod rng;
mod score;
mod score_text;
mod square;
pub mod table;
mod tally;
mod whole_file;

pub use bitboard::{Bitboard, Squares};
pub use bound::Bound;
pub use chances::Chances;
pub use color::{ByColor, Color};
pub use key::Key;
pub use result::{GameResult, ParseResultError};
pub use rng::SplitMix64;
pub use score::{Ply, Score};
pub use score_text::ScoreText;
pub use square::{File, ParseSquareError, Rank, Square};
pub use tally::Tally;
pub use whole_file::write_whole;
