//! The agent's search.
//!
//! This is the core of a chess engine's search: iterative deepening, principal variation search, a
//! transposition table that all threads share, and move ordering. Read it from the outside in:
//!
//! - [`Searcher`] owns the table and starts the threads;
//! - `worker` deepens iteration by iteration and keeps the best lines;
//! - `node` searches one position;
//! - `ordering` decides which move is tried first.

mod limits;
mod node;
mod ordering;
mod report;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use gamekit::GameResult;
use gamekit::table::{Table, TableError};

pub use limits::Limits;
pub use report::{Info, Line, Report};

use crate::tables::Tables;
use crate::{Evaluator, Game, Weights};
use worker::Worker;

/// No search goes deeper than this.
pub const MAX_DEPTH: u8 = 64;

/// A search of the game: the alpha-beta search of [`Searcher`], or another one.
pub trait Search: Send {
    /// Forgets everything, as before a new game.
    fn clear(&mut self);

    /// Searches the current position of a game until a limit is reached or `stop` is set, and calls
    /// `on_info` for the lines found on the way.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report;

    /// Hears how a game ended; `game` is as far as it was told. Who learns does so here.
    fn game_over(&mut self, _game: &Game, _result: GameResult) {}
}

impl Search for Searcher {
    fn clear(&mut self) {
        Self::clear(self);
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        Self::search(self, game, limits, stop, on_info)
    }
}

/// The agent: a transposition table, an evaluation and a number of threads.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use neighbours::search::{Limits, Searcher};
/// use neighbours::{Game, Weights};
///
/// let searcher = Searcher::new(&Weights::default(), 10_000, 1)?;
/// let game = Game::new("8/8/8/8/8/8/1b6/w7 w 0 1".parse()?);
/// let report = searcher.search(&game, &Limits::depth(3), &AtomicBool::new(false), |_| ());
/// assert_eq!(report.best().map(|mv| mv.to_string()), Some("a1b2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    evaluator: Evaluator,
    threads: usize,
    tables: Option<Arc<Tables>>,
    reductions: bool,
}

/// What the threads of one search share.
struct Shared<'a> {
    table: &'a Table,
    evaluator: &'a Evaluator,
    tables: Option<&'a Tables>,
    /// Whether late moves are searched less deeply at first.
    reductions: bool,
    limits: &'a Limits,
    started: Instant,
    nodes: AtomicU64,
    /// Set from outside to end the search.
    stop: &'a AtomicBool,
    /// Set by the first thread when it is done: the others only help it.
    done: AtomicBool,
}

impl Searcher {
    /// The usual size of the table: about eleven megabytes.
    pub const ENTRIES: usize = 1_000_000;

    /// An agent with these weights, table entries and threads.
    pub fn new(weights: &Weights, entries: usize, threads: usize) -> Result<Self, TableError> {
        let table = Table::with_entries(entries)?;
        let evaluator = Evaluator::new(weights);
        Ok(Self { table, evaluator, threads: threads.max(1), tables: None, reductions: true })
    }

    /// The same agent, which looks up what endgame tables know.
    pub fn with_tables(self, tables: Arc<Tables>) -> Self {
        Self { tables: Some(tables), ..self }
    }

    /// The same agent, which searches every move to the full depth.
    pub fn without_reductions(self) -> Self {
        Self { reductions: false, ..self }
    }

    /// Clears the table, as before a new game.
    pub fn clear(&self) {
        self.table.clear(self.threads);
    }

    /// Searches the current position of a game until a limit is reached or `stop` is set, and calls
    /// `on_info` for the lines of each finished iteration.
    pub fn search(
        &self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&Info),
    ) -> Report {
        self.table.new_search();
        let shared = Shared {
            table: &self.table,
            evaluator: &self.evaluator,
            tables: self.tables.as_deref(),
            reductions: self.reductions,
            limits,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
            stop,
            done: AtomicBool::new(false),
        };
        thread::scope(|scope| {
            for helper in 1..self.threads {
                let shared = &shared;
                scope.spawn(move || Worker::new(shared, game).help(helper));
            }
            let report = Worker::new(&shared, game).lead(&mut on_info);
            shared.done.store(true, Relaxed);
            report
        })
    }
}
