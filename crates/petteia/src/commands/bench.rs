//! `petteia bench`: searches of a fixed set of positions.

use anyhow::Result;
use serde_json::json;

use crate::cli::evaluator::EvaluatorArgs;

#[derive(clap::Args)]
pub struct Args {
    /// Depth of each search.
    #[arg(default_value_t = engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Search threads; only one thread gives the same node count every time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Print JSON: nodes, seconds and nps.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let result = engine::bench::run(args.depth, args.threads.into(), args.evaluator.evaluator()?);
    let (nodes, nps) = (result.nodes, result.speed());
    if args.json {
        println!("{}", json!({"nodes": nodes, "seconds": result.time.as_secs_f64(), "nps": nps}));
    } else {
        println!("{nodes} nodes {nps} nps");
    }
    Ok(())
}
