//! Petteia's chess engine.

pub mod bench;
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
pub mod tablebase;
pub mod techniques;
mod time;
pub mod tunables;
mod wdl;

pub use depth::Depth;
pub use engine::{Engine, Event, ScoreKind, SearchInfo, Settings};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use session::Session;
