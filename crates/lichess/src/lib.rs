//! Petteia as a bot on Lichess.
//!
//! A [`Bot`] speaks the [Bot API](https://lichess.org/api#tag/Bot): it listens to the stream of
//! events, answers challenges by [`Rules`], and plays each game in a task of its own, with an engine
//! of its own. What it does is told as [`News`].
//!
//! - Streams that break are opened again after a pause that grows. Lichess says then what is going
//!   on, so that a lost connection, a malformed line and a new start of the program are all the same
//!   case.
//! - Requests that fail are repeated, unless Lichess refuses them. After "too many requests" all of
//!   them wait for a minute.
//! - Each game is kept as PGN, which is written again with each move.
//!
//! A [`Token`] is never shown. How long the bot waits for what is set by [`Waits`].

mod bot;
mod client;
mod config;
mod game;
mod lines;
mod messages;
mod mind;
mod news;
mod record;
mod rules;
mod seat;
mod time;
mod token;
mod waits;

pub use bot::{Bot, BotError, LICHESS, Setup};
pub use client::{ClientError, Refusal};
pub use config::{Chat, Config, ConfigError, EngineConfig};
pub use engine::manners::{Draws, Resignation};
pub use messages::{Challenge, TimeControl, User, Variant};
pub use mind::EngineError;
pub use news::{Ended, News};
pub use rules::{Kind, Mode, Playable, Reason, Rules};
pub use token::{Token, TokenError};
pub use waits::Waits;
