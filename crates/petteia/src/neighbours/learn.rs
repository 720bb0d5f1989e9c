//! `learn`: a learning run in a directory of its own.
//!
//! | file | content |
//! | --- | --- |
//! | `run.json` | the whole state of the run, to go on with it |
//! | `weights.txt` | the weights so far |
//! | `weights.csv` | the weights after each thousand moves |
//! | `changes.csv` | the sum of their absolute changes in each thousand moves |
//! | `weights.svg`, `changes.svg` | both as charts |

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use ::plot::Plot;
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use neighbours::features::FeatureSet;
use neighbours::learn::{Config, Method, Run, Target};

use super::options::{games_bar, interrupted, write_whole};
use super::plot;

/// Learn weights by self-play.
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// The directory of the run
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on with the run in the directory; its own settings apply
    #[arg(long)]
    resume: bool,
    /// How weights follow from games
    #[arg(long, value_enum, default_value_t = MethodArg::Lstd)]
    method: MethodArg,
    /// The feature set: 1, 2 or 3
    #[arg(long, default_value_t = Config::default().set)]
    set: FeatureSet,
    /// Games to play
    #[arg(long, default_value_t = Config::default().games)]
    games: u32,
    /// Plies both sides look ahead
    #[arg(long, default_value_t = Config::default().depth)]
    depth: u8,
    /// The start of all chance
    #[arg(long, default_value_t = Config::default().seed)]
    seed: u64,
    /// Which position a position's value should agree with
    #[arg(long, value_enum, default_value_t = TargetArg::Best)]
    target: TargetArg,
    /// What a reward is worth one move later
    #[arg(long, default_value_t = Config::default().gamma)]
    gamma: f64,
    /// TD: how far a move pulls the weights
    #[arg(long, default_value_t = Config::default().alpha)]
    alpha: f64,
    /// LSTD: what remains of the old games after a thousand moves
    #[arg(long, default_value_t = Config::default().mu)]
    mu: f64,
    /// LSTD: added to the diagonal of the equations
    #[arg(long, default_value_t = Config::default().ridge)]
    ridge: f64,
    /// The probability of the opponent's random moves at the beginning
    #[arg(long, default_value_t = Config::default().randomness)]
    randomness: f64,
    /// Games that are played with the same weights
    #[arg(long, default_value_t = Config::default().batch)]
    batch: u32,
    /// Games at a time; changes nothing but the time it takes
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum MethodArg {
    /// Temporal differences
    Td,
    /// Least-squares temporal differences
    Lstd,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum TargetArg {
    /// The one after the best reply, as the learner sees it
    Best,
    /// The one after the reply that was played
    Actual,
}

impl LearnArgs {
    fn config(&self) -> Config {
        Config {
            method: match self.method {
                MethodArg::Td => Method::Td,
                MethodArg::Lstd => Method::Lstd,
            },
            set: self.set,
            games: self.games,
            batch: self.batch,
            seed: self.seed,
            depth: self.depth,
            target: match self.target {
                TargetArg::Best => Target::BestReply,
                TargetArg::Actual => Target::ActualReply,
            },
            gamma: self.gamma,
            alpha: self.alpha,
            mu: self.mu,
            ridge: self.ridge,
            randomness: self.randomness,
        }
    }
}

pub fn run(args: &LearnArgs) -> anyhow::Result<()> {
    const SAVE_PERIOD: Duration = Duration::from_secs(10);
    let dir = &args.out;
    let mut run = if args.resume {
        load(dir)?
    } else {
        let taken = state_file(dir).exists();
        ensure!(!taken, "{} holds a run already; --resume goes on with it", dir.display());
        Run::new(args.config())?
    };
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let stop = interrupted()?;
    let bar = games_bar(run.config().games, run.games());
    let mut saved = Instant::now();
    while !run.is_finished() && !stop.load(Relaxed) {
        run.step(args.threads as usize);
        bar.set_position(u64::from(run.games()));
        let change = run.history().last().map_or(0.0, |row| row.change);
        let tests = run.tests();
        bar.set_message(format!("tests won {} of {}, change {change:.4}", tests.won, tests.played));
        if saved.elapsed() >= SAVE_PERIOD {
            save(dir, &run)?;
            saved = Instant::now();
        }
    }
    save(dir, &run)?;
    bar.finish_and_clear();
    if run.is_finished() {
        println!("{} games, {} moves: learner {}", run.games(), run.moves(), run.score().in_words());
        println!("tests won: {} of {}", run.tests().won, run.tests().played);
        println!("weights: {}", dir.join("weights.txt").display());
    } else {
        let out = dir.display();
        eprintln!(
            "stopped after {} games; to go on: petteia neighbours learn --out {out} --resume",
            run.games()
        );
    }
    Ok(())
}

fn state_file(dir: &Path) -> PathBuf {
    dir.join("run.json")
}

/// The run in a directory.
pub fn load(dir: &Path) -> anyhow::Result<Run> {
    let file = state_file(dir);
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not the state of a run", file.display()))
}

fn save(dir: &Path, run: &Run) -> anyhow::Result<()> {
    write_whole(&state_file(dir), &serde_json::to_string(run)?)?;
    write_whole(&dir.join("weights.txt"), &run.weights().to_string())?;
    write_whole(&dir.join("weights.csv"), &weights_table(run)?)?;
    write_whole(&dir.join("changes.csv"), &changes_table(run)?)?;
    write_whole(&dir.join("weights.svg"), &weights_chart(run).to_string())?;
    let title = format!("Change of the weights ({})", plot::name_of(run));
    let changes = plot::changes_chart(title, [("L1 change", run)]);
    write_whole(&dir.join("changes.svg"), &changes.to_string())
}

fn weights_table(run: &Run) -> Result<String, std::fmt::Error> {
    let mut table = String::from("moves,games");
    for name in run.config().set.names() {
        write!(table, ",{name}")?;
    }
    table.push('\n');
    for row in run.history() {
        write!(table, "{},{}", row.moves, row.games)?;
        for weight in &row.weights {
            write!(table, ",{weight}")?;
        }
        table.push('\n');
    }
    Ok(table)
}

fn changes_table(run: &Run) -> Result<String, std::fmt::Error> {
    let mut table = String::from("moves,games,change\n");
    for row in run.history() {
        writeln!(table, "{},{},{}", row.moves, row.games, row.change)?;
    }
    Ok(table)
}

fn weights_chart(run: &Run) -> Plot {
    let plot = Plot::new(format!("Weights ({})", plot::name_of(run)), "moves", "weight").trimmed();
    run.config().set.names().enumerate().fold(plot, |plot, (index, name)| {
        plot.line(name, run.history().iter().map(|row| (row.moves as f64, row.weights[index])))
    })
}
