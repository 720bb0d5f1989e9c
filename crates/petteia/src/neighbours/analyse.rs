//! `petteia neighbours analyse`: the analysis of a position.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use neighbours::features::Observation;
use neighbours::ngi::Reply;
use neighbours::search::{Limits, Searcher};
use neighbours::{Evaluator, Game, Position, Weights};

use super::options::{LimitArgs, TableArgs, read_weights};

/// Analyse a position.
#[derive(Args, Debug)]
pub struct AnalyseArgs {
    /// Position [default: the start of the game]
    #[arg(long, alias = "pos", value_name = "POSITION")]
    position: Option<Position>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Number of lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    multipv: u8,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    table: TableArgs,
    /// Weights file [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Show the evaluation feature by feature instead of searching
    #[arg(long)]
    explain: bool,
}

pub fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    let weights = read_weights(args.weights.as_deref())?;
    let game = Game::new(args.position.clone().unwrap_or_default());
    if args.explain {
        explain(&weights, game.position());
        return Ok(());
    }
    let limits = Limits { lines: args.multipv as usize, ..args.limits.or_time(Duration::from_secs(2)) };
    let searcher = Searcher::new(&weights, args.table.entries(), args.threads as usize)?;
    let best = match game.end() {
        Some(end) => {
            println!("info string {end}");
            None
        }
        None => searcher.search(&game, &limits, &AtomicBool::new(false), |info| println!("{info}")).best(),
    };
    println!("{}", Reply::BestMove(best));
    Ok(())
}

/// Prints each feature with its weight and contribution, in thousandths of a won game.
fn explain(weights: &Weights, position: &Position) {
    let seen = Observation::of(position);
    let values = weights.set().values(&seen);
    println!("{:<34} {:>7} {:>9} {:>7}", "feature", "value", "weight", "points");
    for ((name, value), weight) in weights.set().names().zip(values).zip(weights.values()) {
        let points = (f64::from(value) * weight * Evaluator::WIN).round() as i32;
        println!("{name:<34} {value:>7.3} {weight:>9.3} {points:>7}");
    }
    println!("{:<34} {:>7} {:>9} {:>7}", "evaluation", "", "", Evaluator::new(weights).score(&seen).raw());
}
