//! Matches between chess engines: who plays whom, by which rules, and what the results say.
//!
//! From a description to a verdict:
//!
//! - [`config`] describes a match and its [`engine`]s, [`openings`] say where games start, and the [`schedule`]
//!   who plays whom; a game's number alone says all of it.
//! - A [`tournament`] is a match from its first game to its last; the [`runner`] plays its games. A
//!   [`player`] is an engine's [`process`] with a protocol; a [`game`] puts two of them before an arbiter
//!   with [`clock`]s, who may [`adjudicate`] or ask [`syzygy`]'s tables, and ends in an [`outcome`].
//! - A [`spectator`] sees the games while they are played.
//! - The [`ledger`] writes every game down at once, as [`pgn`] too, and a match goes on from it after any end.
//! - [`standings`] count, [`stats`] and [`ratings`] estimate strength, [`sprt`] decides, and [`report`] tells.
//! - [`spsa`] tunes an engine's numbers by games.
//! - [`compliance`] runs the UCI checklist against any engine; [`answers`] takes the time of its answers.
//!
//! ```no_run
//! use std::path::Path;
//! use std::sync::atomic::AtomicBool;
//!
//! use arena::config::MatchConfig;
//! use arena::engine::EngineSpec;
//! use arena::report;
//! use arena::tournament::Tournament;
//!
//! let config = MatchConfig {
//!     games: 10,
//!     tc: Some("8+0.08".parse()?),
//!     engines: vec![EngineSpec::parse(&["cmd=stockfish"])?, EngineSpec::parse(&["cmd=toga2"])?],
//!     ..MatchConfig::default()
//! };
//! let interrupt = AtomicBool::new(false);
//! let mut tournament = Tournament::create(config, Path::new("match.sqlite"), &interrupt)?;
//! tournament.run(&interrupt, &())?;
//! println!("{}", report::summary(tournament.ledger().config(), tournament.ledger().standings()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudicate;
pub mod answers;
pub mod clock;
pub mod compliance;
pub mod config;
pub mod engine;
pub mod game;
pub mod ledger;
pub mod openings;
pub mod outcome;
pub mod pgn;
pub mod player;
pub mod process;
pub mod ratings;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod spectator;
pub mod sprt;
pub mod spsa;
pub mod standings;
pub mod stats;
mod toml_error;
pub mod tournament;

pub use toml_error::TomlError;
