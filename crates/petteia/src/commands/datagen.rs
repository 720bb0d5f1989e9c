//! `petteia datagen`: games of the engine against itself, to learn from.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use engine::eval::Evaluator;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use nnue::Net;
use trainer::data::{DataError, Filter, Stats, Writer};
use trainer::datagen::{Recipe, Shard, play_games};

#[derive(clap::Args)]
pub struct Args {
    /// The file of games; continued if it exists.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file shall have in the end.
    #[arg(long)]
    games: u64,
    /// The net to play with, instead of the one that is built in.
    #[arg(long, value_name = "FILE", conflicts_with = "classical")]
    net: Option<PathBuf>,
    /// Play with the classical evaluation.
    #[arg(long)]
    classical: bool,
    /// Nodes after which no further iteration is begun.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
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
    /// The part of the games to play, for a job on many machines: 3/8 is the third of eight.
    #[arg(long, value_name = "I/N", default_value_t = Shard::default())]
    shard: Shard,
}

pub fn run(args: &Args) -> Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Relaxed)).context("Ctrl-C")?;

    let path = args.out.display();
    let evaluator = match &args.net {
        Some(net) => {
            let opened = Net::open(net).with_context(|| format!("--net {}", net.display()))?;
            Evaluator::Nnue(Arc::new(opened))
        }
        None if args.classical => Evaluator::Classical,
        None => Evaluator::default(),
    };
    let recipe = Recipe {
        evaluator,
        nodes: args.nodes,
        random_plies: args.random.into(),
        seed: args.seed,
        shard: args.shard,
    };
    let mut writer =
        Writer::open(&args.out, &recipe.to_string(), |_| ()).with_context(|| format!("--out {path}"))?;
    println!("{path}: {recipe}");
    let style = "{bar:30} {pos}/{len} games, {msg}, {eta} left";
    let bar = ProgressBar::new(args.games).with_style(ProgressStyle::with_template(style)?);
    bar.set_position(writer.games());
    bar.reset_eta();
    let (mut stats, start) = (Stats::default(), Instant::now());
    let played = play_games(&recipe, writer.games()..args.games, args.threads.into(), &stop, |game| {
        writer.add(&game)?;
        stats.add(&game, &Filter::default());
        bar.inc(1);
        bar.set_message(speed(&stats, start.elapsed()));
        Ok::<(), DataError>(())
    });
    bar.finish_and_clear();
    played.with_context(|| format!("--out {path}"))?;
    let games = writer.finish().with_context(|| format!("--out {path}"))?;
    println!("{path}: {games} games; {}", speed(&stats, start.elapsed()));
    if games < args.games {
        println!("stopped; the same command continues");
    }
    Ok(())
}

/// How many positions were won, and how many an hour brings.
fn speed(stats: &Stats, elapsed: Duration) -> String {
    let hourly = stats.kept as f64 * 3600.0 / elapsed.as_secs_f64().max(0.001);
    let (kept, hourly) = (HumanCount(stats.kept), HumanCount(hourly as u64));
    format!("{kept} positions kept, {hourly} an hour")
}
