//! Matches between chess engines: schedule, games, adjudication, statistics and tests.
//!
//! From a description to a verdict:
//!
//! - [`config`] describes a match and its [`engine`]s. [`openings`] provides the start positions, and
//!   the [`schedule`] derives the players and the opening of a game from its number alone.
//! - A [`tournament`] is a match from its first game to its last; the [`runner`] plays its games. A
//!   [`player`] is an engine's [`process`] with a protocol. A [`game`] has two players, two [`clock`]s
//!   and an arbiter, who may [`adjudicate`] or probe [`syzygy`] tables, and ends in an [`outcome`].
//! - A [`spectator`] follows the games while they are played.
//! - The [`ledger`] saves every game as it ends, also as [`pgn`]; a match resumes from it.
//! - [`standings`] count results, [`stats`] and [`ratings`] estimate strength, [`sprt`] decides tests,
//!   and [`report`] formats all of it.
//! - An [`analyst`] is an engine that searches positions outside of matches.
//! - [`spsa`] tunes an engine's parameters by games.
//! - [`compliance`] runs the UCI checklist against any engine; [`answers`] measures response times.
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
pub mod analyst;
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
