//! `petteia selfplay`: games of the engine against itself, for the tuner.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use trainer::selfplay::{GameFile, GameFileError, Recipe, play_games};

#[derive(clap::Args)]
pub struct Args {
    /// The file of positions with results; continued if it exists.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file shall have in the end.
    #[arg(long)]
    games: u64,
    /// Nodes to search for each move.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random half-moves at the start of each game.
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=40))]
    random: u16,
    /// How many games to play at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Where the random numbers start; a file is continued with the seed that it was begun with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Relaxed)).context("Ctrl-C")?;

    let path = args.out.display();
    let mut file = GameFile::open(&args.out).with_context(|| format!("--out {path}"))?;
    let recipe = Recipe { nodes: args.nodes, random_plies: args.random.into(), seed: args.seed };
    let style = "{bar:30} {pos}/{len} games, {msg}, {per_sec}, {eta} left";
    let bar = ProgressBar::new(args.games).with_style(ProgressStyle::with_template(style)?);
    bar.set_position(file.games());
    bar.reset_eta();
    let played = play_games(&recipe, file.games()..args.games, args.threads.into(), &stop, |game| {
        file.write(&game)?;
        bar.inc(1);
        bar.set_message(format!("{} positions", file.positions()));
        Ok::<(), GameFileError>(())
    });
    bar.finish_and_clear();
    played.with_context(|| format!("--out {path}"))?;
    println!("{path}: {} games, {} positions", file.games(), file.positions());
    if file.games() < args.games {
        println!("stopped; the same command continues");
    }
    Ok(())
}
