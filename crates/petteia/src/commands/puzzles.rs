//! `petteia puzzles`: positions of games in which one move wins.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use std::{fs, iter};

use anyhow::{Context, Result, ensure};
use chess::Position;
use indicatif::HumanCount;
use puzzles::{Finder, Played, Puzzle, Rules, find_all};
use trainer::data::RecordedGame;

use crate::cli::evaluator::EvaluatorArgs;
use crate::cli::games::{Batch, GameFile};
use crate::cli::{interrupt, paths, progress};

/// The folder of puzzles in the data folder, and the file that is made there.
const FOLDER: &str = "puzzles";
const NAME: &str = "made.epd";
/// The solver's moves, at most.
const MOST_MOVES: usize = 6;
/// How often the file is written.
const PERIOD: Duration = Duration::from_secs(5);

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    job: Job,
}

#[derive(clap::Subcommand)]
enum Job {
    /// Make puzzles from games: where a mistake lets one move win, and no other.
    Make(MakeArgs),
}

#[derive(clap::Args)]
struct MakeArgs {
    /// Files of games: PGN, self-play games, results of matches.
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,
    /// File of puzzles (EPD); an existing one is continued [default: puzzles/made.epd in the data
    /// folder, where the web app finds it].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Fail if the file exists, instead of continuing it.
    #[arg(long)]
    fresh: bool,
    /// Total number of puzzles in the file [default: as many as the games have].
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    count: usize,
    /// Nodes for each position of a game.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes that decide whether one move wins; at least ten times --nodes.
    #[arg(long, value_name = "NODES", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    verify: u64,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// Games at the same time, one thread each.
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
}

pub fn run(args: &Args) -> Result<()> {
    let Job::Make(args) = &args.job;
    make(args)
}

fn make(args: &MakeArgs) -> Result<()> {
    let MakeArgs { nodes, verify, .. } = *args;
    ensure!(verify / 10 >= nodes, "--verify {verify}: expected at least ten times --nodes {nodes}");
    let files = args.files.iter().map(|path| GameFile::open(path)).collect::<Result<Vec<_>>>()?;
    let out = args.out.clone().map_or_else(|| Ok(paths::data_subfolder(FOLDER)?.join(NAME)), anyhow::Ok)?;
    let heading = format!("# petteia puzzles make --nodes {nodes} --verify {verify}");
    let mut collection = if paths::continues(&out, args.fresh)? {
        Collection::read(&out, heading).with_context(|| format!("--out {}", out.display()))?
    } else {
        Collection { heading, ..Collection::default() }
    };
    let evaluator = args.evaluator.evaluator()?;
    let rules = Rules { nodes, verify, moves: MOST_MOVES };
    let finders =
        (0..args.concurrency).map(|_| Finder::new(&evaluator, rules)).collect::<Result<Vec<_>, _>>()?;
    let mut games = Vec::new();
    for file in &files {
        games.push(games_of(file, collection.done(&file.name()))?);
    }
    let interrupted = interrupt::watch()?;
    collection.write(&out)?;
    let bar = progress::spinner("puzzles");
    let mut failed = None;
    let (mut written, mut unwritten) = (Instant::now(), Ok(()));
    let games = games.into_iter().flatten().map_while(|game| game.map_err(|error| failed = Some(error)).ok());
    find_all(games, finders, &interrupted, |name: String, found| {
        collection.add(name, found, args.count);
        bar.set_message(collection.progress());
        if written.elapsed() >= PERIOD {
            unwritten = collection.write(&out);
            written = Instant::now();
        }
        unwritten.is_ok() && collection.puzzles.len() < args.count
    });
    bar.finish_and_clear();
    unwritten?;
    collection.write(&out)?;
    failed.map_or(Ok(()), Err)?;
    println!("{}: {}", out.display(), collection.progress());
    if interrupted.load(Relaxed) {
        println!("to continue, repeat the command");
    }
    Ok(())
}

/// The games of a file after those that were looked through, each with the name of the file.
fn games_of(
    file: &GameFile,
    done: usize,
) -> Result<impl Iterator<Item = Result<(String, Played)>> + Send + '_> {
    let games = file.batches(0)?.flat_map(|batch| match batch.and_then(played_in) {
        Ok(games) => games.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    });
    Ok(games.skip(done).map(|game| Ok((file.name(), game?))))
}

/// The games of a batch; one that cannot be read has no moves.
fn played_in(batch: Batch) -> Result<Vec<Played>> {
    Ok(match batch {
        Batch::Block(block) => block.games()?.into_iter().map(of_recorded).collect(),
        Batch::Pgn(game) => {
            vec![Played { moves: game.moves().collect(), start: game.start, scores: Vec::new() }]
        }
        Batch::Bad => vec![Played { start: Position::initial(), moves: Vec::new(), scores: Vec::new() }],
    })
}

fn of_recorded(game: RecordedGame) -> Played {
    let searched = || game.moves.iter();
    Played {
        moves: game.opening.iter().copied().chain(searched().map(|scored| scored.mv)).collect(),
        scores: game
            .opening
            .iter()
            .map(|_| None)
            .chain(searched().map(|scored| Some(scored.score)))
            .collect(),
        start: game.start,
    }
}

/// A file of puzzles. Its comments say how they were made, and from which games.
#[derive(Default)]
struct Collection {
    heading: String,
    /// Files, and how many of their games were looked through.
    done: Vec<(String, usize)>,
    puzzles: Vec<Puzzle>,
    ids: HashSet<String>,
}

impl Collection {
    /// Reads a file to continue it.
    fn read(path: &Path, heading: String) -> Result<Self> {
        let text = fs::read_to_string(path)?;
        let found = text.lines().next().unwrap_or_default();
        ensure!(found == heading, "made by {found:?}; expected {heading:?}, to continue it");
        let done = text.lines().filter_map(|line| {
            let (games, name) = line.strip_prefix(DONE)?.split_once(" games of ")?;
            Some((name.to_owned(), games.parse().ok()?))
        });
        let puzzles = puzzles::read(&text)?;
        let ids = puzzles.iter().map(Puzzle::id).collect();
        Ok(Self { heading, done: done.collect(), puzzles, ids })
    }

    /// How many games of a file were looked through.
    fn done(&self, name: &str) -> usize {
        self.done.iter().find(|(file, _)| file == name).map_or(0, |&(_, games)| games)
    }

    /// Adds the puzzles of the next game of a file.
    fn add(&mut self, name: String, found: Vec<Puzzle>, most: usize) {
        match self.done.iter_mut().find(|(file, _)| *file == name) {
            Some((_, games)) => *games += 1,
            None => self.done.push((name, 1)),
        }
        for puzzle in found {
            if self.puzzles.len() < most && self.ids.insert(puzzle.id()) {
                self.puzzles.push(puzzle);
            }
        }
    }

    fn progress(&self) -> String {
        let games: usize = self.done.iter().map(|(_, games)| games).sum();
        format!("{} puzzles in {} games", HumanCount(self.puzzles.len() as u64), HumanCount(games as u64))
    }

    fn write(&self, path: &Path) -> Result<()> {
        let done = self.done.iter().map(|(name, games)| format!("{DONE}{games} games of {name}"));
        let lines = iter::once(self.heading.clone()).chain(done);
        let lines = lines.chain(self.puzzles.iter().map(Puzzle::to_string));
        paths::write_whole(path, lines.map(|line| line + "\n").collect::<Vec<_>>().concat())
    }
}

/// What the comments about files begin with.
const DONE: &str = "# looked through ";
