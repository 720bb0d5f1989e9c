//! The experiments that search without learning, and the chance of those that learn.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;
use neighbours::learn::Config;
use neighbours::matches::Match;
use neighbours::ngi::Timeouts;
use neighbours::search::Limits;
use plot::Plot;

use super::super::lab;
use super::super::seat::{Conditions, Seat};
use super::ExperimentsArgs;
use crate::cli::paths::write_whole;

/// How many steps of the progress bar this takes.
pub(super) const STEPS: u64 = 2;

/// Random plies at the start of each pair of games.
const RANDOM_PLIES: usize = 6;
const SEED: u64 = 1;

/// Counts nodes and plays the match; returns both as text, or nothing when stopped.
pub(super) fn table(
    args: &ExperimentsArgs,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> anyhow::Result<Option<String>> {
    write_whole(&args.out.join("randomness.svg"), randomness_chart(args.games).to_string())?;
    bar.set_message("nodes");
    let nodes = nodes(args)?;
    bar.inc(1);
    bar.set_message("agent - thesis");
    let result = play(args, stop)?;
    if stop.load(Relaxed) {
        return Ok(None);
    }
    bar.inc(1);
    Ok(Some(format!("{nodes}\n{result}")))
}

/// The nodes of each way of searching, counted once.
fn nodes(args: &ExperimentsArgs) -> anyhow::Result<String> {
    let file = args.out.join(format!("search-{}.md", args.search_depth));
    if file.exists() {
        return fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()));
    }
    let table = lab::Counts::of_start(4..=args.search_depth)?.markdown();
    write_whole(&file, &table)?;
    Ok(table)
}

/// The agent against the search of the thesis at equal time.
fn play(args: &ExperimentsArgs, stop: &AtomicBool) -> anyhow::Result<String> {
    let limits = Limits::time(Duration::from_millis(args.thesis_time));
    let conditions = Conditions::new(limits, Timeouts::default())?;
    let pair = |_| Ok([Seat::Agent.player(&conditions, SEED)?, Seat::Thesis.player(&conditions, SEED)?]);
    let pairs = (0..args.concurrency).map(pair).collect::<anyhow::Result<Vec<_>>>()?;
    let file = args.out.join("agent thesis.txt");
    let mut games = Match::new(args.thesis_games, SEED, RANDOM_PLIES).saved_to(&file)?;
    games.run(pairs, stop, |_, _, _| ())?;
    let tally = games.tally();
    Ok(format!(
        "The agent against the search of the thesis, {} ms a move: {} wins, {} losses, {} draws.\n",
        args.thesis_time, tally.wins, tally.losses, tally.draws
    ))
}

/// The probability of the opponent's random moves over a run.
fn randomness_chart(games: u32) -> Plot {
    let config = Config { games, ..Config::default() };
    let step = (games / 200).max(1);
    let points = (0..=games).step_by(step as usize);
    let points = points.map(|game| (f64::from(game), config.randomness_in(game)));
    Plot::new("Chance of a random move", "games", "probability").line("opponent", points)
}
