//! `petteia datagen`: self-play games to train on.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use gamekit::Shard;
use indicatif::HumanCount;
use syzygy::Tables;
use trainer::data::{DataError, Filter, Stats, Writer};
use trainer::datagen::{Recipe, play_games};

use crate::cli::evaluator::EvaluatorArgs;
use crate::cli::{interrupt, paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// File of games; an existing file is continued.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Fail if the file exists, instead of continuing it.
    #[arg(long)]
    fresh: bool,
    /// Total number of games in the file.
    #[arg(long)]
    games: u64,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Soft node limit: no iteration starts after this many nodes.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random plies at the start of each game.
    #[arg(long, alias = "random", value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=40))]
    random_plies: u16,
    /// Games played at the same time, one thread each.
    #[arg(long, alias = "threads", value_name = "GAMES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Random seed; a file is continued with the seed it was started with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// At every second half-move, search the position after a random other move as well, one that
    /// loses no material at once.
    #[arg(long)]
    siblings: bool,
    /// Adjudicate by the Syzygy tables in this folder.
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,
    /// Share of the games to play, for a job on many machines: 3/8 is the third of eight.
    #[arg(long, value_name = "I/N", default_value_t = Shard::default())]
    shard: Shard,
}

pub fn run(args: &Args) -> Result<()> {
    let path = args.out.display();
    let recipe = Recipe {
        evaluator: args.evaluator.evaluator()?,
        nodes: args.nodes,
        random_plies: args.random_plies.into(),
        seed: args.seed,
        siblings: args.siblings,
        tables: Arc::new(
            args.syzygy.as_ref().map_or_else(|| Ok(Tables::empty()), |path| Tables::open([path]))?,
        ),
        shard: args.shard,
    };
    paths::continues(&args.out, args.fresh)?;
    let named = || format!("--out {path}");
    let mut writer = Writer::open(&args.out, &recipe.to_string(), |_| ()).with_context(named)?;
    let interrupted = interrupt::watch()?;
    println!("{path}: {recipe}");
    let bar = progress::bar(writer.games(), args.games, "games");
    let (mut stats, start) = (Stats::default(), Instant::now());
    let left = writer.games()..args.games;
    let played = play_games(&recipe, left, args.concurrency.into(), &interrupted, |game| {
        writer.add(&game)?;
        stats.add(&game, &Filter::default());
        bar.inc(1);
        bar.set_message(speed(&stats, start.elapsed()));
        Ok::<(), DataError>(())
    });
    bar.finish_and_clear();
    played.with_context(named)?;
    let games = writer.finish().with_context(named)?;
    println!("{path}: {games} games; {}", speed(&stats, start.elapsed()));
    if games < args.games {
        println!("{games} of {} games; to continue, repeat the command", args.games);
    }
    Ok(())
}

/// The number of kept positions, in all and per hour.
fn speed(stats: &Stats, elapsed: Duration) -> String {
    let hourly = stats.kept as f64 * 3600.0 / elapsed.as_secs_f64().max(0.001);
    let (kept, hourly) = (HumanCount(stats.kept), HumanCount(hourly as u64));
    format!("{kept} positions kept, {hourly} an hour")
}
