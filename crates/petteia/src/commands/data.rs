//! `petteia data`: files of games, and databases of positions.

mod errors;
mod positions;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use engine::wdl::Model;
use gamekit::GameResult;
use indicatif::{HumanCount, ProgressBar};
use trainer::data::pgn::Evaluated;
use trainer::data::{Conversion, Converted, Filter, Reader, RecordedGame, Stats, Writer, convert};
use trainer::wdl;

use crate::cli::progress;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    job: Job,
}

#[derive(clap::Subcommand)]
enum Job {
    /// Count games, results, positions, pieces and scores.
    Stats(Files),
    /// Replay every game and check moves and results.
    Check(Files),
    /// Merge several files into one.
    Merge {
        #[command(flatten)]
        out: NewFile,
        #[command(flatten)]
        files: Files,
    },
    /// Copy the games that pass a filter.
    Filter {
        #[command(flatten)]
        out: NewFile,
        /// Shortest games to keep, in plies.
        #[arg(long, value_name = "PLIES", default_value_t = 0)]
        min_plies: usize,
        /// Longest games to keep, in plies.
        #[arg(long, value_name = "PLIES", default_value_t = usize::MAX, hide_default_value = true)]
        max_plies: usize,
        /// Drop games whose opening reaches the same position as an earlier game's.
        #[arg(long)]
        unique: bool,
        /// File of games.
        file: PathBuf,
    },
    /// Put positions with evaluations into a database, for dense nets.
    Positions(positions::Args),
    /// Measure evaluations against those of a database, in pawns.
    Errors(errors::Args),
    /// Fit the model that turns scores into win, draw and loss probabilities.
    Wdl(Files),
    /// Convert games to other formats, or other formats to games.
    Convert {
        /// Input format.
        #[arg(long, value_enum, default_value_t = From::Games)]
        from: From,
        /// Position that the evaluations of a PGN are of [default: as tags say; a Petteia match
        /// evaluates before the move, Lichess after it].
        #[arg(long, value_enum)]
        evals: Option<Evals>,
        /// Output format; bulletformat holds the positions a net trains on.
        #[arg(long, value_enum, default_value_t = To::Games)]
        to: To,
        #[command(flatten)]
        out: NewFile,
        /// File to read.
        file: PathBuf,
    },
}

#[derive(clap::Args)]
struct Files {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(clap::Args)]
struct NewFile {
    /// File to write; it must not exist.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum From {
    Games,
    Viriformat,
    /// PGN with the players' evaluations (`[%eval ...]`).
    Pgn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Evals {
    /// The one before the move: the search that chose it.
    Before,
    /// The one after the move: an analysis of the game.
    After,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum To {
    Games,
    Viriformat,
    Bulletformat,
}

pub fn run(args: &Args) -> Result<()> {
    match &args.job {
        Job::Stats(Files { files }) => files.iter().try_for_each(|path| show_stats(path)),
        Job::Check(Files { files }) => files.iter().try_for_each(|path| check(path)),
        Job::Merge { out, files } => merge(out, &files.files),
        Job::Filter { out, min_plies, max_plies, unique, file } => {
            let mut openings = HashSet::new();
            let description = format!("filtered: {}", description(file)?);
            let (kept, seen) = out.copy(std::slice::from_ref(file), &description, |game| {
                (*min_plies..=*max_plies).contains(&game.plies())
                    && (!unique || openings.insert(game.opening_position().key()))
            })?;
            println!("{}: {} of {} games", out.out.display(), HumanCount(kept), HumanCount(seen));
            Ok(())
        }
        Job::Positions(args) => positions::run(args),
        Job::Errors(args) => errors::run(args),
        Job::Wdl(Files { files }) => fit_wdl(files),
        Job::Convert { from, evals, to, out, file } => convert_file((*from, *evals), *to, out, file),
    }
}

/// Reads the games of a file, with a progress bar.
pub fn for_each_game(path: &Path, mut take: impl FnMut(RecordedGame) -> Result<()>) -> Result<()> {
    let named = || path.display().to_string();
    let bar = reading_bar(path)?;
    let mut reader = Reader::open(path).with_context(named)?;
    while let Some(block) = reader.next() {
        block.and_then(|block| block.games()).with_context(named)?.into_iter().try_for_each(&mut take)?;
        bar.set_position(reader.offset());
    }
    bar.finish_and_clear();
    Ok(())
}

fn reading_bar(path: &Path) -> Result<ProgressBar> {
    let size = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
    Ok(progress::reading(size))
}

/// The description that a file begins with.
fn description(path: &Path) -> Result<String> {
    let reader = Reader::open(path).with_context(|| path.display().to_string())?;
    Ok(reader.description().to_owned())
}

impl NewFile {
    fn check(&self) -> Result<()> {
        ensure!(!self.out.exists(), "--out {}: it exists already", self.out.display());
        Ok(())
    }

    /// Copies the games that pass a filter; returns how many did, and how many there were.
    fn copy(
        &self,
        files: &[PathBuf],
        description: &str,
        mut passes: impl FnMut(&RecordedGame) -> bool,
    ) -> Result<(u64, u64)> {
        self.check()?;
        let named = || format!("--out {}", self.out.display());
        let mut writer = Writer::open(&self.out, description, |_| ()).with_context(named)?;
        let mut seen = 0;
        for path in files {
            for_each_game(path, |game| {
                seen += 1;
                if passes(&game) { writer.add(&game).with_context(named) } else { Ok(()) }
            })?;
        }
        Ok((writer.finish().with_context(named)?, seen))
    }
}

fn show_stats(path: &Path) -> Result<()> {
    let mut stats = Stats::default();
    for_each_game(path, |game| {
        stats.add(&game, &Filter::default());
        Ok(())
    })?;
    let size = std::fs::metadata(path)?.len();
    let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    let per = |count: u64, of: u64| count as f64 / of.max(1) as f64;
    let results = GameResult::ALL
        .map(|result| format!("{result} {:.1} %", share(stats.with_result(result), stats.games)));
    println!("{}", path.display());
    println!("  made by    {}", description(path)?);
    println!("  games      {}", HumanCount(stats.games));
    println!("  results    {}", results.join(", "));
    println!("  half-moves {} ({:.1} a game)", HumanCount(stats.plies), per(stats.plies, stats.games));
    println!("  kept       {} positions ({:.1} %)", HumanCount(stats.kept), share(stats.kept, stats.plies));
    println!("  size       {} bytes ({:.2} a half-move)", HumanCount(size), per(size, stats.plies));
    println!("  pieces");
    let print_share = |range: String, count| {
        let share = share(count, stats.kept);
        println!("    {range:<13} {share:>5.1} % {}", "#".repeat((share / 2.0).round() as usize));
    };
    for (group, &count) in stats.pieces.iter().enumerate() {
        print_share(format!("{:>2} to {:>2}", 4 * group + 1, 4 * group + 4), count);
    }
    println!("  size of the score");
    for (index, &count) in stats.scores.iter().enumerate() {
        let low = index.checked_sub(1).map_or(0, |low| Stats::SCORES[low]);
        let high = Stats::SCORES.get(index).map_or("and more".to_owned(), |high| format!("to {high:>4}"));
        print_share(format!("{low:>4} {high}"), count);
    }
    Ok(())
}

/// Reading replays every move; what is left to check is that finished games have the right result.
fn check(path: &Path) -> Result<()> {
    let (mut games, mut plies) = (0_u64, 0_u64);
    for_each_game(path, |game| {
        if let Some(outcome) = game.last_position().outcome() {
            let (result, expected) = (game.result, outcome.result());
            ensure!(result == expected, "{}: game {games}: {result}; expected {expected}", path.display());
        }
        games += 1;
        plies += game.plies() as u64;
        Ok(())
    })?;
    println!("{}: {} games, {} legal half-moves", path.display(), HumanCount(games), HumanCount(plies));
    Ok(())
}

fn merge(out: &NewFile, files: &[PathBuf]) -> Result<()> {
    out.check()?;
    let mut origins: HashMap<String, &Path> = HashMap::new();
    for path in files {
        let origin = description(path)?;
        if let Some(other) = origins.insert(origin.clone(), path) {
            bail!("{} and {} hold the same games: {origin}", other.display(), path.display());
        }
    }
    let mut descriptions: Vec<_> = origins.into_keys().collect();
    descriptions.sort();
    let (games, _) = out.copy(files, &descriptions.join("; "), |_| true)?;
    println!("{}: {} games", out.out.display(), HumanCount(games));
    Ok(())
}

fn fit_wdl(files: &[PathBuf]) -> Result<()> {
    let mut counts = wdl::Counts::default();
    for path in files {
        for_each_game(path, |game| {
            counts.add(&game);
            Ok(())
        })?;
    }
    ensure!(counts.positions() > 0, "no positions; expected some to fit the model to");
    let Model { half, spread } = counts.fit();
    println!("fitted to {} positions:", HumanCount(counts.positions()));
    println!("Model {{ half: {half:.1?}, spread: {spread:.1?} }}\n");
    println!("score   wins seen  expected");
    for row in counts.compare(&Model { half, spread }) {
        println!("{:>5}  {:>8.1} %  {:>6.1} %", row.score, 100.0 * row.seen, 100.0 * row.expected);
    }
    Ok(())
}

fn convert_file((from, evals): (From, Option<Evals>), to: To, out: &NewFile, file: &Path) -> Result<()> {
    let evaluated = evals.map(|evals| match evals {
        Evals::Before => Evaluated::Before,
        Evals::After => Evaluated::After,
    });
    ensure!(evals.is_none() || from == From::Pgn, "--evals: expected --from pgn with it");
    let conversion = match (from, to) {
        (From::Games, To::Viriformat) => Conversion::GamesToViriformat,
        (From::Games, To::Bulletformat) => Conversion::GamesToBulletformat,
        (From::Viriformat, To::Games) => Conversion::ViriformatToGames,
        (From::Pgn, To::Games) => Conversion::PgnToGames(evaluated),
        (From::Games, To::Games) => {
            bail!("--to games: expected viriformat or bulletformat for a file of games")
        }
        (From::Pgn, _) => bail!("--to {to:?}: expected games for a PGN"),
        (From::Viriformat, _) => bail!("--to {to:?}: expected games for a file in viriformat"),
    };
    out.check()?;
    let bar = reading_bar(file)?;
    let converted = convert(conversion, file, &out.out, |offset| bar.set_position(offset))?;
    bar.finish_and_clear();
    let Converted { written, left_out } = converted;
    let what = if to == To::Bulletformat { "positions" } else { "games" };
    print!("{}: {} {what}", out.out.display(), HumanCount(written));
    match conversion {
        Conversion::PgnToGames(_) => {
            println!("; {} without result or evaluations left out", HumanCount(left_out));
        }
        _ => println!(),
    }
    Ok(())
}
