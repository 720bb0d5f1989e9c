//! `petteia neighbours learn`: a learning run in a folder of its own.
//!
//! | file | content |
//! | --- | --- |
//! | `run.json` | the whole state of the run, to continue from |
//! | `weights.txt` | the weights so far |
//! | `weights.csv` | the weights after each thousand moves |
//! | `changes.csv` | the sum of their absolute changes per thousand moves |
//! | `weights.svg`, `changes.svg` | both as charts |

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ::plot::Plot;
use anyhow::Context;
use clap::{Args, ValueEnum};
use neighbours::features::FeatureSet;
use neighbours::learn::{Config, Method, Opponent, Row, Run, Target};

use super::plot;
use crate::cli::paths::{continues, write_whole};
use crate::cli::{interrupt, progress};

/// Learn weights by self-play.
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// Folder of the run; an existing run is continued with its own settings
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Fail if the folder holds a run, instead of continuing it
    #[arg(long)]
    fresh: bool,
    /// Old spelling: fail if there is no run to continue
    #[arg(long, hide = true, conflicts_with = "fresh")]
    resume: bool,
    /// Learning method
    #[arg(long, value_enum, default_value_t = MethodArg::Lstd)]
    method: MethodArg,
    /// Feature set: basic, 1, 2 or 3
    #[arg(long, default_value_t = Config::default().set)]
    set: FeatureSet,
    /// Number of games
    #[arg(long, default_value_t = Config::default().games)]
    games: u32,
    /// Search depth of both sides, in plies
    #[arg(long, default_value_t = Config::default().depth)]
    depth: u8,
    /// Random seed
    #[arg(long, default_value_t = Config::default().seed)]
    seed: u64,
    /// Which position a position's value should agree with
    #[arg(long, value_enum, default_value_t = TargetArg::Best)]
    target: TargetArg,
    /// Discount factor per move
    #[arg(long, default_value_t = Config::default().gamma)]
    gamma: f64,
    /// TD: learning rate
    #[arg(long, default_value_t = Config::default().alpha)]
    alpha: f64,
    /// LSTD: share of the old statistics kept after a thousand moves
    #[arg(long, default_value_t = Config::default().mu)]
    mu: f64,
    /// LSTD: ridge term, added to the diagonal
    #[arg(long, default_value_t = Config::default().ridge)]
    ridge: f64,
    /// Initial probability of a random move by the opponent
    #[arg(long, default_value_t = Config::default().randomness)]
    randomness: f64,
    /// Games per update of the weights
    #[arg(long, default_value_t = Config::default().batch)]
    batch: u32,
    /// Play with new weights as soon as there are any, in the middle of a game
    #[arg(long)]
    online: bool,
    /// Whom the learner plays
    #[arg(long, value_enum, default_value_t = OpponentArg::Copy)]
    opponent: OpponentArg,
    /// Games played at the same time; the result does not depend on it
    #[arg(long, alias = "threads", value_name = "GAMES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
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

#[derive(ValueEnum, Clone, Copy, Debug)]
enum OpponentArg {
    /// A frozen copy of itself, renewed when it has lost to it
    Copy,
    /// An agent to which only pieces count
    Weak,
    /// The agent with the built-in weights
    Strong,
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
            online: self.online,
            opponent: match self.opponent {
                OpponentArg::Copy => Opponent::Copy,
                OpponentArg::Weak => Opponent::Weak,
                OpponentArg::Strong => Opponent::Strong,
            },
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
    let interrupted = interrupt::watch()?;
    let exists = continues(&state_file(dir), args.fresh)?;
    let mut run = if exists || args.resume { load(dir)? } else { Run::new(args.config())? };
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let bar = progress::bar(run.games().into(), run.config().games.into(), "games");
    let mut saved = Instant::now();
    while !run.is_finished() && !interrupted.load(Relaxed) {
        run.step(args.concurrency as usize);
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
        let (done, games) = (run.games(), run.config().games);
        println!("{done} of {games} games; to continue, repeat the command");
    }
    Ok(())
}

/// Runs a learning run to its end, or until `stop` is set; one that the folder holds is continued.
pub fn complete(dir: &Path, config: Config, concurrency: usize, stop: &AtomicBool) -> anyhow::Result<Run> {
    let mut run = if state_file(dir).exists() { load(dir)? } else { Run::new(config)? };
    if run.is_finished() {
        return Ok(run);
    }
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    while !run.is_finished() && !stop.load(Relaxed) {
        run.step(concurrency);
    }
    save(dir, &run)?;
    Ok(run)
}

fn state_file(dir: &Path) -> PathBuf {
    dir.join("run.json")
}

/// Reads the run of a folder.
pub fn load(dir: &Path) -> anyhow::Result<Run> {
    let file = state_file(dir);
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not the state of a run", file.display()))
}

fn save(dir: &Path, run: &Run) -> anyhow::Result<()> {
    write_whole(&state_file(dir), serde_json::to_string(run)?)?;
    write_whole(&dir.join("weights.txt"), run.weights().to_string())?;
    let names: Vec<_> = run.config().set.names().collect();
    let weights = |row: &Row| row.weights.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    write_whole(&dir.join("weights.csv"), table(run, &names.join(","), weights))?;
    write_whole(&dir.join("changes.csv"), table(run, "change", |row| row.change.to_string()))?;
    write_whole(&dir.join("weights.svg"), weights_chart(run).to_string())?;
    let title = format!("Change of the weights ({})", plot::name_of(run));
    let changes = plot::changes_chart(title, [("L1 change", run)]);
    write_whole(&dir.join("changes.svg"), changes.to_string())
}

/// A CSV table of the run's history, with these columns after moves and games.
fn table(run: &Run, columns: &str, cells: impl Fn(&Row) -> String) -> String {
    let rows = run.history().iter().map(|row| format!("{},{},{}\n", row.moves, row.games, cells(row)));
    format!("moves,games,{columns}\n{}", rows.collect::<String>())
}

fn weights_chart(run: &Run) -> Plot {
    let plot = Plot::new(format!("Weights ({})", plot::name_of(run)), "moves", "weight").trimmed();
    run.config().set.names().enumerate().fold(plot, |plot, (index, name)| {
        plot.line(name, run.history().iter().map(|row| (row.moves as f64, row.weights[index])))
    })
}
