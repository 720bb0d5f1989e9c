//! `petteia explore`: what was played in a position, and with which results.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use std::{fs, iter};

use anyhow::{Context, Result, ensure};
use chess::{Move, Position, UciStyle};
use explorer::{Counts, Index, Paths, PlayedGame, Settings, Source, join, merge, sort_games};
use gamekit::ByColor;
use indicatif::HumanCount;
use serde_json::json;
use syzygy::{KnownResult, Tables, Verdict};
use trainer::data::RecordedGame;

use crate::cli::games::{Batch, GameFile};
use crate::cli::{interrupt, paths, progress};

/// The folder of indexes in the data folder, and the index that is made there.
const FOLDER: &str = "explorer";
const NAME: &str = "games.index";
const ENDING: &str = "index";

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    job: Job,
}

#[derive(clap::Subcommand)]
enum Job {
    /// Index games by position; games that an index holds already are not read again.
    Index(IndexArgs),
    /// Show the moves that were played in a position, from one or more indexes.
    Moves(MovesArgs),
}

#[derive(clap::Args)]
struct IndexArgs {
    /// Files of games: PGN, self-play games, results of matches.
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,
    /// Index; an existing one is continued [default: explorer/games.index in the data folder].
    #[arg(long, value_name = "INDEX")]
    out: Option<PathBuf>,
    /// Fail if the index exists, instead of continuing it.
    #[arg(long)]
    fresh: bool,
    /// Most games to read from each file [default: all].
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    games: u64,
    /// Half-moves of each game to index [default: all].
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    plies: usize,
    /// Threads that replay and sort.
    #[arg(long, value_name = "THREADS", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

#[derive(clap::Args)]
struct MovesArgs {
    /// Indexes [default: those in the folder explorer of the data folder].
    #[arg(value_name = "INDEX")]
    indexes: Vec<PathBuf>,
    /// Position as FEN, X-FEN or Shredder-FEN [default: the initial position].
    #[arg(long, alias = "fen", value_name = "FEN", default_value = chess::fen::INITIAL, hide_default_value = true)]
    position: Position,
    /// Say what the Syzygy tables in this folder know of each move.
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
    /// Print the moves as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    match &args.job {
        Job::Index(args) => index(args),
        Job::Moves(args) => show(args),
    }
}

fn index(args: &IndexArgs) -> Result<()> {
    let files = args.files.iter().map(|path| GameFile::open(path)).collect::<Result<Vec<_>>>()?;
    let out = args.out.clone().map_or_else(|| Ok(paths::data_subfolder(FOLDER)?.join(NAME)), anyhow::Ok)?;
    let old = if paths::continues(&out, args.fresh)? { Some(open(&out)?) } else { None };
    let before = old.as_ref().map_or(&[][..], Index::sources);
    let mut batches = Vec::new();
    for file in &files {
        batches.push(first_games(file, file.batches(known(before, file))?, args.games));
    }
    let interrupted = interrupt::watch()?;
    let bar = progress::spinner("games");
    let start = Instant::now();
    let mut batches = batches.into_iter().flatten();
    let unless_interrupted = iter::from_fn(|| {
        bar.set_message(HumanCount(files.iter().map(GameFile::games_read).sum()).to_string());
        if interrupted.load(Relaxed) { None } else { batches.next() }
    });
    let settings = Settings { threads: args.concurrency.into(), plies: args.plies, ..Settings::default() };
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let runs = sort_games(folder, settings, unless_interrupted, games_of)
        .with_context(|| format!("cannot make {}", out.display()))?;
    bar.set_message("merging");
    let paths = Paths { old: old.is_some().then_some(&out), out: &out };
    let summary =
        merge(&paths, &runs, &sources(before, &files)?).with_context(|| out.display().to_string())?;
    bar.finish_and_clear();
    let (games, moves) = (HumanCount(summary.games), HumanCount(summary.entries));
    println!("{}: {games} games, {moves} moves; {:.1} s", out.display(), start.elapsed().as_secs_f64());
    if interrupted.load(Relaxed) {
        println!("to continue, repeat the command");
    }
    Ok(())
}

fn open(path: &Path) -> Result<Index> {
    Index::open(path).with_context(|| path.display().to_string())
}

/// How many games of a file are in an index already.
fn known(sources: &[Source], file: &GameFile) -> u64 {
    sources.iter().find(|source| source.name == file.name()).map_or(0, |source| source.games)
}

/// The batches of a file, until so many of its games are read.
fn first_games<'a>(
    file: &'a GameFile,
    mut batches: impl Iterator<Item = Result<Batch>> + Send + 'a,
    most: u64,
) -> impl Iterator<Item = Result<Batch>> + Send + 'a {
    iter::from_fn(move || if file.games_read() < most { batches.next() } else { None })
}

/// The finished games of a batch.
fn games_of(batch: Batch) -> Result<Vec<PlayedGame>> {
    let of_recorded = |game: RecordedGame| PlayedGame {
        moves: game.opening.iter().copied().chain(game.moves.iter().map(|scored| scored.mv)).collect(),
        start: game.start,
        result: game.result,
        ratings: ByColor::default(),
    };
    Ok(match batch {
        Batch::Block(block) => block.games()?.into_iter().map(of_recorded).collect(),
        Batch::Pgn(game) => PlayedGame::of_pgn(&game).into_iter().collect(),
        Batch::Bad => Vec::new(),
    })
}

/// The files of an index after these were read.
fn sources(before: &[Source], files: &[GameFile]) -> Result<Vec<Source>> {
    let mut sources = before.to_vec();
    for file in files {
        let (name, games, known) = (file.name(), file.games_read(), known(before, file));
        ensure!(games >= known, "{name}: {games} games, {known} are indexed already; expected it to grow");
        sources.retain(|source| source.name != name);
        sources.push(Source { name, games });
    }
    Ok(sources)
}

/// A move with what is known of it.
struct Row {
    mv: Move,
    counts: Counts,
    verdict: Option<Verdict>,
}

fn show(args: &MovesArgs) -> Result<()> {
    let files = if args.indexes.is_empty() { own_indexes()? } else { args.indexes.clone() };
    let indexes = files.iter().map(|path| open(path)).collect::<Result<Vec<_>>>()?;
    let tables = if args.syzygy.is_empty() { Tables::empty() } else { Tables::open(&args.syzygy)? };
    let position = &args.position;
    let start = Instant::now();
    let lists = indexes
        .iter()
        .zip(&files)
        .map(|(index, path)| index.moves(position).with_context(|| path.display().to_string()));
    let played = join(lists.collect::<Result<Vec<_>>>()?);
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    let rows = rows(played, &tables.verdicts(position));
    if args.json {
        let moves: Vec<_> = rows.iter().map(|row| row.to_json(position)).collect();
        println!("{}", serde_json::to_string_pretty(&moves)?);
        return Ok(());
    }
    let games: u64 = indexes.iter().map(Index::games).sum();
    println!("{position}");
    println!("{} games, asked in {milliseconds:.1} ms", HumanCount(games));
    if rows.is_empty() {
        println!("no game has this position");
        return Ok(());
    }
    println!("  move        games   White    draw   Black  rating  tables");
    for row in &rows {
        println!("{}", row.text(position));
    }
    Ok(())
}

/// The indexes of the data folder.
fn own_indexes() -> Result<Vec<PathBuf>> {
    let folder = paths::data_folder()?.join(FOLDER);
    let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
    files.sort();
    ensure!(
        !files.is_empty(),
        "no index in {}; expected one, made by petteia explore index",
        folder.display()
    );
    Ok(files)
}

/// The played moves, the most frequent first, then those that only the tables know.
fn rows(played: Vec<(Move, Counts)>, verdicts: &[Verdict]) -> Vec<Row> {
    let verdict = |mv: Move| verdicts.iter().copied().find(|verdict| verdict.mv == mv);
    let mut rows: Vec<Row> =
        played.into_iter().map(|(mv, counts)| Row { mv, counts, verdict: verdict(mv) }).collect();
    let others = verdicts.iter().filter(|verdict| rows.iter().all(|row| row.mv != verdict.mv));
    let others: Vec<Row> = others
        .map(|&verdict| Row { mv: verdict.mv, counts: Counts::default(), verdict: Some(verdict) })
        .collect();
    rows.extend(others);
    rows
}

impl Row {
    fn text(&self, position: &Position) -> String {
        let results = self.counts.results;
        let games = results.games();
        let share = |count: u64| match games {
            0 => String::new(),
            _ => format!("{:.1} %", 100.0 * count as f64 / games as f64),
        };
        let [white, draws, black] = [results.wins, results.draws, results.losses].map(share);
        let rating = self.counts.average_rating().map_or(String::new(), |rating| rating.to_string());
        let verdict = self.verdict.map_or(String::new(), |verdict| verdict_text(&verdict));
        let (san, games) = (position.to_san(self.mv), HumanCount(games).to_string());
        let text = format!("  {san:<7} {games:>9} {white:>7} {draws:>7} {black:>7} {rating:>7}  {verdict}");
        text.trim_end().to_owned()
    }

    fn to_json(&self, position: &Position) -> serde_json::Value {
        json!({
            "uci": self.mv.to_uci(UciStyle::Standard).to_string(),
            "san": position.to_san(self.mv),
            "white": self.counts.results.wins,
            "draws": self.counts.results.draws,
            "black": self.counts.results.losses,
            "rating": self.counts.average_rating(),
            "tables": self.verdict.map(|verdict| result_text(verdict.result)),
            "distance": self.verdict.and_then(|verdict| verdict.distance),
        })
    }
}

fn result_text(result: KnownResult) -> &'static str {
    match result {
        KnownResult::Win => "win",
        KnownResult::Draw => "draw",
        KnownResult::Loss => "loss",
    }
}

fn verdict_text(verdict: &Verdict) -> String {
    let result = result_text(verdict.result);
    verdict.distance.map_or(result.to_owned(), |distance| format!("{result}, {distance}"))
}
