//! `petteia bench`: a fixed amount of work.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use engine::eval::{Choice, Evaluator};

use super::eval::open_net;

#[derive(clap::Args)]
pub struct Args {
    /// The depth of each search.
    #[arg(default_value_t = engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// How many threads to search with; only one thread gives the same nodes every time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// How positions are judged: nnue, classical or piecesquare.
    #[arg(long, value_name = "NAME")]
    evaluator: Option<Choice>,
    /// A net to use instead of the one that is built in.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<()> {
    let result = engine::bench::run(args.depth, args.threads.into(), evaluator(args)?);
    println!("{} nodes {} nps", result.nodes, result.speed());
    Ok(())
}

fn evaluator(args: &Args) -> Result<Evaluator> {
    let net = open_net(args.net.as_deref())?.map(Arc::new);
    let usual = if net.is_some() { Choice::Nnue } else { Choice::DEFAULT };
    args.evaluator
        .unwrap_or(usual)
        .evaluator(net.as_ref())
        .context("--evaluator NNUE: no net is built in; --net names one")
}
