//! `petteia data`: files of games.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use engine::wdl::Model;
use gamekit::GameResult;
use indicatif::{HumanCount, ProgressBar};
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
    Stats {
        /// Files of games.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Replay every game and check moves and results.
    Check {
        /// Files of games.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Merge several files into one.
    Merge {
        /// File to write; it must not exist.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Files of games.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Copy the games that pass a filter.
    Filter {
        /// File to write; it must not exist.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
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
    /// Fit the model that turns scores into win, draw and loss probabilities.
    Wdl {
        /// Files of games.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Convert games to other formats, or other formats to games.
    Convert {
        /// Input format.
        #[arg(long, value_enum, default_value_t = From::Games)]
        from: From,
        /// Output format; bulletformat holds the positions a net trains on.
        #[arg(long, value_enum, default_value_t = To::Games)]
        to: To,
        /// File to write; it must not exist.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// File to read.
        file: PathBuf,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum From {
    Games,
    Viriformat,
    /// PGN with the players' evaluations (`[%eval ...]`).
    Pgn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum To {
    Games,
    Viriformat,
    Bulletformat,
}

pub fn run(args: &Args) -> Result<()> {
    match &args.job {
        Job::Stats { files } => files.iter().try_for_each(|path| show_stats(path)),
        Job::Check { files } => files.iter().try_for_each(|path| check(path)),
        Job::Merge { out, files } => merge(out, files),
        Job::Filter { out, min_plies, max_plies, unique, file } => {
            let mut openings = HashSet::new();
            filter(out, file, |game| {
                (*min_plies..=*max_plies).contains(&game.plies())
                    && (!unique || openings.insert(game.opening_position().key()))
            })
        }
        Job::Wdl { files } => fit_wdl(files),
        Job::Convert { from, to, out, file } => convert_file(*from, *to, out, file),
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

fn show_stats(path: &Path) -> Result<()> {
    let mut stats = Stats::default();
    for_each_game(path, |game| {
        stats.add(&game, &Filter::default());
        Ok(())
    })?;
    let size = std::fs::metadata(path)?.len();
    println!("{}", path.display());
    println!("  made by    {}", Reader::open(path)?.description());
    println!("  games      {}", HumanCount(stats.games));
    let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    let results = GameResult::ALL
        .map(|result| format!("{result} {:.1} %", share(stats.with_result(result), stats.games)));
    println!("  results    {}", results.join(", "));
    let per_game = stats.plies as f64 / stats.games.max(1) as f64;
    println!("  half-moves {} ({per_game:.1} a game)", HumanCount(stats.plies));
    println!("  kept       {} positions ({:.1} %)", HumanCount(stats.kept), share(stats.kept, stats.plies));
    println!(
        "  size       {} bytes ({:.2} a half-move)",
        HumanCount(size),
        size as f64 / stats.plies.max(1) as f64
    );
    println!("  pieces");
    for (group, &count) in stats.pieces.iter().enumerate() {
        let share = share(count, stats.kept);
        println!("    {:>2} to {:>2}      {share:>5.1} % {}", 4 * group + 1, 4 * group + 4, bar_of(share));
    }
    println!("  size of the score");
    for (index, &count) in stats.scores.iter().enumerate() {
        let share = share(count, stats.kept);
        let range = match (index.checked_sub(1).map(|low| Stats::SCORES[low]), Stats::SCORES.get(index)) {
            (low, Some(high)) => format!("{:>4} to {high:>4}", low.unwrap_or(0)),
            (low, None) => format!("{:>4} and more", low.unwrap_or(0)),
        };
        println!("    {range:<13} {share:>5.1} % {}", bar_of(share));
    }
    Ok(())
}

fn bar_of(share: f64) -> String {
    "#".repeat((share / 2.0).round() as usize)
}

/// Reading replays every move; what is left to check is that finished games ended as they say.
fn check(path: &Path) -> Result<()> {
    let (mut games, mut plies) = (0_u64, 0_u64);
    for_each_game(path, |game| {
        let ended = game.last_position().outcome();
        if ended.is_some_and(|outcome| game.result != outcome.result()) {
            bail!("{}: game {games} ends with another result than it says", path.display());
        }
        games += 1;
        plies += game.plies() as u64;
        Ok(())
    })?;
    println!("{}: {} games, {} legal half-moves", path.display(), HumanCount(games), HumanCount(plies));
    Ok(())
}

/// Nothing that exists is written over.
fn ensure_new(out: &Path) -> Result<()> {
    ensure!(!out.exists(), "--out {}: it exists already", out.display());
    Ok(())
}

fn merge(out: &Path, files: &[PathBuf]) -> Result<()> {
    ensure_new(out)?;
    let mut origins: HashMap<String, &Path> = HashMap::new();
    for path in files {
        let reader = Reader::open(path).with_context(|| path.display().to_string())?;
        if let Some(other) = origins.insert(reader.description().to_owned(), path) {
            bail!("{} and {} hold the same games: {}", other.display(), path.display(), reader.description());
        }
    }
    let mut descriptions: Vec<_> = origins.into_keys().collect();
    descriptions.sort();
    let named = || format!("--out {}", out.display());
    let mut writer = Writer::open(out, &descriptions.join("; "), |_| ()).with_context(named)?;
    for path in files {
        for_each_game(path, |game| writer.add(&game).with_context(named))?;
    }
    let games = writer.finish().with_context(named)?;
    println!("{}: {} games", out.display(), HumanCount(games));
    Ok(())
}

fn filter(out: &Path, file: &Path, mut keeps: impl FnMut(&RecordedGame) -> bool) -> Result<()> {
    ensure_new(out)?;
    let named = || format!("--out {}", out.display());
    let origin = Reader::open(file).with_context(|| file.display().to_string())?.description().to_owned();
    let mut writer = Writer::open(out, &format!("filtered: {origin}"), |_| ()).with_context(named)?;
    let mut seen = 0_u64;
    for_each_game(file, |game| {
        seen += 1;
        if keeps(&game) { writer.add(&game).with_context(named) } else { Ok(()) }
    })?;
    let kept = writer.finish().with_context(named)?;
    println!("{}: {} of {} games", out.display(), HumanCount(kept), HumanCount(seen));
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

fn convert_file(from: From, to: To, out: &Path, file: &Path) -> Result<()> {
    let conversion = match (from, to) {
        (From::Games, To::Viriformat) => Conversion::GamesToViriformat,
        (From::Games, To::Bulletformat) => Conversion::GamesToBulletformat,
        (From::Viriformat, To::Games) => Conversion::ViriformatToGames,
        (From::Pgn, To::Games) => Conversion::PgnToGames,
        (From::Games, To::Games) => {
            bail!("--to games: expected viriformat or bulletformat for a file of games")
        }
        (From::Pgn, _) => bail!("--to {to:?}: expected games for a PGN"),
        (From::Viriformat, _) => bail!("--to {to:?}: expected games for a file in viriformat"),
    };
    ensure_new(out)?;
    let bar = reading_bar(file)?;
    let Converted { written, left_out } = convert(conversion, file, out, |offset| bar.set_position(offset))?;
    bar.finish_and_clear();
    let (what, written) = (if to == To::Bulletformat { "positions" } else { "games" }, HumanCount(written));
    match conversion {
        Conversion::PgnToGames => println!(
            "{}: {written} {what}; {} without result or evaluations left out",
            out.display(),
            HumanCount(left_out)
        ),
        _ => println!("{}: {written} {what}", out.display()),
    }
    Ok(())
}
