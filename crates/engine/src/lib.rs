//! Petteia's chess engine.
//!
//! [`Engine`] is the facade: it searches the last position of a game on the caller's thread, passes
//! the lines it finds to a callback and returns a [`Report`]. A [`Stop`] stops the search from
//! another thread. The crate reads no input and writes no output.
//!
//! ```
//! use chess::Game;
//! use engine::{Engine, Limits, Stop};
//!
//! let mut engine = Engine::new(16)?;
//! let game = Game::default();
//! let limits = Limits { depth: Some(5), ..Limits::default() };
//! let report = engine.search(&game, &limits, &Stop::default(), |info| println!("{info:?}"));
//! assert!(report.best.is_some_and(|mv| game.position().is_legal(mv)));
//! # Ok::<(), gamekit::table::TableError>(())
//! ```
//!
//! Below the facade, workers search by iterative deepening (`search`), order moves (`picker`) by
//! histories (`history`), evaluate positions ([`eval`]), and share a transposition table. Every
//! number of the search is a [tunable](tunables), every technique has a [switch](techniques).

pub mod bench;
mod boxed;
mod control;
mod cuckoo;
mod depth;
mod engine;
pub mod eval;
pub mod exchange;
mod history;
mod level;
mod limits;
pub mod manners;
pub mod opening;
mod picker;
mod pool;
mod report;
mod search;
mod stop;
pub mod techniques;
mod time;
pub mod tunables;
pub mod wdl;

pub use control::Control;
pub use depth::Depth;
pub use engine::{Engine, Settings};
pub use level::{LEAST_ELO, Level, MOST_ELO};
pub use limits::{Clock, Limits};
pub use report::{Report, SearchInfo};
pub use stop::Stop;
pub use time::TimeBudget;
