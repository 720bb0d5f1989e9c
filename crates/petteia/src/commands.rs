//! One file per command: its arguments and what it prints.

pub mod perft;
