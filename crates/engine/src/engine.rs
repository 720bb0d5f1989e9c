//! The engine as others use it: what outlives a search, and the search itself, on the caller's
//! thread. It knows nothing of stdin or of UCI's text.

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

/// How the engine is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads that search.
    pub threads: usize,
    /// How many best lines to find.
    pub lines: usize,
    /// Time that is lost between the engine and the clock.
    pub move_overhead: Duration,
    /// How positions are judged.
    pub evaluator: Evaluator,
    /// The strength to play at; none for full strength.
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

/// A chess engine: settings, and what it learned from earlier searches.
pub struct Engine {
    settings: Settings,
    table: Table,
    tablebase: Tables,
    reversible_moves: ReversibleMoves,
    /// One for each thread.
    memories: Vec<Memory>,
}

impl Engine {
    /// An engine with a table of so many megabytes.
    pub fn new(hash_megabytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            settings: Settings::default(),
            table: Table::new(hash_megabytes)?,
            tablebase: Tables::empty(),
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
            // What was learned so far was learned with another judgement.
            self.memories.clear();
            self.new_game();
        }
        self.settings = settings;
    }

    /// Changes the size of the table; its content is lost. If there is not enough memory, the old
    /// size stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table.resize(megabytes, self.settings.threads)
    }

    /// Uses other tablebases.
    pub fn set_tablebase(&mut self, tablebase: Tables) {
        self.tablebase = tablebase;
    }

    /// Forgets all that was learned from earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear(self.settings.threads);
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches the last position of a game until a limit is reached or `stop` is given. `on_info` hears of each
    /// line on the way.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_info: impl FnMut(&SearchInfo),
    ) -> Report {
        let position = game.position();
        let level_nodes = self.settings.level.map(|level| level.nodes(position));
        self.make_memories();
        let shared = Shared {
            table: &self.table,
            control: Control::new(self.memories.len(), limits, stop),
            reversible_moves: &self.reversible_moves,
            tablebase: &self.tablebase,
            limits,
            node_limit: [limits.nodes, level_nodes].into_iter().flatten().min(),
            budget: TimeBudget::new(limits, self.settings.move_overhead),
            lines: self.settings.lines.max(1),
        };
        pool::search(&mut self.memories, &shared, position, &repeatable(game), on_info)
    }

    /// One memory for each thread: those that are missing are made, those too many are dropped.
    fn make_memories(&mut self) {
        // Levels are calibrated with the classical evaluation: nets come and go.
        let level = self.settings.level;
        let evaluator = if level.is_some() { &Evaluator::Classical } else { &self.settings.evaluator };
        self.memories.resize_with(self.settings.threads.max(1), || Memory::new(evaluator, level));
    }
}

/// The keys of the positions before the last one that it could repeat.
fn repeatable(game: &Game) -> Vec<Key> {
    let reversible = usize::from(game.position().halfmove_clock());
    let mut keys: Vec<Key> = game.positions().rev().skip(1).take(reversible).map(Position::key).collect();
    keys.reverse();
    keys
}
