//! `petteia suite`: how many problems a search solves, and suites made from games.
//!
//! Ctrl-C ends it at once: nothing is written before all positions are searched.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use gamekit::Score;
use indicatif::HumanCount;
use serde::Serialize;
use trainer::data::{Filter, draw_positions};
use trainer::parallel::with_engines;
use trainer::suite::{Problem, Rules, find};

use crate::cli::evaluator::EvaluatorArgs;
use crate::cli::{paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// Suites to solve: EPD with the best move (bm) or the moves to mate (dm).
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Node limit of each search.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Searches at the same time, one thread each.
    #[arg(long, value_name = "SEARCHES", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// List the problems that were not solved.
    #[arg(long)]
    missed: bool,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// Make FILE instead, from one position of each of these games: what a search of --nodes does
    /// not find.
    #[arg(long, value_name = "GAMES")]
    make: Option<PathBuf>,
    /// Positions to search for problems.
    #[arg(long, requires = "make", default_value_t = 3000)]
    count: usize,
    /// How many times as many nodes find the solution.
    #[arg(long, requires = "make", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=10_000))]
    factor: u64,
    /// By how many centipawns the solution is better than what the short search plays.
    #[arg(long, requires = "make", value_name = "CENTIPAWNS", default_value_t = 50)]
    margin: u16,
}

/// What a search made of a suite.
#[derive(Serialize)]
struct Outcome {
    suite: String,
    problems: usize,
    solved: usize,
    /// Geometric mean of the nodes to the solution; those not solved count with the whole limit.
    mean_nodes: u64,
    #[serde(skip)]
    missed: Vec<String>,
}

pub fn run(args: &Args) -> Result<()> {
    match &args.make {
        Some(games) => make(games, args),
        None => solve(args),
    }
}

fn solve(args: &Args) -> Result<()> {
    let mut results = Vec::new();
    for file in &args.files {
        let named = || file.display().to_string();
        let text = fs::read_to_string(file).with_context(named)?;
        let problems = Problem::read(&text).with_context(named)?;
        ensure!(!problems.is_empty(), "{}: no problem in the file", file.display());
        results.push(solve_suite(named(), problems, args)?);
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&results)?);
        return Ok(());
    }
    println!("{} nodes a position", HumanCount(args.nodes));
    println!("  solved     of  percent  mean nodes  suite");
    for result in &results {
        let Outcome { suite, problems, solved, mean_nodes, missed } = result;
        let percent = 100.0 * *solved as f64 / *problems as f64;
        let mean = HumanCount(*mean_nodes).to_string();
        println!("  {solved:>6} {problems:>6}  {percent:>7.1}  {mean:>10}  {suite}");
        for line in missed.iter().filter(|_| args.missed) {
            println!("{line}");
        }
    }
    Ok(())
}

fn solve_suite(suite: String, problems: Vec<Problem>, args: &Args) -> Result<Outcome> {
    let bar = progress::bar(0, problems.len() as u64, "problems");
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    let found = with_engines(
        problems,
        &args.evaluator.evaluator()?,
        args.concurrency.into(),
        |engine, problem| problem.solve(engine, args.nodes),
        || bar.inc(1),
    )?;
    bar.finish_and_clear();
    let logarithms = found.iter().map(|nodes| (nodes.unwrap_or(args.nodes).max(1) as f64).ln());
    let mean = logarithms.sum::<f64>() / found.len() as f64;
    let missed = lines.into_iter().zip(&found).filter(|(_, nodes)| nodes.is_none()).map(|(line, _)| line);
    Ok(Outcome {
        suite,
        problems: found.len(),
        solved: found.iter().flatten().count(),
        mean_nodes: mean.exp().round() as u64,
        missed: missed.collect(),
    })
}

fn make(games: &Path, args: &Args) -> Result<()> {
    let [out] = &args.files[..] else {
        anyhow::bail!("--make: {} files; expected the one to make", args.files.len())
    };
    ensure!(!out.exists(), "{}: the file exists already", out.display());
    let undecided =
        Filter { no_checks: false, no_tactics: false, largest_score: LARGEST_SCORE, ..Filter::default() };
    let positions =
        draw_positions(games, &undecided, args.count).with_context(|| games.display().to_string())?;
    let rules = Rules {
        nodes: args.nodes,
        factor: args.factor,
        margin: Score::cp(args.margin.into()),
        longest_mate: LONGEST_MATE,
    };
    let bar = progress::bar(0, positions.len() as u64, "positions");
    let problems = with_engines(
        positions,
        &args.evaluator.evaluator()?,
        args.concurrency.into(),
        |engine, position| find(engine, &position, &rules),
        || bar.inc(1),
    )?;
    bar.finish_and_clear();
    let lines: Vec<String> = problems.iter().flatten().map(|problem| format!("{problem}\n")).collect();
    paths::write_whole(out, lines.concat())?;
    let (found, searched) = (HumanCount(lines.len() as u64), HumanCount(problems.len() as u64));
    println!("{}: {found} problems in {searched} positions", out.display());
    Ok(())
}

/// Positions with larger scores are decided: nothing need be found there.
const LARGEST_SCORE: i32 = 500;
/// The longest mate of a suite, in moves.
const LONGEST_MATE: u32 = 15;
