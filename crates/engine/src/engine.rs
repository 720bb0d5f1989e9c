//! The engine as others use it: a position, a search that runs in the background, and events that
//! tell of its progress. It knows nothing of stdin or of UCI's text.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use chess::{Game, Move, Position};
use gamekit::table::{Table, TableError};
use gamekit::{Bound, Key, Score};
use syzygy::Tables;

use crate::control::Control;
use crate::cuckoo::ReversibleMoves;
use crate::eval::Evaluator;
use crate::search::{Report, RootMove, RootMoves, Shared, Worker};
use crate::time::TimeBudget;
use crate::{Level, Limits, pool};

/// A line that the search found.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo {
    /// The depth of the iteration.
    pub depth: i32,
    /// The deepest ply that was reached.
    pub selective_depth: usize,
    /// The number of the line, the best being one.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What the score proves.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
    /// Positions found in tablebases.
    pub tablebase_hits: u64,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What a search tells.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line.
    Info(SearchInfo),
    /// The end: the move to play, if there is one, and the reply to expect.
    BestMove {
        /// The move to play.
        best: Option<Move>,
        /// The reply to expect.
        ponder: Option<Move>,
    },
}

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

/// A chess engine. One search runs at a time; starting another, or changing anything, waits for it.
pub struct Engine {
    game: Game,
    settings: Settings,
    table: Arc<Table>,
    tablebase: Arc<Tables>,
    reversible_moves: Arc<ReversibleMoves>,
    workers: Vec<Worker>,
    running: Option<Running>,
}

struct Running {
    control: Arc<Control>,
    thread: JoinHandle<Vec<Worker>>,
}

impl Engine {
    /// An engine at the initial position with a table of so many megabytes.
    pub fn new(hash_megabytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            game: Game::default(),
            settings: Settings::default(),
            table: Arc::new(Table::new(hash_megabytes)?),
            tablebase: Arc::new(Tables::empty()),
            reversible_moves: Arc::new(ReversibleMoves::new()),
            workers: Vec::new(),
            running: None,
        })
    }

    /// The game whose last position is searched.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position to search.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Sets up the position to search, with the game that led to it.
    pub fn set_game(&mut self, game: Game) {
        self.wait();
        self.game = game;
    }

    /// The current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.wait();
        if settings.evaluator != self.settings.evaluator || settings.level != self.settings.level {
            // What was learned so far was learned with another judgement.
            self.new_game();
        }
        self.settings = settings;
    }

    /// Changes the size of the table; its content is lost. If there is not enough memory, the old
    /// size stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.wait();
        let table = Arc::get_mut(&mut self.table).expect("no search runs, so nobody else has the table");
        table.resize(megabytes, self.settings.threads)
    }

    /// Uses other tablebases.
    pub fn set_tablebase(&mut self, tablebase: Tables) {
        self.wait();
        self.tablebase = Arc::new(tablebase);
    }

    /// Forgets all that was learned from earlier searches.
    pub fn new_game(&mut self) {
        self.wait();
        self.table.clear(self.settings.threads);
        self.workers.clear();
    }

    /// Starts a search. Events go to the sink, from another thread; the last one is the best move.
    pub fn go(&mut self, limits: Limits, mut sink: impl FnMut(Event) + Send + 'static) {
        let mut errand = self.errand(limits);
        let control = Arc::clone(&errand.shared.control);
        let thread = thread::spawn(move || {
            errand.run(&mut sink);
            errand.workers
        });
        self.running = Some(Running { control, thread });
    }

    /// Searches on the caller's own thread, which saves much of the time of very short searches. The
    /// limits have to end it.
    pub fn think(&mut self, limits: Limits, mut sink: impl FnMut(Event) + Send) {
        let mut errand = self.errand(limits);
        errand.run(&mut sink);
        self.workers = errand.workers;
    }

    /// Gets everything together that a search needs.
    fn errand(&mut self, mut limits: Limits) -> Errand {
        self.wait();
        if let Some(level) = self.settings.level {
            let most = level.nodes(self.game.position());
            limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let threads = self.settings.threads.max(1);
        let control = Arc::new(Control::new(threads, limits.ponder, limits.infinite));
        let budget = TimeBudget::new(&limits, self.settings.move_overhead);
        let shared = Shared {
            table: Arc::clone(&self.table),
            control,
            reversible_moves: Arc::clone(&self.reversible_moves),
            tablebase: Arc::clone(&self.tablebase),
            limits,
            budget,
            lines: self.settings.lines,
        };
        let mut workers = std::mem::take(&mut self.workers);
        workers.truncate(threads);
        // Levels are calibrated with the classical evaluation: nets come and go.
        let level = self.settings.level;
        let evaluator = if level.is_some() { &Evaluator::Classical } else { &self.settings.evaluator };
        while workers.len() < threads {
            workers.push(Worker::new(workers.len(), evaluator, level));
        }
        Errand { shared, position: self.game.position().clone(), history: self.history(), workers }
    }

    /// Ends the search, if one runs; the best move still comes.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// The expected move was played: the search goes on with the clock running.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    /// Whether a search has not given its best move yet.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.thread.is_finished())
    }

    /// Whether a search answers only when it is told to.
    pub fn is_held(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.control.is_held())
    }

    /// Waits for the search to end.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take()
            && let Ok(workers) = running.thread.join()
        {
            self.workers = workers;
        }
    }

    /// The keys of the positions before the current one that it could repeat.
    fn history(&self) -> Vec<Key> {
        let reversible = usize::from(self.game.position().halfmove_clock());
        let mut keys: Vec<Key> =
            self.game.positions().rev().skip(1).take(reversible).map(Position::key).collect();
        keys.reverse();
        keys
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

/// A search to be made: what the workers share, and the workers.
struct Errand {
    shared: Shared,
    position: Position,
    /// The keys of the positions before it.
    history: Vec<Key>,
    workers: Vec<Worker>,
}

impl Errand {
    /// Runs all workers, then answers.
    fn run(&mut self, sink: &mut (impl FnMut(Event) + Send)) {
        let Self { shared, position, history, workers } = self;
        let (shared, position): (&Shared, &Position) = (shared, position);
        let root = root_moves(shared, position);
        if root.all().is_empty() {
            answer_without_moves(shared, position, sink);
            return;
        }
        shared.table.new_search();
        for worker in workers.iter_mut() {
            worker.prepare(history, root.clone());
        }
        let (first, helpers) = workers.split_first_mut().expect("there is at least one thread");
        thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .iter_mut()
                .map(|helper| scope.spawn(|| helper.iterate(shared, position, |_, _| {})))
                .collect();
            first.iterate(shared, position, |worker, report| tell(shared, worker, report, sink));
            // Found all there is to find: a held search still waits for its release.
            shared.control.wait_for_release();
            shared.control.halt();
            // Joined one by one, which ThreadSanitizer understands; the end of a scope it does not.
            for helper in helpers {
                helper.join().expect("a search does not panic");
            }
        });
        let best = pool::vote(workers);
        if !std::ptr::eq(best, &raw const workers[0]) {
            tell(shared, best, Report::Iteration, sink);
        }
        let line: &[Move] = best.root_moves().best().map_or(&[], |root| &root.line);
        sink(Event::BestMove { best: line.first().copied(), ponder: line.get(1).copied() });
    }
}

/// The moves to consider: all, those asked for, or those that tablebases call best.
fn root_moves(shared: &Shared, position: &Position) -> RootMoves {
    let wanted = &shared.limits.searchmoves;
    let legal = position.legal_moves();
    if legal.iter().any(|mv| wanted.contains(mv)) {
        return RootMoves::new(legal.into_iter().filter(|mv| wanted.contains(mv)));
    }
    match shared.tablebase.root_moves(position) {
        Some((result, best)) => {
            shared.control.count_tablebase_hit();
            RootMoves::new(best).with_known_result(result)
        }
        None => RootMoves::new(legal),
    }
}

/// Mate or stalemate: there is a score, but no move.
fn answer_without_moves(shared: &Shared, position: &Position, sink: &mut impl FnMut(Event)) {
    let score = if position.in_check() { Score::mated_in(gamekit::Ply::ROOT) } else { Score::DRAW };
    sink(Event::Info(SearchInfo {
        depth: 0,
        selective_depth: 0,
        line: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: shared.control.elapsed(),
        hashfull: 0,
        tablebase_hits: 0,
        moves: Vec::new(),
    }));
    shared.control.wait_for_release();
    sink(Event::BestMove { best: None, ponder: None });
}

fn tell(shared: &Shared, worker: &Worker, report: Report, sink: &mut impl FnMut(Event)) {
    let control = &shared.control;
    let time = control.elapsed();
    let info = |line: usize, root: &RootMove, bound| SearchInfo {
        depth: worker.depth_shown(report),
        selective_depth: root.selective_depth,
        line,
        score: worker.root_moves().shown_score(root),
        bound,
        nodes: control.nodes(),
        time,
        hashfull: shared.table.hashfull(),
        tablebase_hits: control.tablebase_hits(),
        moves: root.line.clone(),
    };
    let roots = worker.root_moves();
    match report {
        Report::Iteration => {
            for (index, root) in roots.all().iter().take(shared.lines.max(1)).enumerate() {
                sink(Event::Info(info(index + 1, root, Bound::Exact)));
            }
        }
        // Bounds are of interest only when a search takes its time.
        Report::FailedLow | Report::FailedHigh if time < Duration::from_secs(1) || shared.lines > 1 => {}
        Report::FailedLow | Report::FailedHigh => {
            let bound = if report == Report::FailedLow { Bound::Upper } else { Bound::Lower };
            if let Some(root) = roots.current() {
                sink(Event::Info(info(1, root, bound)));
            }
        }
    }
}
