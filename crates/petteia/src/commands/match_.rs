//! `petteia match`: engines play each other.

mod settings;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use arena::adjudicate::{DrawRule, ResignRule};
use arena::clock::TimeControl;
use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::openings::{OpeningSource, Openings, Order};
use arena::report;
use arena::runner::{Finished, Flow, run as play};
use arena::schedule::Format;
use arena::sprt::{Model, Sprt, Verdict};
use arena::standings::{GameSummary, Standings};
use settings::{EngineArgs, Settings};

/// Each engine and rule is a list of settings: `--engine cmd=self name=new option.Hash=16`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    engines: EngineArgs,
    /// Read the match from a TOML file; what is given here too counts more.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
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
    /// Positions to start from, one per line (EPD or FEN).
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
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
    /// Print all results after so many games.
    #[arg(long, value_name = "GAMES", default_value_t = 20)]
    report_every: usize,
}

impl Args {
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
            config.openings = Some(OpeningSource { file: file.clone(), order, seed: self.seed.unwrap_or(0) });
        }
        self.set_rules(&mut config)?;
        let this_program = std::env::current_exe().context("cannot find this program")?;
        config.resolve_self(&this_program);
        config.check()?;
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
    let config = args.config()?;
    let openings = match &config.openings {
        Some(source) => Openings::read(source)?,
        None => Openings::initial(),
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&interrupted);
    ctrlc::set_handler(move || {
        if raise.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot watch for Ctrl-C")?;

    let schedule = config.schedule();
    let mut standings = Standings::new(config.engines.len(), &schedule);
    let keep_books = |game: Finished| {
        standings.add(&game.pairing, &GameSummary::of(&game.record));
        println!("{}", report::game_line(&config, &game, standings.games(), schedule.games()));
        if standings.games().is_multiple_of(args.report_every.max(1)) && standings.games() < schedule.games()
        {
            println!("\n{}", report::summary(&config, &standings));
        }
        if is_decided(&config, &standings) { Flow::Stop } else { Flow::GoOn }
    };
    play(&config, &openings, &BTreeSet::new(), &interrupted, keep_books);
    println!("\n{}", report::summary(&config, &standings));
    Ok(())
}

/// Whether the test has its verdict.
fn is_decided(config: &MatchConfig, standings: &Standings) -> bool {
    config
        .sprt
        .is_some_and(|sprt| sprt.verdict(sprt.llr(standings.encounter(0, 1).pairs)) != Verdict::Continue)
}
