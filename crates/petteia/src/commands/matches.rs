//! `petteia match`: engines play each other.

mod progress;
mod settings;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use arena::adjudicate::{DrawRule, ResignRule};
use arena::clock::TimeControl;
use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::ledger::Ledger;
use arena::openings::{OpeningSource, Order};
use arena::report;
use arena::schedule::Format;
use arena::sprt::{Model, Sprt};
use arena::tournament::{Ending, Tournament};
use progress::Progress;
use settings::{EngineArgs, Settings};

/// What cannot change when a match goes on.
const FIXED: [&str; 18] = [
    "config", "engine", "each", "results", "pgn", "tc", "movetime", "depth", "nodes", "margin", "gauntlet",
    "chess960", "openings", "sprt", "draw", "resign", "maxmoves", "syzygy",
];

/// Each engine and rule is a list of settings: `--engine cmd=self name=new option.Hash=16`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    engines: EngineArgs,
    /// Read the match from a TOML file; what is given here too counts more.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Go on with a match; only --games and --concurrency can be changed.
    #[arg(long, value_name = "FILE", conflicts_with_all = FIXED)]
    resume: Option<PathBuf>,
    /// The file to keep the results in, a new database [default: one in data/matches].
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Write the games to a new PGN file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The time control, in seconds: [MOVES/]TIME[+INCREMENT].
    #[arg(long)]
    tc: Option<TimeControl>,
    /// Milliseconds per move.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// The depth of each search.
    #[arg(long)]
    depth: Option<u32>,
    /// The nodes of each search.
    #[arg(long)]
    nodes: Option<u64>,
    /// Milliseconds that an answer may come late.
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// Games between each two engines, rounded up to pairs with colors reversed [default: 100].
    #[arg(long)]
    games: Option<usize>,
    /// Games at the same time [default: 1].
    #[arg(long)]
    concurrency: Option<usize>,
    /// The first engine plays all others, instead of everybody everybody.
    #[arg(long)]
    gauntlet: bool,
    /// Play Chess960.
    #[arg(long)]
    chess960: bool,
    /// Where games start: positions, one per line (EPD or FEN), a PGN (.pgn) or a Polyglot book (.bin).
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Half-moves to take from a PGN's games [default: all] or a book's lines [default: 16].
    #[arg(long, requires = "openings")]
    plies: Option<usize>,
    /// Use the openings in the order of their file instead of shuffled.
    #[arg(long, requires = "openings")]
    sequential: bool,
    /// Shuffle the openings by this number.
    #[arg(long, requires = "openings")]
    seed: Option<u64>,
    /// Stop when decided: elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic].
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Call draws: movenumber=40 movecount=8 score=10.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Call wins that both sides see: movecount=3 score=500.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// Call a draw after so many moves of each side.
    #[arg(long, value_name = "MOVES")]
    maxmoves: Option<u32>,
    /// End games that the Syzygy tables in this folder know.
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,
    /// Print all results after so many games.
    #[arg(long, value_name = "GAMES", default_value_t = 20)]
    report_every: usize,
}

impl Args {
    /// The match to play: a new one, or one that goes on.
    fn tournament(&self, interrupt: &AtomicBool) -> Result<Tournament> {
        if let Some(path) = &self.resume {
            let change = |config: &mut MatchConfig| {
                config.games = self.games.unwrap_or(config.games);
                config.concurrency = self.concurrency.unwrap_or(config.concurrency);
            };
            return Ok(Tournament::resume(path, change, interrupt)?);
        }
        let config = self.config()?;
        let results = self.results.clone().map_or_else(default_results, Ok)?;
        Ok(Tournament::create(config, &results, interrupt)?)
    }

    /// The match that the file and the command line describe together.
    fn config(&self) -> Result<MatchConfig> {
        let mut config = match &self.config {
            Some(path) => {
                let text =
                    fs::read_to_string(path).with_context(|| format!("--config {}", path.display()))?;
                MatchConfig::from_toml(&text).with_context(|| path.display().to_string())?
            }
            None => MatchConfig::default(),
        };
        for settings in &self.engines.engines {
            config.engines.push(EngineSpec::parse(&[&self.engines.each[..], settings].concat())?);
        }
        config.tc = self.tc.or(config.tc);
        config.movetime = self.movetime.or(config.movetime);
        config.depth = self.depth.or(config.depth);
        config.nodes = self.nodes.or(config.nodes);
        config.margin = self.margin.unwrap_or(config.margin);
        config.games = self.games.unwrap_or(config.games);
        config.concurrency = self.concurrency.unwrap_or(config.concurrency);
        config.chess960 |= self.chess960;
        if self.gauntlet {
            config.format = Format::Gauntlet;
        }
        if let Some(file) = &self.openings {
            let order = if self.sequential { Order::Sequential } else { Order::Random };
            let (file, seed) = (file.clone(), self.seed.unwrap_or(0));
            config.openings = Some(OpeningSource { file, order, seed, plies: self.plies });
        }
        config.pgn = self.pgn.clone().or(config.pgn);
        config.syzygy = self.syzygy.clone().or(config.syzygy);
        self.set_rules(&mut config)?;
        let this_program = std::env::current_exe().context("cannot find this program")?;
        config.resolve_self(&this_program);
        config.make_paths_absolute();
        Ok(config)
    }

    fn set_rules(&self, config: &mut MatchConfig) -> Result<()> {
        if let Some(mut settings) = Settings::read("--sprt", &self.sprt)? {
            let model = match settings.text("model").as_deref() {
                None | Some("normalized" | "normalised") => Model::Normalized,
                Some("logistic") => Model::Logistic,
                Some(other) => bail!("bad model {other:?} of --sprt; expected normalized or logistic"),
            };
            let default = Sprt::new(0.0, 0.0);
            config.sprt = Some(Sprt {
                elo0: settings.required("elo0")?,
                elo1: settings.required("elo1")?,
                alpha: settings.optional("alpha")?.unwrap_or(default.alpha),
                beta: settings.optional("beta")?.unwrap_or(default.beta),
                model,
            });
            settings.finish()?;
        }
        if let Some(mut settings) = Settings::read("--draw", &self.draw)? {
            config.adjudication.draw = Some(DrawRule {
                movenumber: settings.optional("movenumber")?.unwrap_or(40),
                movecount: settings.optional("movecount")?.unwrap_or(8),
                score: settings.optional("score")?.unwrap_or(10),
            });
            settings.finish()?;
        }
        if let Some(mut settings) = Settings::read("--resign", &self.resign)? {
            config.adjudication.resign = Some(ResignRule {
                movecount: settings.optional("movecount")?.unwrap_or(3),
                score: settings.optional("score")?.unwrap_or(500),
            });
            settings.finish()?;
        }
        config.adjudication.maxmoves = self.maxmoves.or(config.adjudication.maxmoves);
        Ok(())
    }
}

pub fn run(args: &Args) -> Result<()> {
    let interrupt = watch_for_interrupt()?;
    let mut tournament = args.tournament(&interrupt)?;
    for remark in tournament.remarks() {
        eprintln!("{remark}");
    }
    let ledger = tournament.ledger();
    let resume = format!("petteia match --resume {}", ledger.path().display());
    println!("results in {}", ledger.path().display());

    let progress = Progress::new(ledger, args.report_every);
    let ending = tournament.run(&interrupt, &progress);
    progress.finish();

    let ledger = tournament.ledger();
    println!("\n{}", report::summary(ledger.config(), ledger.standings()).trim_end());
    if ending.with_context(|| format!("the match stopped; to go on: {resume}"))? == Ending::Interrupted {
        println!("\n{} of {} games played; to go on: {resume}", ledger.standings().games(), ledger.games());
    }
    Ok(())
}

/// A new file for each match, where the project keeps its data.
fn default_results() -> Result<PathBuf> {
    let folder = PathBuf::from("data/matches");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(Ledger::new_file(&folder))
}

/// Ctrl-C ends the match in order; a second one at once.
pub(super) fn watch_for_interrupt() -> Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&interrupted);
    ctrlc::set_handler(move || {
        if raise.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(interrupted)
}
