//! The game Neighbours (Frank Riepenhausen, 2003).
//!
//! A piece moves in a straight line exactly as many squares as it has neighbours; a side that
//! cannot move loses. From the rules upwards:
//!
//! - [`Position`], [`Move`], [`Game`]: the rules on bitboards, and how a game ends;
//! - [`Record`]: save files;
//! - [`features`] and [`Weights`]: a linear evaluation;
//! - [`search`]: the agent's search, and [`thesis`]: that of its predecessor;
//! - [`tables`]: positions with few pieces, solved;
//! - [`learn`]: learning the weights by self-play;
//! - [`Player`], [`Level`], [`mod@matches`]: players and games between them;
//! - [`ngi`]: players over the network;
//! - [`mod@bench`]: a fixed amount of work, to measure speed and detect changes.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use neighbours::search::{Limits, Searcher};
//! use neighbours::{Game, Weights};
//!
//! let mut game = Game::default();
//! for mv in ["b1b3", "g8g6", "c1c2"] {
//!     game.play(mv.parse()?)?;
//! }
//! assert_eq!(game.position().to_string(), "bbbbbb1b/8/6b1/8/8/1w6/2w5/w2wwwww b 3 2");
//!
//! let searcher = Searcher::new(&Weights::default(), Searcher::ENTRIES, 1)?;
//! let report = searcher.search(&game, &Limits::depth(4), &AtomicBool::new(false), |_| ());
//! game.play(report.best().expect("the game is not over"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
pub mod features;
mod game;
pub mod learn;
mod level;
pub mod matches;
mod mv;
pub mod ngi;
mod perft;
pub mod player;
mod position;
mod reach;
mod record;
pub mod search;
pub mod tables;
pub mod thesis;
mod weights;

pub use game::{End, Game, PlayError};
pub use level::{Level, ParseLevelError};
pub use mv::{Move, ParseMoveError};
pub use perft::{divide, perft};
pub use player::{Player, PlayerError};
pub use position::{MoveList, ParsePositionError, Position, Undo};
pub use record::{ParseRecordError, Record};
pub use weights::{Evaluator, ParseWeightsError, Weights};
