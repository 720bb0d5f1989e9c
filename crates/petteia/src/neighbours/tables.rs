//! `petteia neighbours tables`: positions with few pieces, solved.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use neighbours::tables::{Longest, Material, Progress, Summary, Tables, build};

use super::options::TABLES_FOLDER;
use crate::cli::paths::data_subfolder;
use crate::cli::{interrupt, progress};

/// Make endgame tables: every position with few pieces, solved.
///
/// What the folder holds already is not made again.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Most pieces of both sides together
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=Tables::MOST_PIECES as i64))]
    pieces: u8,
    /// Folder of the tables [default: neighbours-tables in the data folder]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Derive every value again from those of its successors
    #[arg(long)]
    check: bool,
}

pub fn run(args: &TablesArgs) -> anyhow::Result<()> {
    let interrupted = interrupt::watch()?;
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => data_subfolder(TABLES_FOLDER)?,
    };
    let threads =
        args.threads.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), usize::from);
    let bar = progress::bar(0, 1, "plies");
    let started = Instant::now();
    let tables = build(&folder, args.pieces.into(), threads, &interrupted, |step| show(&bar, step))?;
    bar.finish_and_clear();
    let Some(tables) = tables else {
        println!("not all tables are made; to continue, repeat the command");
        return Ok(());
    };
    let materials: Vec<Material> =
        tables.materials().filter(|material| material.pieces() <= args.pieces.into()).collect();
    println!("{}", heading());
    for summary in materials.iter().filter_map(|&material| tables.summary(material)) {
        println!("{}", row(&summary));
    }
    println!("{} in {:.1} s", folder.display(), started.elapsed().as_secs_f64());
    if args.check {
        check(&tables, &materials, threads, &interrupted)?;
    }
    Ok(())
}

/// Shows how far a table is; longer ends may be found on the way.
fn show(bar: &ProgressBar, Progress { material, plies, longest }: Progress) {
    bar.set_message(material.to_string());
    bar.set_length(u64::from(longest) + 1);
    bar.set_position(plies.map_or(0, |plies| u64::from(plies) + 1));
}

fn heading() -> String {
    let [positions, wins, draws, losses] = ["positions", "wins", "draws", "losses"];
    format!("table  {positions:>11} {wins:>11} {draws:>11} {losses:>11}  longest win, in plies")
}

fn row(summary: &Summary) -> String {
    let Summary { material, wins, draws, losses, longest_win, .. } = summary;
    let longest = longest_win
        .as_ref()
        .map_or_else(String::new, |Longest { plies, position }| format!("{plies:>3}  {position}"));
    format!("{material:<6} {:>11} {wins:>11} {draws:>11} {losses:>11}  {longest}", summary.positions())
}

fn check(
    tables: &Tables,
    materials: &[Material],
    threads: usize,
    interrupted: &AtomicBool,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let bar = progress::bar(0, materials.len() as u64, "tables");
    for &material in materials {
        bar.set_message(material.to_string());
        tables.check(material, threads, interrupted)?;
        if interrupted.load(Relaxed) {
            bar.finish_and_clear();
            println!("not all tables were checked");
            return Ok(());
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("every value follows from its successors ({:.1} s)", started.elapsed().as_secs_f64());
    Ok(())
}
