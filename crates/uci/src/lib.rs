//! The Universal Chess Interface as text, both ways, with no engine inside.
//!
//! A GUI or a match runner writes [`Command`]s and reads [`Message`]s; an engine does the opposite.
//! Both are read with `parse` and written with `to_string`, one line each, and what is written
//! reads back as the same value.
//!
//! Reading is as lenient as the protocol asks for: tabs, carriage returns and leading unknown
//! tokens are skipped, limits come in any order. Other lines give a [`ParseError`] that names the
//! offending token and what was expected; no text makes this crate panic.
//!
//! Moves are pairs of squares ([`UciMove`]), which a position turns into legal moves.
//!
//! ```
//! use uci::{Command, Message, ScoreText};
//!
//! let Command::Go(limits) = "go wtime 60000 btime 58000 searchmoves e2e4 d2d4 depth 12".parse()? else {
//!     panic!("a search was asked for");
//! };
//! assert_eq!(limits.wtime, Some(60_000));
//! assert_eq!(limits.depth, Some(12));
//! assert_eq!(limits.searchmoves.len(), 2);
//!
//! let Message::Info(info) = "info depth 9 score mate -3 nodes 12345 pv e1d1 e8e1".parse()? else {
//!     panic!("the engine reported its search");
//! };
//! assert_eq!(info.score.map(|score| score.value), Some(ScoreText::Mate(-3)));
//! assert_eq!(info.to_string(), "info depth 9 score mate -3 nodes 12345 pv e1d1 e8e1");
//! # Ok::<(), uci::ParseError>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod command;
mod error;
mod message;
mod score;
mod tokens;
mod uci_move;

pub use chess::UciMove;
pub use command::{Command, GenFens, Go, Position, SetOption, Start};
pub use error::ParseError;
pub use gamekit::{Bound, Chances, ScoreText};
pub use message::{BestMove, CurrentLine, Info, Message, OptionKind, OptionSpec, Protection};
pub use score::BoundedScore;
