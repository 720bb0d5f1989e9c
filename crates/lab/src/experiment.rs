//! Experiments: what each technique is worth, measured beside what the theses measured.
//!
//! An [`Experiment`] has a name, says what it asks and what the original found, and runs to
//! [`Findings`]: tables, a chart, and notes. `petteia lab run NAME` writes them down; `--quick`
//! makes every experiment small enough for a test. Figures of nodes are the same on every machine;
//! those of time are not, so tables of time give ratios too.

pub mod bars;
mod bits;
mod evaluations;
mod findings;
mod fortress;
mod kinds;
mod parallel;
mod representations;
mod searches;
mod techniques;
mod trees;

pub use findings::{Findings, Table};

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chess::{Game, Position};
use engine::{Limits, Report, Stop};
use gamekit::table::TableError;
use thiserror::Error;

use crate::player::{Player, Profile};

/// A question and how it is answered.
pub struct Experiment {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it asks.
    pub about: &'static str,
    /// What the original says.
    pub original: &'static str,
    /// Answers it.
    pub run: fn(&Settings<'_>) -> Result<Findings, ExperimentError>,
}

/// How an experiment is run.
pub struct Settings<'a> {
    /// Small enough for a test.
    pub quick: bool,
    /// Games of each match.
    pub games: usize,
    /// How long players think.
    pub thinking: Thinking,
    /// Games played at the same time.
    pub concurrency: usize,
    /// The program that plays profiles by `lab uci PROFILE`.
    pub program: PathBuf,
    /// Where matches are kept, so that they can go on.
    pub folder: PathBuf,
    /// A net of Stockfish 12 for what asks for one; the built-in one otherwise.
    pub net: Option<PathBuf>,
    /// Set to end early.
    pub interrupt: &'a AtomicBool,
    /// Told about progress.
    pub tell: &'a (dyn Fn(&str) + Sync),
}

/// How long players of a match think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// A time, as the originals did.
    Time(Duration),
    /// A number of nodes, which does not depend on the machine, but hides what speed is worth.
    Nodes(u64),
}

/// Why an experiment failed.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// A match could not be played.
    #[error(transparent)]
    Match(#[from] arena::tournament::TournamentError),
    /// No memory for a table.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// No memory for a tree.
    #[error(transparent)]
    Tree(#[from] mcts::ArenaError),
    /// The net could not be read.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Net(PathBuf, nnue::OpenError),
    /// The person ended it.
    #[error("interrupted; the same command goes on with the matches")]
    Interrupted,
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    representations::EXPERIMENT,
    bits::EXPERIMENT,
    kinds::EXPERIMENT,
    searches::EXPERIMENT,
    techniques::EXPERIMENT,
    fortress::EXPERIMENT,
    parallel::EXPERIMENT,
    evaluations::EXPERIMENT,
    trees::EXPERIMENT,
    bars::MADRID,
    bars::HYBRID,
];

impl Experiment {
    /// The experiment of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        EXPERIMENTS.iter().find(|experiment| experiment.name == name)
    }
}

/// The positions that searches are measured on: openings, middlegames, endings.
fn positions(settings: &Settings<'_>) -> Vec<Position> {
    let count = if settings.quick { 4 } else { 20 };
    let fens = engine::bench::POSITIONS.iter().take(count);
    fens.map(|fen| fen.parse().expect("the positions of the bench are legal")).collect()
}

/// The time that something takes, and what it gives.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// A fresh player's search of a position to a depth, with a limit of nodes.
fn search(
    profile: Profile,
    position: &Position,
    depth: u32,
    most_nodes: Option<u64>,
) -> Result<(Report, Duration), TableError> {
    let mut player = Player::new(profile)?;
    let limits = Limits { depth: Some(depth), nodes: most_nodes, ..Limits::default() };
    let game = Game::new(position.clone());
    Ok(timed(|| player.search(&game, &limits, &Stop::default(), |_| ())))
}
