//! The facade: settings, what is kept between searches, and the search itself on the caller's
//! thread.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Position};
use gamekit::Key;
use gamekit::table::{Table, TableError};
use syzygy::Tables;

use crate::control::Control;
use crate::cuckoo::ReversibleMoves;
use crate::eval::Evaluator;
use crate::search::{Memory, Shared};
use crate::time::TimeBudget;
use crate::{Level, Limits, Report, SearchInfo, Stop, pool};

/// The engine's settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of search threads.
    pub threads: usize,
    /// Number of principal variations (`MultiPV`).
    pub lines: usize,
    /// Time lost between the engine and the clock.
    pub move_overhead: Duration,
    /// The evaluation.
    pub evaluator: Evaluator,
    /// The level to play at; none for full strength.
    pub level: Option<Level>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            lines: 1,
            move_overhead: Duration::from_millis(10),
            evaluator: Evaluator::default(),
            level: None,
        }
    }
}

/// A chess engine: settings, transposition table, histories.
pub struct Engine {
    settings: Settings,
    table: Table,
    tablebase: Arc<Tables>,
    reversible_moves: ReversibleMoves,
    /// One for each thread.
    memories: Vec<Memory>,
}

impl Engine {
    /// An engine with a transposition table of this size.
    pub fn new(hash_megabytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            settings: Settings::default(),
            table: Table::new(hash_megabytes)?,
            tablebase: Arc::new(Tables::empty()),
            reversible_moves: ReversibleMoves::new(),
            memories: Vec::new(),
        })
    }

    /// The current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings.
    pub fn set_settings(&mut self, settings: Settings) {
        if settings.evaluator != self.settings.evaluator || settings.level != self.settings.level {
            // Stored scores belong to the old evaluation.
            self.memories.clear();
            self.new_game();
        }
        self.settings = settings;
    }

    /// Changes the size of the table and clears it. If there is not enough memory, the old table
    /// stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table.resize(megabytes, self.settings.threads)
    }

    /// Uses other tablebases, which several engines can share.
    pub fn set_tablebase(&mut self, tablebase: impl Into<Arc<Tables>>) {
        self.tablebase = tablebase.into();
    }

    /// Clears the table and the histories.
    pub fn new_game(&mut self) {
        self.table.clear(self.settings.threads);
        self.memories.iter_mut().for_each(Memory::clear);
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
        let position = game.position();
        let level_nodes = self.settings.level.map(|level| level.nodes(position));
        let candidates = match self.settings.level {
            Some(level) if limits.searchmoves.is_empty() => level.candidates(game),
            _ => limits.searchmoves.clone(),
        };
        self.make_memories();
        let shared = Shared {
            table: &self.table,
            control: Control::new(self.memories.len(), limits, stop),
            reversible_moves: &self.reversible_moves,
            tablebase: &self.tablebase,
            limits,
            candidates,
            node_limit: [limits.nodes, level_nodes].into_iter().flatten().min(),
            budget: TimeBudget::new(limits, self.settings.move_overhead, position.fullmove_number()),
            lines: self.settings.lines.max(1),
        };
        pool::search(&mut self.memories, &shared, position, &repeatable(game), on_info)
    }

    /// Adjusts the memories to the number of threads.
    fn make_memories(&mut self) {
        // Most levels are calibrated with the classical evaluation, which changes less often than nets.
        let level = self.settings.level;
        let is_classical = level.is_some_and(|level| !level.uses_net());
        let evaluator = if is_classical { &Evaluator::Classical } else { &self.settings.evaluator };
        self.memories.resize_with(self.settings.threads.max(1), || Memory::new(evaluator, level));
    }
}

/// The keys of earlier positions that the last one could repeat.
fn repeatable(game: &Game) -> Vec<Key> {
    let reversible = usize::from(game.position().halfmove_clock());
    let mut keys: Vec<Key> = game.positions().rev().skip(1).take(reversible).map(Position::key).collect();
    keys.reverse();
    keys
}
