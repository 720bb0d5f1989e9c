//! `petteia neighbours serve`: the agent as a network server.

use std::io;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use neighbours::ngi::{Server, Settings};

use super::options::SearchArgs;
use crate::cli::interrupt;

/// Serve the agent over the network.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7117")]
    listen: String,
    #[command(flatten)]
    search: SearchArgs,
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
        connections: args.connections,
        idle: Duration::from_secs(args.idle),
        longest_search: Duration::from_secs(args.longest_search),
    };
    let (weights, search) = (args.search.weights()?, args.search.clone());
    let server =
        Server::bind(&args.listen, settings, move || search.search(&weights).map_err(io::Error::other))
            .with_context(|| format!("cannot listen on {}", args.listen))?;
    let stop = interrupt::watch()?;
    println!("listening on tcp://{}", server.address()?);
    server.run(&stop);
    Ok(())
}
