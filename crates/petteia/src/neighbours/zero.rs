//! `petteia neighbours zero`: a network that learns from its own games, as `AlphaZero` does.
//!
//! Beside the files of the run itself its folder has:
//!
//! | file | content |
//! | --- | --- |
//! | `net.policy` | the network so far, for `--player mcts:FILE` |
//! | `generations.csv` | losses, positions and time of each generation |
//! | `elo.csv`, `elo.svg` | its strength over time, against opponents that do not change |

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use ::plot::Plot;
use anyhow::Context;
use clap::Args;
use mcts::zero::ladder::{OPPONENTS, Rating};
use mcts::zero::{Config, Row, Run};

use crate::cli::paths::{continues, write_whole};
use crate::cli::{interrupt, progress};

/// Learn a policy network by tree search and self-play, from nothing but the rules.
///
/// Each generation plays games against itself, learns from them, and now and then plays against
/// opponents of fixed strength. Ctrl-C stops after what is done; the same command continues.
#[derive(Args, Debug)]
pub struct ZeroArgs {
    /// Folder of the run; an existing run is continued with its own settings
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Fail if the folder holds a run, instead of continuing it
    #[arg(long)]
    fresh: bool,
    /// Number of generations
    #[arg(long, default_value_t = Config::default().generations)]
    generations: u32,
    /// Games of a generation
    #[arg(long, default_value_t = Config::default().games, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Simulations of each move
    #[arg(long, default_value_t = Config::default().simulations, value_parser = clap::value_parser!(u64).range(2..))]
    simulations: u64,
    /// Hidden units, in sixteens
    #[arg(long, value_name = "SIXTEENS", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=64))]
    width: u16,
    /// Share of points a new network must make to replace the one that plays [default: no gate]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    gate: Option<f64>,
    /// Generations between matches against opponents of fixed strength
    #[arg(long, value_name = "GENERATIONS", default_value_t = Config::default().ladder_period, value_parser = clap::value_parser!(u32).range(1..))]
    ladder_period: u32,
    /// Games against each of them
    #[arg(long, value_name = "GAMES", default_value_t = Config::default().ladder_games, value_parser = clap::value_parser!(u64).range(1..))]
    ladder_games: u64,
    /// Random seed
    #[arg(long, default_value_t = Config::default().seed)]
    seed: u64,
    /// Games played at the same time; the result does not depend on it
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

fn share(text: &str) -> anyhow::Result<f64> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.context("expected a number from 0 to 1")
}

impl ZeroArgs {
    fn config(&self) -> Config {
        Config {
            generations: self.generations,
            games: self.games,
            simulations: self.simulations,
            hidden: usize::from(self.width) * 16,
            gate: self.gate,
            ladder_period: self.ladder_period,
            ladder_games: self.ladder_games,
            seed: self.seed,
            ..Config::default()
        }
    }
}

pub fn run(args: &ZeroArgs) -> anyhow::Result<()> {
    let dir = &args.out;
    let interrupted = interrupt::watch()?;
    let mut run = if continues(&Run::record_file(dir), args.fresh)? {
        Run::open(dir)?
    } else {
        Run::new(args.config())
    };
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let bar = progress::bar(run.generation().into(), run.config().generations.into(), "generations");
    while !run.is_finished() && !interrupted.load(Relaxed) {
        if !run.step(args.concurrency.into(), &interrupted) {
            break;
        }
        save(dir, &run)?;
        bar.set_position(run.generation().into());
        if let Some(row) = run.history().last() {
            bar.set_message(format!("loss {:.3} moves, {:.3} value", row.loss[0], row.loss[1]));
        }
        if let Some((row, rating)) = climbs(&run).last().filter(|(row, _)| row.generation == run.generation())
        {
            bar.suspend(|| println!("{}", in_words(row, *rating)));
        }
    }
    bar.finish_and_clear();
    if run.is_finished() {
        println!("network: {}", dir.join("net.policy").display());
    } else {
        let (done, all) = (run.generation(), run.config().generations);
        println!("{done} of {all} generations; to continue, repeat the command");
    }
    Ok(())
}

/// The generations that went to the ladder, with their ratings.
fn climbs(run: &Run) -> Vec<(&Row, Rating)> {
    let ratings = run.ratings();
    run.history().iter().filter_map(|row| Some((row, ratings[row.contender?]))).collect()
}

fn in_words(row: &Row, Rating { elo, error }: Rating) -> String {
    let minutes = row.seconds / 60.0;
    format!(
        "generation {}, {minutes:.1} min: {elo:+.0} +/- {error:.0} Elo against the {}",
        row.generation,
        OPPONENTS.last().unwrap_or(&"")
    )
}

fn save(dir: &Path, run: &Run) -> anyhow::Result<()> {
    run.save(dir)?;
    run.player().save(&dir.join("net.policy"))?;
    let mut table = "generation,seconds,positions,policy loss,value loss,gate\n".to_owned();
    for row in run.history() {
        let Row { generation, seconds, positions, loss: [policy, value], gate, .. } = row;
        let gate = gate.map(|score| score.to_string()).unwrap_or_default();
        writeln!(table, "{generation},{seconds:.1},{positions},{policy:.4},{value:.4},{gate}")?;
    }
    write_whole(&dir.join("generations.csv"), table)?;
    let climbs = climbs(run);
    let mut table = "generation,seconds,elo,error\n".to_owned();
    for (row, Rating { elo, error }) in &climbs {
        writeln!(table, "{},{:.1},{elo:.1},{error:.1}", row.generation, row.seconds)?;
    }
    write_whole(&dir.join("elo.csv"), table)?;
    write_whole(&dir.join("elo.svg"), chart(run, &climbs).to_string())
}

/// Strength over time, between lines for the opponents.
fn chart(run: &Run, climbs: &[(&Row, Rating)]) -> Plot {
    let minutes = |row: &Row| row.seconds / 60.0;
    let last = climbs.last().map_or(1.0, |(row, _)| minutes(row));
    let plot = Plot::new("Learning from its own games", "minutes", "Elo");
    let plot = plot.line("network", climbs.iter().map(|(row, rating)| (minutes(row), rating.elo)));
    OPPONENTS
        .iter()
        .zip(run.ratings())
        .fold(plot, |plot, (name, rating)| plot.line(*name, [(0.0, rating.elo), (last, rating.elo)]))
}
