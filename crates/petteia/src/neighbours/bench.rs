//! `petteia neighbours bench`: the speed of the search.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use neighbours::bench::bench;
use neighbours::search::MAX_DEPTH;

use super::options::read_weights;

/// Search built-in positions to a depth, on one thread.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Depth of each search
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=MAX_DEPTH as i64))]
    depth: u8,
    /// Weights file [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

pub fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let weights = read_weights(args.weights.as_deref())?;
    let (mut nodes, mut times) = (0, Vec::new());
    bench(&weights, args.depth, |position, report| {
        println!("{:>9} nodes {:>6} ms  {position}", report.nodes, report.time.as_millis());
        nodes += report.nodes;
        times.push(report.time);
    })?;
    times.sort_unstable();
    let (total, median): (Duration, _) = (times.iter().sum(), times[times.len() / 2]);
    println!("median {} ms, slowest {} ms", median.as_millis(), times[times.len() - 1].as_millis());
    println!("{nodes} nodes {:.0} nps", nodes as f64 / total.as_secs_f64().max(1e-9));
    Ok(())
}
