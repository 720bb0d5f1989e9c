//! `petteia neighbours analyse`: the analysis of a position.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use neighbours::features::Observation;
use neighbours::ngi::Reply;
use neighbours::search::{Info, Limits};
use neighbours::{Evaluator, Game, Position, Weights};

use super::options::{LimitArgs, SearchArgs};

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
    #[command(flatten)]
    search: SearchArgs,
    /// Show the evaluation feature by feature instead of searching
    #[arg(long)]
    explain: bool,
}

pub fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    let weights = args.search.weights()?;
    let game = Game::new(args.position.clone().unwrap_or_default());
    if args.explain {
        explain(&weights, game.position());
        return Ok(());
    }
    let limits = Limits { lines: args.multipv as usize, ..args.limits.or_time(Duration::from_secs(2)) };
    let mut searcher = args.search.search(&weights)?;
    let best = if let Some(end) = game.end() {
        println!("info string {end}");
        None
    } else {
        let mut show = |info: &Info| println!("{info}");
        searcher.search(&game, &limits, &AtomicBool::new(false), &mut show).best()
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
