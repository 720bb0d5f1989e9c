//! `petteia quality`: the error of nets against the scores of long searches.
//!
//! Ctrl-C ends it at once: nothing is written before all positions are searched, since figures are
//! comparable only on the same positions.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::eval::Evaluator;
use indicatif::HumanCount;
use nnue::Net;
use trainer::data::{Filter, draw_positions};
use trainer::quality::{GROUPS, Quality, Truth, study};

use crate::cli::evaluator::open_net;
use crate::cli::{paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// Nets to rank [default: the built-in one].
    #[arg(value_name = "NET", conflicts_with = "make")]
    nets: Vec<PathBuf>,
    /// File of quiet positions with the scores of long searches (EPD, opcode ce).
    #[arg(long, value_name = "FILE", default_value = "nets/quality.epd")]
    positions: PathBuf,
    /// Search each position to this depth, instead of evaluating it.
    #[arg(long, group = "searching", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Make that file: search one position of each of these games.
    #[arg(long, value_name = "GAMES", group = "searching")]
    make: Option<PathBuf>,
    /// Positions to search; about a third are tactical or decided, and left out.
    #[arg(long, requires = "make", default_value_t = 7500)]
    count: usize,
    /// Node limit of each search.
    #[arg(long, requires = "make", default_value_t = 100_000)]
    nodes: u64,
    /// Net to search with instead of the built-in one.
    #[arg(long, value_name = "FILE", requires = "make")]
    net: Option<PathBuf>,
    /// Searches at the same time, one thread each.
    #[arg(long, alias = "threads", value_name = "SEARCHES", requires = "searching", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

pub fn run(args: &Args) -> Result<()> {
    match &args.make {
        Some(games) => make(games, args),
        None => rank(args),
    }
}

fn rank(args: &Args) -> Result<()> {
    let named = || args.positions.display().to_string();
    let text = fs::read_to_string(&args.positions).with_context(named)?;
    let truths = Truth::read(&text).with_context(named)?;
    let mut nets: Vec<(String, Net)> = Vec::new();
    for path in &args.nets {
        let name = path.display().to_string();
        let net = Net::open(path).with_context(|| name.clone())?;
        nets.push((name, net));
    }
    if nets.is_empty() {
        nets.push(("built in".to_owned(), Net::embedded().context("no net is built in")?));
    }
    let groups = GROUPS.map(|group| format!("{:>12}", format!("{}-{}", group.start(), group.end())));
    println!(
        "{} positions{}; error by number of pieces, each at its best factor",
        HumanCount(truths.len() as u64),
        args.depth.map(|depth| format!(" searched to depth {depth}")).unwrap_or_default(),
    );
    println!("   error{}  size  net", groups.join(""));
    for (name, net) in nets {
        let Quality { error, groups, size } = match args.depth {
            Some(depth) => {
                let bar = progress::bar(0, truths.len() as u64, "positions");
                let evaluator = Evaluator::Nnue(net.into());
                let threads = args.concurrency.into();
                let quality = Quality::searched(&evaluator, &truths, depth, threads, || bar.inc(1))?;
                bar.finish_and_clear();
                quality
            }
            None => Quality::of(&net, &truths),
        };
        let groups = groups.map(|group| format!("  {:.4} x{:.1}", group.error, group.factor)).join("");
        println!("  {error:.4}{groups}  {size:>4.0}  {name}");
    }
    Ok(())
}

fn make(games: &Path, args: &Args) -> Result<()> {
    let out = args.positions.display();
    ensure!(!args.positions.exists(), "--positions {out}: the file exists already");
    let net = open_net(args.net.as_deref())?;
    let evaluator = net.map_or(Evaluator::Classical, |net| Evaluator::Nnue(net.into()));
    let positions =
        draw_positions(games, &Filter::default(), args.count).with_context(|| games.display().to_string())?;
    let bar = progress::bar(0, positions.len() as u64, "positions");
    let truths = study(positions, &evaluator, args.nodes, args.concurrency.into(), || bar.inc(1))?;
    bar.finish_and_clear();
    let text: String = truths.iter().map(|truth| truth.to_epd() + "\n").collect();
    paths::write_whole(&args.positions, text)?;
    println!("{out}: {} positions, {} nodes each", HumanCount(truths.len() as u64), HumanCount(args.nodes));
    Ok(())
}
