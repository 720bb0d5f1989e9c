//! One file per command: its arguments and what it prints.

pub mod annotate;
pub mod average;
pub mod bench;
pub mod completions;
pub mod compliance;
pub mod data;
pub mod datagen;
pub mod eval;
pub mod explore;
pub mod lichess;
pub mod matches;
pub mod perft;
pub mod puzzles;
pub mod quality;
pub mod ratings;
pub mod serve;
pub mod spsa;
pub mod suite;
pub mod train;
pub mod tune;
pub mod uci;
