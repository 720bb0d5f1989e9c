//! `petteia uci`, and `petteia` without a command: UCI on stdin and stdout.

use std::io::{self, BufReader};

use anyhow::{Context, Result};
use mcts::ChessPlayer;

use crate::uci_session::Session;

/// Default size of the hash table, in megabytes.
const HASH: usize = 16;

pub fn run() -> Result<()> {
    session()?.run(BufReader::new(io::stdin()));
    Ok(())
}

pub fn run_lines(lines: &[String]) -> Result<()> {
    session()?.run_lines(lines.iter().map(String::as_str));
    Ok(())
}

fn session() -> Result<Session<io::Stdout>> {
    let engine = ChessPlayer::new(HASH).context("not enough memory")?;
    Ok(Session::new(engine, io::stdout()))
}
