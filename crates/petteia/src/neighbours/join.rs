//! `petteia neighbours join`: the agent in a game on a server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use gamekit::{Color, GameResult};
use neighbours::Weights;
use neighbours::learn::{Config, Pupil, PupilSettings};
use neighbours::ngi::{self, Outcome, Settings};
use neighbours::search::{Search, Searcher};

use super::options::{SearchArgs, read_weights, tables};
use crate::cli::interrupt;
use crate::cli::paths::write_whole;

/// Connect to a server and take a seat in a game
#[derive(Args, Debug)]
pub struct JoinArgs {
    /// Where the server listens for agents (serve --agent-port)
    #[arg(value_name = "HOST:PORT")]
    server: String,
    /// The game, as the link to it ends; more than one for one after the other
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Learn from the results, and keep the weights in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["weights", "searcher"])]
    learn: Option<PathBuf>,
    /// How far the weights move in a game, with --learn
    #[arg(long, default_value_t = 0.01, requires = "learn", value_parser = rate)]
    alpha: f64,
    /// Give up when nothing happens for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    idle: u64,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

pub fn run(args: &JoinArgs) -> anyhow::Result<()> {
    let stop = interrupt::watch()?;
    let settings = Settings { idle: Duration::from_secs(args.idle), ..Settings::default() };
    let server = args.server.strip_prefix("tcp://").unwrap_or(&args.server);
    for game in &args.games {
        let search = search(args)?;
        let outcome = ngi::join(server, game, &settings, search, &stop)
            .with_context(|| format!("cannot play at {server}"))?;
        tell(&outcome)?;
    }
    Ok(())
}

fn search(args: &JoinArgs) -> anyhow::Result<Box<dyn Search>> {
    let Some(file) = &args.learn else {
        return args.search.search(&args.search.weights()?);
    };
    let weights = read_weights(file.exists().then_some(file.as_path()))?;
    let settings = PupilSettings {
        alpha: args.alpha,
        gamma: Config::default().gamma,
        entries: Searcher::ENTRIES,
        threads: 1,
        tables: tables()?,
    };
    let file = file.clone();
    Ok(Box::new(Pupil::new(weights, settings, move |weights| keep(&file, weights))?))
}

fn keep(file: &Path, weights: &Weights) {
    match write_whole(file, weights.to_string()) {
        Ok(()) => println!("learned: {}", file.display()),
        Err(error) => eprintln!("the weights are not kept: {error:#}"),
    }
}

fn tell(outcome: &Outcome) -> anyhow::Result<()> {
    let Outcome { seat, result, refused } = outcome;
    if let Some(why) = refused {
        bail!("the server refuses: {why}");
    }
    match (seat, result) {
        (Some(seat), Some(result)) => println!("{seat}, {result}: {}", verdict(*seat, *result)),
        (Some(seat), None) => println!("{seat}: the game was left before its end"),
        (None, _) => bail!("the server ended the connection without a seat"),
    }
    Ok(())
}

fn verdict(seat: Color, result: GameResult) -> &'static str {
    match result.winner() {
        None => "drawn",
        Some(winner) if winner == seat => "won",
        Some(_) => "lost",
    }
}
