//! Petteia's chess engine.
//!
//! [`Engine`] is the facade: it holds a game, searches its last position in the background and tells
//! of its progress by [`Event`]s. It reads no input and writes no output; [`Session`] is the UCI
//! conversation around it.
//!
//! ```
//! use std::sync::mpsc;
//! use engine::{Engine, Event, Limits};
//!
//! let mut engine = Engine::new(16)?;
//! let (sender, receiver) = mpsc::channel();
//! let limits = Limits { depth: Some(5), ..Limits::default() };
//! engine.go(limits, move |event| sender.send(event).unwrap_or_default());
//! let Some(Event::BestMove { best: Some(mv), .. }) = receiver.iter().last() else {
//!     panic!("the initial position has moves");
//! };
//! assert!(engine.position().is_legal(mv));
//! # Ok::<(), gamekit::table::TableError>(())
//! ```
//!
//! Below the facade, workers deepen and search (`search`), order moves (`picker`) by what they
//! learned (`history`), judge positions ([`eval`]), and share a transposition table. Every number
//! of the search is a [tunable](tunables), every technique has a [switch](techniques).

pub mod bench;
mod boxed;
mod control;
mod cuckoo;
mod depth;
mod engine;
pub mod eval;
mod exchange;
mod history;
mod level;
mod limits;
mod opening;
mod picker;
mod pool;
mod search;
mod session;
pub mod techniques;
mod time;
pub mod tunables;
pub mod wdl;

pub use depth::Depth;
pub use engine::{Engine, Event, SearchInfo, Settings};
pub use level::{LEAST_ELO, Level, MOST_ELO};
pub use limits::{Clock, Limits};
pub use session::Session;
