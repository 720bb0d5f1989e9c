//! `petteia annotate`: reviews of games, as PGN and as pages of HTML.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result, ensure};
use chess::pgn::{Game, Reader};
use gamekit::write_whole;
use review::{KnownGames, Report, Reviewer, annotate, review_all};

use crate::cli::{interrupt, paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// Games to annotate.
    #[arg(value_name = "PGN")]
    games: PathBuf,
    /// PGN file for the annotated games; an existing file is continued.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Fail if the file exists, instead of continuing it.
    #[arg(long)]
    fresh: bool,
    /// Folder for a page of HTML for each game, with a graph and boards, and an index.
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,
    /// Games that are known already: the first move that is new to them is marked. May be given more
    /// than once.
    #[arg(long, value_name = "PGN")]
    known: Vec<PathBuf>,
    /// Nodes for each position; the same number gives the same annotations.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at the same time, one thread each.
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

pub fn run(args: &Args) -> Result<()> {
    let named = || args.games.display().to_string();
    let source = || File::open(&args.games).map(BufReader::new).with_context(named);
    let (mut problems, mut total) = (Vec::new(), 0);
    for game in Reader::new(source()?) {
        match game {
            Ok(_) => total += 1,
            Err(problem) => problems.push(problem),
        }
    }
    ensure!(total + problems.len() > 0, "{}: no games; expected PGN", named());
    let done = if paths::continues(&args.out, args.fresh)? { count_done(&args.out)? } else { 0 };
    if let Some(folder) = &args.html {
        fs::create_dir_all(folder).with_context(|| format!("--html {}", folder.display()))?;
    }
    let known = read_known(&args.known)?;
    let reviewers = (0..args.concurrency).map(|_| Reviewer::new(args.nodes)).collect::<Result<_, _>>()?;
    let interrupted = interrupt::watch()?;
    for problem in &problems {
        eprintln!("{}: {problem}; left out", named());
    }
    let left = Reader::new(source()?).filter_map(Result::ok).skip(done);
    let bar = progress::bar(done as u64, total as u64, "games");
    let mut output = Output { args, known: &known, number: done, error: None };
    review_all(left, reviewers, &interrupted, |game, review| {
        bar.inc(1);
        output.take(game, &review)
    });
    bar.finish_and_clear();
    let Output { number, error, .. } = output;
    error.map_or(Ok(()), Err)?;
    if let Some(folder) = &args.html {
        write_index(&args.out, folder)?;
    }
    println!("{}: {number} of {total} games, {} nodes a position", args.out.display(), args.nodes);
    if interrupted.load(Relaxed) && number < total {
        println!("to continue, repeat the command");
    }
    Ok(())
}

/// Reads the games of `--known`; those that cannot be read are named.
fn read_known(files: &[PathBuf]) -> Result<KnownGames> {
    let mut known = KnownGames::default();
    for path in files {
        let named = || format!("--known {}", path.display());
        for game in Reader::new(File::open(path).map(BufReader::new).with_context(named)?) {
            match game {
                Ok(game) => known.add(&game),
                Err(problem) => eprintln!("{}: {problem}; left out", named()),
            }
        }
    }
    Ok(known)
}

/// Counts the whole games of an earlier run. A last one that was cut short is taken off the file;
/// anything else is not ours to change.
fn count_done(out: &Path) -> Result<usize> {
    let named = || format!("--out {}", out.display());
    let text = fs::read_to_string(out).with_context(named)?;
    let (mut whole, mut count) = (0, 0);
    for game in Reader::new(text.as_bytes()).map_while(Result::ok) {
        let written = format!("{game}\n");
        if !text[whole..].starts_with(&written) {
            break;
        }
        whole += written.len();
        count += 1;
    }
    if whole < text.len() {
        let is_cut = count > 0 && Reader::new(&text.as_bytes()[whole..]).count() == 1;
        ensure!(is_cut, "{}: not written by this command; expected a new file", named());
        write_whole(out, &text[..whole]).with_context(named)?;
    }
    Ok(count)
}

/// Writes each game when it is done.
struct Output<'a> {
    args: &'a Args,
    known: &'a KnownGames,
    number: usize,
    error: Option<anyhow::Error>,
}

impl Output<'_> {
    /// Writes a game; false if that failed.
    fn take(&mut self, mut game: Game, review: &review::Review) -> bool {
        annotate(&mut game, review);
        if !self.args.known.is_empty() {
            self.known.mark_novelty(&mut game);
        }
        self.number += 1;
        self.error = self.write(&game, review).err();
        self.error.is_none()
    }

    fn write(&self, game: &Game, review: &review::Review) -> Result<()> {
        if let Some(folder) = &self.args.html {
            let mut report = Report::default();
            report.add(game, review);
            write_page(folder, &page(self.number), &report)?;
        }
        let named = || format!("--out {}", self.args.out.display());
        let mut file =
            OpenOptions::new().create(true).append(true).open(&self.args.out).with_context(named)?;
        file.write_all(format!("{game}\n").as_bytes()).with_context(named)
    }
}

/// The name of a game's page.
fn page(number: usize) -> String {
    format!("game-{number:04}.html")
}

/// The list of all games with their accuracies.
fn write_index(out: &Path, folder: &Path) -> Result<()> {
    let games = Reader::new(File::open(out).with_context(|| out.display().to_string())?);
    let games: Vec<Game> = games.filter_map(Result::ok).collect();
    let mut index = review::Index::default();
    for (number, game) in games.iter().enumerate() {
        index.add(game, page(number + 1));
    }
    write_page(folder, "index.html", &index)
}

fn write_page(folder: &Path, name: &str, page: &impl ToString) -> Result<()> {
    let path = folder.join(name);
    write_whole(&path, page.to_string()).with_context(|| format!("--html {}", path.display()))
}
