//! `petteia spsa`: tunes the parameters of the search by self-play (SPSA).

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arena::adjudicate::{Adjudication, DrawRule, ResignRule};
use arena::clock::TimeControl;
use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::openings::{OpeningSource, Order};
use arena::spsa::{Parameter, Spsa};
use engine::tunables;
use gamekit::Tally;

use crate::cli::{interrupt, paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// File of the run; an existing run is continued.
    run: PathBuf,
    /// Fail if the file exists, instead of continuing the run.
    #[arg(long)]
    fresh: bool,
    /// Opening file: positions (EPD or FEN), PGN (.pgn) or Polyglot book (.bin).
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Node limit per move.
    #[arg(long, required_unless_present = "tc")]
    nodes: Option<u64>,
    /// Time control in seconds: [MOVES/]TIME[+INCREMENT].
    #[arg(long, conflicts_with = "nodes")]
    tc: Option<TimeControl>,
    /// Games per iteration, in pairs with colors reversed.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(2..))]
    games: u16,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Iterations of a new run.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Final learning rate of a new run, in steps per net win.
    #[arg(long, default_value_t = 0.005)]
    rate: f64,
    /// Perturbation of a new run, as a multiple of each parameter's step.
    #[arg(long, default_value_t = 1.0)]
    width: f64,
    /// Parameters to tune in a new run [default: all].
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Random seed of a new run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<()> {
    ensure!(
        tunables::CAN_CHANGE,
        "this build's parameters are fixed; expected one made with `cargo build --release --features engine/tune`"
    );
    let mut tuning = if paths::continues(&args.run, args.fresh)? { read(&args.run)? } else { args.begin()? };
    let interrupted = interrupt::watch()?;
    let bar = progress::bar(tuning.iteration.into(), tuning.iterations.into(), "iterations");
    let mut tally = Tally::default();
    tuning.run(&args.rules()?, &interrupted, |tuning, games| {
        tuning.write(&args.run)?;
        tally += games;
        bar.inc(1);
        bar.set_message(format!("+{} -{}", tally.wins, tally.losses));
        Ok(())
    })?;
    bar.finish_and_clear();
    print_table(&tuning);
    if !tuning.is_over() {
        let Spsa { iteration, iterations, .. } = tuning;
        println!("\n{iteration} of {iterations} iterations; to continue, repeat the command");
    }
    Ok(())
}

impl Args {
    /// A new run, from the current values.
    fn begin(&self) -> Result<Spsa> {
        ensure!(self.rate > 0.0 && self.width > 0.0, "expected a --rate and a --width above zero");
        if let Some(name) =
            self.only.iter().find(|&name| tunables::ALL.iter().all(|known| known.name != name))
        {
            let names: Vec<&str> = tunables::ALL.iter().map(|tunable| tunable.name).collect();
            bail!("no parameter is named {name:?}; expected some of {}", names.join(", "));
        }
        let parameters = tunables::ALL
            .iter()
            .filter(|tunable| match &self.only[..] {
                [] => !tunable.by_name,
                only => only.iter().any(|name| name == tunable.name),
            })
            .map(|tunable| Parameter {
                name: tunable.name.to_owned(),
                start: tunable.default,
                value: tunable.default.into(),
                min: tunable.min,
                max: tunable.max,
                step: self.width * f64::from(tunable.step),
            });
        Ok(Spsa {
            iteration: 0,
            iterations: self.iterations,
            rate: self.rate,
            seed: self.seed,
            parameters: parameters.collect(),
        })
    }

    /// The games of each iteration.
    fn rules(&self) -> Result<MatchConfig> {
        let this_program = std::env::current_exe().context("cannot find this program")?;
        let engine = EngineSpec { cmd: this_program.display().to_string(), ..EngineSpec::default() };
        Ok(MatchConfig {
            games: self.games.into(),
            concurrency: self.concurrency.into(),
            tc: self.tc,
            nodes: self.nodes,
            openings: Some(OpeningSource {
                file: self.openings.clone(),
                order: Order::Random,
                seed: self.seed,
                plies: None,
            }),
            adjudication: Adjudication {
                draw: Some(DrawRule::default()),
                resign: Some(ResignRule { movecount: 3, score: 600 }),
                ..Adjudication::default()
            },
            engines: vec![engine],
            ..MatchConfig::default()
        })
    }
}

fn read(path: &Path) -> Result<Spsa> {
    let tuning = Spsa::read(path)?;
    for parameter in &tuning.parameters {
        let is_known = tunables::ALL.iter().any(|tunable| tunable.name == parameter.name);
        ensure!(is_known, "{}: this build has no parameter named {:?}", path.display(), parameter.name);
    }
    Ok(tuning)
}

fn print_table(tuning: &Spsa) {
    println!("{:30} {:>7} {:>7} {:>6}", "parameter", "before", "now", "steps");
    for parameter in &tuning.parameters {
        let moved = (parameter.value - f64::from(parameter.start)) / parameter.step;
        println!("{:30} {:>7} {:>7.0} {moved:>+6.1}", parameter.name, parameter.start, parameter.value);
    }
}
