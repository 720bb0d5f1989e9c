//! `petteia lab run`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{env, fs, thread};

use anyhow::{Context, Result, ensure};
use indicatif::ProgressBar;
use lab::experiment::{EXPERIMENTS, Experiment, ExperimentError, Findings, Settings, Thinking};

use crate::cli::{interrupt, paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// Experiment to run, or `all`.
    #[arg(value_parser = named)]
    name: Name,
    /// Make everything small, to see that it works.
    #[arg(long)]
    quick: bool,
    /// Games of each match [default: 100; 2 if quick].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Time for a move, in ms.
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    move_time: u64,
    /// Nodes for a move, instead of time: the same on every machine [default: 300 if quick].
    #[arg(long, conflicts_with = "move_time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Net of Stockfish 12 for the profiles that take one [default: the built-in net].
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Folder for tables, charts and matches, which go on where they were left [default: lab in the
    /// data folder].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy)]
enum Name {
    All,
    One(&'static Experiment),
}

fn named(text: &str) -> Result<Name, String> {
    let found = if text == "all" { Some(Name::All) } else { Experiment::named(text).map(Name::One) };
    found.ok_or_else(|| {
        let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        format!("expected all or one of {}", names.join(", "))
    })
}

/// Even openings for matches, each played with both colors.
const OPENINGS: &str = include_str!("../../../../books/openings.epd");

pub fn run(args: &Args) -> Result<()> {
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => paths::data_subfolder("lab")?,
    };
    if let Some(net) = &args.net {
        ensure!(net.is_file(), "--net {}: expected a file", net.display());
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let openings: String = OPENINGS.lines().take(50).flat_map(|line| [line, "\n"]).collect();
    paths::write_whole(&folder.join("openings.epd"), openings)?;
    let interrupted = interrupt::watch()?;
    match args.name {
        Name::One(experiment) => args.run_one(experiment, &folder, &interrupted),
        Name::All => {
            EXPERIMENTS.iter().try_for_each(|experiment| args.run_one(experiment, &folder, &interrupted))
        }
    }
}

impl Args {
    fn run_one(&self, experiment: &Experiment, folder: &Path, interrupted: &AtomicBool) -> Result<()> {
        let bar = progress::spinner(experiment.name);
        let finding = self.find(experiment, folder, interrupted, &bar);
        bar.finish_and_clear();
        let findings = match finding {
            Err(ExperimentError::Interrupted) if interrupted.load(Relaxed) => {
                println!("{}: interrupted; the same command goes on", experiment.name);
                return Ok(());
            }
            found => found.with_context(|| experiment.name.to_owned())?,
        };
        self.write(experiment, &findings, folder)
    }

    fn find(
        &self,
        experiment: &Experiment,
        folder: &Path,
        interrupted: &AtomicBool,
        bar: &ProgressBar,
    ) -> Result<Findings, ExperimentError> {
        let nodes = self.nodes.or(self.quick.then_some(300));
        let by_time = || Thinking::Time(Duration::from_millis(self.move_time));
        let settings = Settings {
            quick: self.quick,
            games: self.games.map_or(if self.quick { 2 } else { 100 }, |games| games as usize),
            thinking: nodes.map_or_else(by_time, Thinking::Nodes),
            concurrency: self.concurrency.into(),
            program: env::current_exe().unwrap_or_else(|_| "petteia".into()),
            folder: folder.to_owned(),
            net: self.net.clone(),
            interrupt: interrupted,
            tell: &|text| bar.set_message(text.to_owned()),
        };
        (experiment.run)(&settings)
    }

    /// Prints the page of an experiment, and writes it with its tables and its chart.
    fn write(&self, experiment: &Experiment, findings: &Findings, folder: &Path) -> Result<()> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let circumstances = format!("{}, {cores} threads at once", env::consts::ARCH);
        let page = findings.to_markdown(experiment, &self.command(experiment), &circumstances);
        println!("{page}");
        let file = |extension: &str| folder.join(format!("{}.{extension}", experiment.name));
        paths::write_whole(&file("md"), page)?;
        let tables: Vec<String> = findings.tables.iter().map(lab::experiment::Table::to_csv).collect();
        paths::write_whole(&file("csv"), tables.join("\n"))?;
        findings.chart.as_ref().map_or(Ok(()), |chart| paths::write_whole(&file("svg"), chart))
    }

    /// What one types to see the same.
    fn command(&self, experiment: &Experiment) -> String {
        let net = self.net.as_ref().and_then(|net| net.file_name());
        let words = [
            Some(format!("petteia lab run {}", experiment.name)),
            self.quick.then(|| "--quick".to_owned()),
            self.games.map(|games| format!("--games {games}")),
            self.nodes.map(|nodes| format!("--nodes {nodes}")),
            net.map(|net| format!("--net {}", net.to_string_lossy())),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}
