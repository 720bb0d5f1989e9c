//! Matches between chess engines: who plays whom, by which rules, and what the results say.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudicate;
pub mod clock;
pub mod compliance;
pub mod config;
pub mod date;
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
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod tablebase;
