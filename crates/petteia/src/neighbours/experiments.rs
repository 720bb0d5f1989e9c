//! `petteia neighbours experiments`: the experiments of the thesis, repeated.
//!
//! | in the folder | |
//! | --- | --- |
//! | `search.md` | the nodes that each way of searching needs |
//! | `agent thesis.txt` | the games of the agent against the search of the thesis |
//! | `randomness.svg` | how chance fades over a run |
//! | `best/lstd-1/7` | the run of a target, a learner and a seed, with its plots |
//! | `best/changes.svg` | how much the weights of the learners change, with the first seed |
//! | `best/lstd-1 td-1 7.txt` | the games of a pairing |
//! | `summary.md` | the tables of all |

mod mean;
mod search;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;
use clap::Args;
use gamekit::Tally;
use indicatif::ProgressBar;
use neighbours::features::FeatureSet;
use neighbours::learn::{Config, Method, Opponent, Run, Target};
use neighbours::matches::Match;
use neighbours::player::Agent;
use neighbours::search::{Limits, Searcher};
use neighbours::{Player, Weights};

use self::mean::Mean;
use super::{learn, plot};
use crate::cli::paths::write_whole;
use crate::cli::{interrupt, progress};

/// Repeat the experiments of the thesis, those of learning with several seeds.
///
/// The same command goes on where it was stopped.
#[derive(Args, Debug)]
pub struct ExperimentsArgs {
    /// Folder of the runs, games and tables
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of seeds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: u64,
    /// Games of each run
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Games of each match
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    match_games: u32,
    /// Search depth in matches, in plies
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=20))]
    match_depth: u8,
    /// Games of the agent against the search of the thesis
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    thesis_games: u32,
    /// Time of a move in these games, in ms
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    thesis_time: u64,
    /// Greatest depth at which nodes are counted
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(4..=12))]
    search_depth: u8,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

const TARGETS: [(&str, Target); 2] = [("best", Target::BestReply), ("actual", Target::ActualReply)];

/// A way of learning, by its name.
type Learner = (&'static str, fn(Config) -> Config);

const LEARNERS: [Learner; 10] = [
    ("td-basic", |config| Config { method: Method::Td, set: FeatureSet::Basic, ..config }),
    ("lstd-basic", |config| Config { set: FeatureSet::Basic, ..config }),
    ("td-1", |config| Config { method: Method::Td, ..config }),
    ("lstd-1", |config| config),
    ("lstd-2", |config| Config { set: FeatureSet::Two, ..config }),
    ("lstd-3", |config| Config { set: FeatureSet::Three, ..config }),
    ("td-1-online", |config| Config { method: Method::Td, online: true, ..config }),
    ("lstd-1-weak", |config| Config { opponent: Opponent::Weak, ..config }),
    ("lstd-1-strong", |config| Config { opponent: Opponent::Strong, ..config }),
    ("lstd-1-no-chance", |config| Config { randomness: 0.0, ..config }),
];

/// Two learners that play each other, and the result of the thesis: wins, losses, draws of the first.
const PAIRINGS: [(&str, &str, &str); 9] = [
    ("lstd-basic", "td-basic", "60-30-10"),
    ("lstd-1", "td-1", "60-30-10"),
    ("lstd-1", "lstd-2", "44-49-7"),
    ("lstd-1", "lstd-3", "48-41-11"),
    ("lstd-2", "lstd-3", "46-43-11"),
    ("td-1-online", "td-1", ""),
    ("lstd-1-weak", "lstd-1", ""),
    ("lstd-1-strong", "lstd-1", ""),
    ("lstd-1-no-chance", "lstd-1", ""),
];

pub fn run(args: &ExperimentsArgs) -> anyhow::Result<()> {
    let stop = interrupt::watch()?;
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make {}", args.out.display()))?;
    let steps = search::STEPS + TARGETS.len() as u64 * (LEARNERS.len() + PAIRINGS.len()) as u64 * args.seeds;
    let bar = progress::bar(0, steps, "runs and matches");
    let mut summary = format!(
        "{} seeds, {} games each, matches of {} games at depth {}; mean and 95 % interval of the mean.\n",
        args.seeds, args.games, args.match_games, args.match_depth
    );
    let unfinished = || {
        bar.finish_and_clear();
        println!("not everything is done; to continue, repeat the command");
    };
    let Some(searches) = search::table(args, &stop, &bar)? else {
        unfinished();
        return Ok(());
    };
    summary.extend(["\n## Search\n\n", &searches]);
    for (name, target) in TARGETS {
        let lab = Lab { args, folder: args.out.join(name), target, stop: &stop, bar: &bar };
        let (Some(runs), Some(matches)) = (lab.runs()?, lab.matches()?) else {
            unfinished();
            return Ok(());
        };
        summary.extend(["\n## Target: ", name, " reply\n\n", &runs, "\n", &matches]);
    }
    bar.finish_and_clear();
    print!("{summary}");
    write_whole(&args.out.join("summary.md"), summary)
}

/// The experiments with one target.
struct Lab<'a> {
    args: &'a ExperimentsArgs,
    folder: PathBuf,
    target: Target,
    stop: &'a AtomicBool,
    bar: &'a ProgressBar,
}

impl Lab<'_> {
    fn run_folder(&self, learner: &str, seed: u64) -> PathBuf {
        self.folder.join(learner).join(seed.to_string())
    }

    /// Learns, and returns a table of the tests; nothing when stopped.
    fn runs(&self) -> anyhow::Result<Option<String>> {
        let mut first_seeds = Vec::new();
        let mut rows = vec![
            "| learner | tests won | of | weight of own pieces | change at the end |\n\
            | --- | --- | --- | --- | --- |\n"
                .to_owned(),
        ];
        for (name, change) in LEARNERS {
            let mut runs = Vec::new();
            for seed in 1..=self.args.seeds {
                let config =
                    Config { games: self.args.games, target: self.target, seed, ..Config::default() };
                self.bar.set_message(format!("{name} {seed}"));
                let folder = self.run_folder(name, seed);
                let run = learn::complete(&folder, change(config), self.args.concurrency.into(), self.stop)?;
                if !run.is_finished() {
                    return Ok(None);
                }
                runs.push(run);
                self.bar.inc(1);
            }
            let mean = |value: fn(&Run) -> f64| Mean::of(runs.iter().map(value));
            let won = mean(|run| f64::from(run.tests().won));
            let pieces = mean(|run| run.weights().values()[0]);
            let change = mean(|run| run.history().last().map_or(0.0, |row| row.change));
            let tests = runs.first().map_or(0, |run| run.tests().played);
            rows.push(format!("| {name} | {won:.1} | {tests} | {pieces:.2} | {change:.3} |\n"));
            first_seeds.extend(runs.into_iter().next().map(|run| (name, run)));
        }
        let lines = first_seeds.iter().map(|(name, run)| (*name, run));
        let chart = plot::changes_chart("Change of the weights per thousand moves".to_owned(), lines);
        write_whole(&self.folder.join("changes.svg"), chart.to_string())?;
        Ok(Some(rows.concat()))
    }

    /// Plays the pairings, and returns a table of their results; nothing when stopped.
    fn matches(&self) -> anyhow::Result<Option<String>> {
        let mut rows = vec![
            "| first - second | wins | losses | draws | the thesis |\n\
            | --- | --- | --- | --- | --- |\n"
                .to_owned(),
        ];
        for (first, second, original) in PAIRINGS {
            let mut results = Vec::new();
            for seed in 1..=self.args.seeds {
                self.bar.set_message(format!("{first} - {second} {seed}"));
                let result = self.play(first, second, seed)?;
                if self.stop.load(Relaxed) {
                    return Ok(None);
                }
                results.push(result);
                self.bar.inc(1);
            }
            let mean = |value: fn(&Tally) -> u64| Mean::of(results.iter().map(|tally| value(tally) as f64));
            let [wins, losses, draws] =
                [mean(|tally| tally.wins), mean(|tally| tally.losses), mean(|tally| tally.draws)];
            rows.push(format!(
                "| {first} - {second} | {wins:.0} | {losses:.0} | {draws:.0} | {original} |\n"
            ));
        }
        Ok(Some(rows.concat()))
    }

    fn play(&self, first: &str, second: &str, seed: u64) -> anyhow::Result<Tally> {
        let weights = [first, second].map(|name| learn::load(&self.run_folder(name, seed)));
        let [one, other] = weights;
        let weights = [one?.weights(), other?.weights()];
        let player = |weights: &Weights, name: &str| -> anyhow::Result<Box<dyn Player>> {
            let searcher = Searcher::new(weights, 100_000, 1)?;
            Ok(Box::new(Agent::new(name, searcher, Limits::depth(self.args.match_depth))))
        };
        let pair = |_| Ok([player(&weights[0], first)?, player(&weights[1], second)?]);
        let pairs = (0..self.args.concurrency).map(pair).collect::<anyhow::Result<Vec<_>>>()?;
        let file = self.folder.join(format!("{first} {second} {seed}.txt"));
        let mut games = Match::new(self.args.match_games, seed, 6).saved_to(Path::new(&file))?;
        games.run(pairs, self.stop, |_, _, _| ())?;
        Ok(games.tally())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_is_of_known_learners() {
        for (first, second, _) in PAIRINGS {
            for name in [first, second] {
                assert!(LEARNERS.iter().any(|(learner, _)| *learner == name), "{name}");
            }
        }
    }
}
