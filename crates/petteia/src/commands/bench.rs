//! `petteia bench`: a fixed amount of work.

use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {
    /// The depth of each search.
    #[arg(default_value_t = engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// How many threads to search with; only one thread gives the same nodes every time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

#[expect(clippy::unnecessary_wraps, reason = "every command can fail, this one does not")]
pub fn run(args: &Args) -> Result<()> {
    let result = engine::bench::run(args.depth, args.threads.into());
    println!("{} nodes {} nps", result.nodes, result.speed());
    Ok(())
}
