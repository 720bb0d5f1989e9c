//! Chess by either search: alpha-beta or a tree, chosen while the program runs.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use chess::{Game, Move};
use engine::{Engine, Limits, Report, SearchInfo, Stop};
use gamekit::table::TableError;
use syzygy::Tables;
use thiserror::Error;

use crate::{ArenaError, ChessSearcher, Settings};

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Principal variation search, a form of alpha-beta.
    #[default]
    Pvs,
    /// Monte Carlo tree search by PUCT.
    Mcts,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Pvs, Self::Mcts];

    const fn name(self) -> &'static str {
        match self {
            Self::Pvs => "PVS",
            Self::Mcts => "MCTS",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no such method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected PVS or MCTS")]
pub struct UnknownMethod;

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(text: &str) -> Result<Self, UnknownMethod> {
        Self::ALL.into_iter().find(|method| method.name().eq_ignore_ascii_case(text)).ok_or(UnknownMethod)
    }
}

/// There is no memory for the table or the tree.
#[derive(Debug, Error)]
pub enum MemoryError {
    /// For the table of alpha-beta.
    #[error(transparent)]
    Table(#[from] TableError),
    /// For the tree.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// A chess engine that searches by one method or the other.
///
/// Only one of them holds memory at a time, so that both stay within the same limit.
pub struct ChessPlayer {
    settings: engine::Settings,
    megabytes: usize,
    tablebase: Arc<Tables>,
    search: Search,
}

enum Search {
    Pvs(Box<Engine>),
    Mcts(Box<ChessSearcher>),
}

impl ChessPlayer {
    /// Alpha-beta with a table of this size.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            settings: engine::Settings::default(),
            megabytes,
            tablebase: Arc::new(Tables::empty()),
            search: Search::Pvs(Box::new(Engine::new(megabytes)?)),
        })
    }

    /// The current settings.
    pub const fn settings(&self) -> &engine::Settings {
        &self.settings
    }

    /// Changes the settings. The tree search has no levels.
    pub fn set_settings(&mut self, settings: engine::Settings) -> Result<(), ArenaError> {
        match &mut self.search {
            Search::Pvs(engine) => engine.set_settings(settings.clone()),
            Search::Mcts(searcher) => apply(searcher, &settings)?,
        }
        self.settings = settings;
        Ok(())
    }

    /// How it searches.
    pub const fn method(&self) -> Method {
        match self.search {
            Search::Pvs(_) => Method::Pvs,
            Search::Mcts(_) => Method::Mcts,
        }
    }

    /// Searches by another method from now on; forgets everything.
    pub fn set_method(&mut self, method: Method) -> Result<(), MemoryError> {
        if method == self.method() {
            return Ok(());
        }
        // The old memory goes first: old and new together may not fit.
        self.search = self.make(Method::Pvs, 1)?;
        self.search = self.make(method, self.megabytes)?;
        Ok(())
    }

    fn make(&self, method: Method, megabytes: usize) -> Result<Search, MemoryError> {
        Ok(match method {
            Method::Pvs => {
                let mut engine = Engine::new(megabytes)?;
                engine.set_settings(self.settings.clone());
                engine.set_tablebase(Arc::clone(&self.tablebase));
                Search::Pvs(Box::new(engine))
            }
            Method::Mcts => {
                let evaluator = self.settings.evaluator.clone();
                let mut searcher = ChessSearcher::new(evaluator, megabytes, Settings::puct())?;
                apply(&mut searcher, &self.settings)?;
                searcher.tablebase = Arc::clone(&self.tablebase);
                Search::Mcts(Box::new(searcher))
            }
        })
    }

    /// Changes the size of the table or the tree, and clears it. If there is not enough memory, the
    /// size stays as it was.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), MemoryError> {
        match &mut self.search {
            Search::Pvs(engine) => engine.set_hash(megabytes)?,
            Search::Mcts(searcher) => searcher.searcher().set_megabytes(megabytes)?,
        }
        self.megabytes = megabytes;
        Ok(())
    }

    /// Uses other tablebases.
    pub fn set_tablebase(&mut self, tablebase: Tables) {
        self.tablebase = Arc::new(tablebase);
        match &mut self.search {
            Search::Pvs(engine) => engine.set_tablebase(Arc::clone(&self.tablebase)),
            Search::Mcts(searcher) => searcher.tablebase = Arc::clone(&self.tablebase),
        }
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        match &mut self.search {
            Search::Pvs(engine) => engine.new_game(),
            Search::Mcts(searcher) => searcher.searcher().clear(),
        }
    }

    /// The moves at the root of the last search and how often each was visited, the best first.
    /// Alpha-beta counts no visits.
    pub fn visits(&self) -> &[(Move, u32)] {
        match &self.search {
            Search::Pvs(_) => &[],
            Search::Mcts(searcher) => searcher.visits(),
        }
    }

    /// Searches the last position of a game until a limit is reached or `stop` is called. `on_info`
    /// is called with each line found on the way.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_info: impl FnMut(&SearchInfo),
    ) -> Report {
        match &mut self.search {
            Search::Pvs(engine) => engine.search(game, limits, stop, on_info),
            Search::Mcts(searcher) => searcher.search(game, limits, stop, on_info),
        }
    }
}

fn apply(searcher: &mut ChessSearcher, settings: &engine::Settings) -> Result<(), ArenaError> {
    searcher.lines = settings.lines;
    searcher.move_overhead = settings.move_overhead;
    searcher.set_evaluator(settings.evaluator.clone());
    if searcher.searcher().settings().threads != settings.threads {
        let changed = Settings { threads: settings.threads, ..searcher.searcher().settings().clone() };
        searcher.searcher().set_settings(changed)?;
    }
    Ok(())
}
