//! `serve-agent`: the agent for others.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use neighbours::ngi::{Server, Settings};
use neighbours::search::Searcher;

use super::options::{interrupted, read_weights};

/// Offer the agent to others over the network.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The address to listen on; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7117")]
    listen: String,
    /// A weights file [default: the embedded weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Entries of each connection's transposition table
    #[arg(long, default_value_t = Searcher::ENTRIES)]
    entries: usize,
    /// Threads of each connection's searches
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Connections at a time
    #[arg(long, default_value_t = 8)]
    connections: usize,
    /// Seconds after which a silent connection is closed
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    idle: u64,
    /// Seconds that no search exceeds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    longest_search: u64,
}

pub fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let settings = Settings {
        weights: read_weights(args.weights.as_deref())?,
        entries: args.entries,
        threads: args.threads as usize,
        connections: args.connections,
        idle: Duration::from_secs(args.idle),
        longest_search: Duration::from_secs(args.longest_search),
    };
    let server =
        Server::bind(&args.listen, settings).with_context(|| format!("cannot listen on {}", args.listen))?;
    let stop = interrupted()?;
    println!("listening on tcp://{}", server.address()?);
    server.run(&stop);
    Ok(())
}
