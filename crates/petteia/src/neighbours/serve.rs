//! `petteia neighbours serve`: the agent as a network server.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use neighbours::ngi::{Server, Settings};

use super::options::{TableArgs, read_weights};
use crate::cli::interrupt;

/// Serve the agent over the network.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7117")]
    listen: String,
    /// Weights file [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
    /// Search threads per connection
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Most connections at a time
    #[arg(long, default_value_t = 8)]
    connections: usize,
    /// Idle timeout of a connection, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    idle: u64,
    /// Longest search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    longest_search: u64,
}

pub fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let settings = Settings {
        weights: read_weights(args.weights.as_deref())?,
        entries: args.table.entries(),
        threads: args.threads as usize,
        connections: args.connections,
        idle: Duration::from_secs(args.idle),
        longest_search: Duration::from_secs(args.longest_search),
    };
    let server =
        Server::bind(&args.listen, settings).with_context(|| format!("cannot listen on {}", args.listen))?;
    let stop = interrupt::watch()?;
    println!("listening on tcp://{}", server.address()?);
    server.run(&stop);
    Ok(())
}
