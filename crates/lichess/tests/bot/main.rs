//! The bot against a stand-in for Lichess: whole games, and what goes wrong on the way.

mod common;
mod faults;
mod games;
