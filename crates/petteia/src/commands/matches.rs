//! `petteia match`: matches between engines.

mod progress;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use arena::clock::TimeControl;
use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::ledger::{Ledger, Reading, read_pgn};
use arena::openings::{OpeningSource, Order};
use arena::report;
use arena::schedule::Format;
use arena::tournament::{Ending, Tournament};
use chess::{Epd, Operand, Operation};
use gamekit::Shard;
use progress::Progress;
use serde_json::{Value, json};
use settings::EngineArgs;

use crate::cli::{interrupt, paths};

/// Each engine and rule is a list of settings: `--engine cmd=self name=new option.Hash=16`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Args {
    #[command(subcommand)]
    job: Option<Job>,
    #[command(flatten)]
    engines: EngineArgs,
    /// Settings of all engines.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// Match description, a TOML file; options on the command line override it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// File of the results; an existing match is continued, with other --games and --concurrency if
    /// given [default: a new file in matches in the data folder].
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Fail if the file of the results exists, instead of continuing the match.
    #[arg(long)]
    fresh: bool,
    /// Old spelling of `--results` for a match that exists.
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["results", "fresh"])]
    resume: Option<PathBuf>,
    /// New PGN file for the games.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// File for the final positions of all games, as EPD; written when the match ends.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Time control in seconds: [MOVES/]TIME[+INCREMENT].
    #[arg(long)]
    tc: Option<TimeControl>,
    /// Time per move, in ms.
    #[arg(long, alias = "movetime", value_name = "MS")]
    move_time: Option<u64>,
    /// Depth limit per move.
    #[arg(long)]
    depth: Option<u32>,
    /// Node limit per move.
    #[arg(long)]
    nodes: Option<u64>,
    /// Time margin before a late move loses, in ms.
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// Games per pair of engines, rounded up to an even number [default: 100].
    #[arg(long)]
    games: Option<usize>,
    /// Games played at the same time [default: 1].
    #[arg(long)]
    concurrency: Option<usize>,
    /// Share of the games to play, for a match on many machines: 3/8 is the third of eight. An SPRT is
    /// decided by `match merge`.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Gauntlet: the first engine plays all others (instead of a round robin).
    #[arg(long)]
    gauntlet: bool,
    /// Play Chess960.
    #[arg(long)]
    chess960: bool,
    /// Opening file: positions (EPD or FEN), PGN (.pgn) or Polyglot book (.bin).
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies to take from a PGN [default: all] or a book [default: 16].
    #[arg(long, requires = "openings")]
    plies: Option<usize>,
    /// Use the openings in file order instead of shuffled.
    #[arg(long, requires = "openings")]
    sequential: bool,
    /// Random seed of the shuffle.
    #[arg(long, requires = "openings")]
    seed: Option<u64>,
    /// Stop by sequential probability ratio test: elo0=0 elo1=5 [alpha=0.05 beta=0.05
    /// model=normalized|logistic].
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Adjudicate a draw when both engines agree: movenumber=40 movecount=8 score=10.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Adjudicate a win when both engines agree: movecount=3 score=500.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// Adjudicate a draw after this many moves.
    #[arg(long, alias = "maxmoves", value_name = "MOVES")]
    max_moves: Option<u32>,
    /// Adjudicate by the Syzygy tables in this folder.
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,
    /// Games between two summaries.
    #[arg(long, value_name = "GAMES", default_value_t = 20)]
    report_every: usize,
    /// Print the results as JSON on stdout, and all else on stderr.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Job {
    /// Put the shares of a match together, and judge it by all games.
    Merge {
        /// New file for the results.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Results of the shares.
        #[arg(required = true, value_name = "FILE")]
        parts: Vec<PathBuf>,
        /// Print the results as JSON on stdout.
        #[arg(long)]
        json: bool,
    },
}

impl Args {
    /// The match to play: a new one, or the one that the file of the results holds.
    fn tournament(&self, interrupted: &AtomicBool) -> Result<Tournament> {
        let existing = self.results.as_deref().filter(|results| results.exists());
        if let Some(path) = self.resume.as_deref().or(existing) {
            paths::continues(path, self.fresh)?;
            self.check_same_match(path)?;
            return Ok(Tournament::resume(path, |config| self.set_size(config), interrupted)?);
        }
        let config = self.config()?;
        let results = match &self.results {
            Some(path) => path.clone(),
            None => Ledger::new_file(&paths::data_subfolder("matches")?),
        };
        Ok(Tournament::create(config, &results, interrupted)?)
    }

    /// Sets what may change when a match is continued.
    fn set_size(&self, config: &mut MatchConfig) {
        config.games = self.games.unwrap_or(config.games);
        config.concurrency = self.concurrency.unwrap_or(config.concurrency);
    }

    /// Refuses to continue another match than the command line describes, if it describes one.
    fn check_same_match(&self, path: &Path) -> Result<()> {
        let described = self.config()?;
        let (games, concurrency) = (described.games, described.concurrency);
        if described != (MatchConfig { games, concurrency, ..MatchConfig::default() }) {
            ensure!(
                described == MatchConfig { games, concurrency, ..Reading::open(path)?.config },
                "{} holds another match; expected the same engines and rules, or another --results",
                path.display()
            );
        }
        Ok(())
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
        for settings in &self.engines.0 {
            config.engines.push(EngineSpec::parse(&[&self.each[..], settings].concat())?);
        }
        config.tc = self.tc.or(config.tc);
        config.movetime = self.move_time.or(config.movetime);
        config.depth = self.depth.or(config.depth);
        config.nodes = self.nodes.or(config.nodes);
        config.margin = self.margin.unwrap_or(config.margin);
        self.set_size(&mut config);
        config.shard = self.shard.unwrap_or(config.shard);
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
        config.sprt = settings::read("--sprt", &self.sprt)?.or(config.sprt);
        let rules = &mut config.adjudication;
        rules.draw = settings::read("--draw", &self.draw)?.or(rules.draw);
        rules.resign = settings::read("--resign", &self.resign)?.or(rules.resign);
        rules.maxmoves = self.max_moves.or(rules.maxmoves);
        let this_program = std::env::current_exe().context("cannot find this program")?;
        config.resolve_self(&this_program);
        config.make_paths_absolute();
        Ok(config)
    }
}

pub fn run(args: &Args) -> Result<()> {
    match &args.job {
        Some(Job::Merge { out, parts, json }) => merge(out, parts, *json),
        None => play(args),
    }
}

fn merge(out: &Path, parts: &[PathBuf], json: bool) -> Result<()> {
    let ledger = Ledger::merge(out, parts)?;
    if json {
        println!("{}", to_json(&ledger));
        return Ok(());
    }
    println!("{}", report::summary(ledger.config(), ledger.standings()).trim_end());
    println!("\n{} of {} games in {}", ledger.standings().games(), ledger.games(), out.display());
    Ok(())
}

fn play(args: &Args) -> Result<()> {
    let interrupted = interrupt::watch()?;
    let mut tournament = args.tournament(&interrupted)?;
    for remark in tournament.remarks() {
        eprintln!("{remark}");
    }
    let ledger = tournament.ledger();
    let results = ledger.path().display().to_string();
    let progress = Progress::new(ledger, args.report_every, args.json);
    progress.print(&format!("results in {results}"));
    let ending = tournament.run(&interrupted, &progress);
    progress.finish();

    let ledger = tournament.ledger();
    progress.print(&format!("\n{}", report::summary(ledger.config(), ledger.standings()).trim_end()));
    let how = format!("to continue: petteia match --results {results}");
    let ending = ending.with_context(|| format!("the match stopped; {how}"))?;
    if ending == Ending::Interrupted {
        progress.print(&format!("\n{} of {} games; {how}", ledger.standings().games(), ledger.games()));
    }
    if let Some(path) = &args.epd {
        paths::write_whole(path, final_positions(ledger)?)?;
    }
    if args.json {
        println!("{}", to_json(ledger));
    }
    Ok(())
}

/// The last position of each game, named by its players and its result.
fn final_positions(ledger: &Ledger) -> Result<String> {
    let mut lines = Vec::new();
    for &number in ledger.done() {
        let text = read_pgn(ledger.path(), number)?.unwrap_or_default();
        let Some(game) = chess::pgn::Reader::new(text.as_bytes()).next() else { continue };
        let game = game.context("a game of this match cannot be read back")?;
        let last = game.moves().fold(game.start.clone(), |position, mv| position.play(mv));
        let tag = |name| game.tags.get(name).unwrap_or("?");
        let name = format!("{} - {} {}", tag("White"), tag("Black"), tag("Result"));
        let operation = Operation { opcode: "id".to_owned(), operands: vec![Operand::Text(name)] };
        lines.push(Epd { setup: last.setup(), operations: vec![operation] }.to_string() + "\n");
    }
    Ok(lines.concat())
}

/// The results for programs, each encounter from the first engine's side.
fn to_json(ledger: &Ledger) -> Value {
    let (config, standings) = (ledger.config(), ledger.standings());
    let encounter = |&(first, second): &(usize, usize)| {
        let encounter = standings.encounter(first, second);
        let (tally, elo) = (encounter.tally, encounter.sample().elo());
        let names = [first, second].map(|engine| &config.engines[engine].name);
        let mut object = json!({
            "engines": names,
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "pairs": encounter.pairs.0, "elo": elo.value, "error": elo.error,
        });
        if let Some(sprt) = &config.sprt {
            object["llr"] = json!(sprt.llr(encounter.pairs));
        }
        object
    };
    json!({
        "results": ledger.path(),
        "games": standings.games(),
        "scheduled": ledger.games(),
        "complete": ledger.is_complete(),
        "decided": ledger.is_decided(),
        "encounters": standings.encounters().iter().map(encounter).collect::<Vec<_>>(),
    })
}
