//! The facade: a tree that is kept between searches, and the search itself.

use std::mem;
use std::time::{Duration, Instant};

use gamekit::{Key, SplitMix64};

use crate::arena::{Arena, ArenaError};
use crate::branch::Branch;
use crate::budget::Budget;
use crate::settings::{Parallel, Settings};
use crate::tree::{Line, Tree};
use crate::worker::{Shared, Worker};
use crate::{Game, noise, parallel};

/// Limits of a search, beside being stopped.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits<M> {
    /// Stop after this many simulations.
    pub simulations: Option<u64>,
    /// Stop when a simulation has gone this many plies deep.
    pub depth: Option<u32>,
    /// Search only these moves; all if empty.
    pub moves: Vec<M>,
}

impl<M> Limits<M> {
    /// This many simulations of all moves.
    pub const fn simulations(simulations: u64) -> Self {
        Self { simulations: Some(simulations), depth: None, moves: Vec::new() }
    }
}

/// No limits.
impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self { simulations: None, depth: None, moves: Vec::new() }
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The moves, the best first, each with what is expected after it; none if there is no legal
    /// move.
    pub lines: Vec<Line<M>>,
    /// Simulations of this search, by all threads.
    pub simulations: u64,
    /// The length of the longest path.
    pub deepest: u32,
    /// Time spent.
    pub time: Duration,
    /// How full the memory is, in thousandths.
    pub fill: usize,
}

impl<M: Copy> Report<M> {
    /// The move to play: the most visited, unless the solver knows better.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// A move drawn in proportion to `visits^(1/temperature)`.
    pub fn draw(&self, temperature: f64, rng: &mut SplitMix64) -> Option<M> {
        noise::draw(&self.lines, temperature, rng).and_then(|line| line.moves.first().copied())
    }
}

/// A tree search of a game.
pub struct Searcher<G: Game> {
    settings: Settings,
    megabytes: usize,
    /// One, or one for each thread.
    trees: Vec<Tree>,
    /// The game up to the root of the trees.
    root: Option<(Key, Vec<G::Move>)>,
}

impl<G: Game> Searcher<G> {
    /// A search with this much memory for its nodes.
    pub fn new(megabytes: usize, settings: Settings) -> Result<Self, ArenaError> {
        let mut searcher = Self { settings, megabytes, trees: Vec::new(), root: None };
        searcher.make_trees()?;
        Ok(searcher)
    }

    /// How it searches.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches another way; forgets everything. Without memory for that, all stays as it was.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), ArenaError> {
        self.change(settings, self.megabytes)
    }

    /// Draws other random numbers from now on; forgets nothing.
    pub const fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
    }

    /// Takes this much memory; forgets everything. Where there is not as much, the size stays.
    pub fn set_megabytes(&mut self, megabytes: usize) -> Result<(), ArenaError> {
        self.change(self.settings.clone(), megabytes)
    }

    fn change(&mut self, settings: Settings, megabytes: usize) -> Result<(), ArenaError> {
        let old = (mem::replace(&mut self.settings, settings), mem::replace(&mut self.megabytes, megabytes));
        let made = self.make_trees();
        if made.is_err() {
            (self.settings, self.megabytes) = old;
            self.make_trees()?;
        }
        made
    }

    fn make_trees(&mut self) -> Result<(), ArenaError> {
        let count = if self.settings.parallel == Parallel::Root { self.threads() } else { 1 };
        self.root = None;
        // The old memory goes first: old and new together may not fit.
        self.trees.clear();
        for _ in 0..count {
            self.trees.push(Tree::new(self.megabytes / count)?);
        }
        Ok(())
    }

    fn threads(&self) -> usize {
        self.settings.threads.max(1)
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.root = None;
        self.trees.iter_mut().for_each(Tree::clear);
    }

    /// Searches the position where the game stands until a limit is reached, `stop` returns true,
    /// or the result is proved. `stop` is asked before every simulation; `on_info` is called now
    /// and then.
    ///
    /// Starts from what the last search knows, if the game continues the one that was searched
    /// then.
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits<G::Move>,
        stop: impl Fn() -> bool + Sync,
        mut on_info: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let started = Instant::now();
        self.keep_tree(game, limits);
        let budget = Budget::new(limits.simulations, limits.depth, &stop);
        if self.prepare_roots(game, limits, &budget) {
            let workers = (0..self.threads()).map(|thread| self.worker(game, thread)).collect();
            let mut clock = InfoClock::new(started);
            let after = |tree: &Tree| {
                if clock.is_due(budget.simulations()) {
                    on_info(&report(tree.lines(G::unpack), tree, &budget, started));
                }
            };
            let Self { trees, settings, .. } = self;
            match settings.parallel {
                Parallel::Tree => parallel::tree::run(&mut trees[0], settings, &budget, workers, after),
                Parallel::Mutex => parallel::mutex::run(&mut trees[0], settings, &budget, workers, after),
                Parallel::Leaf => parallel::leaf::run(&mut trees[0], settings, &budget, workers, after),
                Parallel::Root => parallel::root::run(trees, settings, &budget, workers, after),
            }
        }
        let lines = parallel::root::merge(self.trees.iter().map(|tree| tree.lines(G::unpack)));
        report(lines, &self.trees[0], &budget, started)
    }

    fn worker(&self, game: &G, thread: usize) -> Worker<G> {
        // Seeds far apart, so that no thread repeats the numbers of another.
        let seed = SplitMix64::new(self.settings.seed ^ (thread as u64) << 32).next_u64();
        Worker::new(game.clone(), seed)
    }

    /// Moves the roots on to the game's position, or clears the trees.
    fn keep_tree(&mut self, game: &G, limits: &Limits<G::Move>) {
        let (start, moves) = game.record();
        let continued = self.root.as_ref().and_then(|(old_start, old_moves)| {
            moves.strip_prefix(&old_moves[..]).filter(|_| *old_start == start && limits.moves.is_empty())
        });
        match continued {
            Some(since) => {
                let since: Vec<u16> = since.iter().map(|&mv| G::pack(mv)).collect();
                self.trees.iter_mut().for_each(|tree| tree.advance(&since));
            }
            None => self.trees.iter_mut().for_each(Tree::clear),
        }
        // A tree of some moves only is of no use to the next search.
        self.root = limits.moves.is_empty().then_some((start, moves));
    }

    /// Gives the roots their children. Returns whether there is anything to search.
    fn prepare_roots(&mut self, game: &G, limits: &Limits<G::Move>, budget: &Budget) -> bool {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            return false;
        }
        let is_wanted = |mv: &G::Move| limits.moves.contains(mv);
        let is_restricted = moves.iter().any(is_wanted);
        for number in 0..self.trees.len() {
            let mut worker = self.worker(game, number);
            let (tree, settings) = (&mut self.trees[number], &self.settings);
            worker.expand(Shared { tree, settings, budget }, Arena::ROOT);
            if is_restricted {
                tree.arena.retain_children(Arena::ROOT, |child| is_wanted(&G::unpack(child.mv())));
            }
            if let Some(noise) = settings.noise {
                noise::add(tree, noise, &mut worker.rng);
            }
        }
        !self.trees.iter().any(|tree| tree.proof().is_some())
    }

    /// What the last search grew: the moves at the root, the preferred ones first, and below them the
    /// most visited nodes of the tree, so that there are no more than `most` of these. Of several
    /// trees the first.
    pub fn branches(&self, most: usize) -> Vec<Branch<G::Move>> {
        self.trees[0].branches(most, G::unpack)
    }

    /// Checks the counts of the trees.
    ///
    /// # Panics
    /// Panics where they do not add up.
    pub fn check(&self) {
        self.trees.iter().for_each(Tree::check);
    }
}

fn report<M>(lines: Vec<Line<M>>, tree: &Tree, budget: &Budget, started: Instant) -> Report<M> {
    Report {
        lines,
        simulations: budget.simulations(),
        deepest: budget.deepest(),
        time: started.elapsed(),
        fill: tree.arena.used() * 1000 / tree.arena.capacity(),
    }
}

/// When to call `on_info`: when the simulations have doubled, and every second.
struct InfoClock {
    last: Instant,
    next_count: u64,
}

impl InfoClock {
    const FIRST: u64 = 256;
    /// The clock is read every so many simulations.
    const PERIOD: u64 = 64;

    const fn new(started: Instant) -> Self {
        Self { last: started, next_count: Self::FIRST }
    }

    fn is_due(&mut self, simulations: u64) -> bool {
        let is_second = || self.last.elapsed() >= Duration::from_secs(1);
        if simulations < self.next_count && !(simulations.is_multiple_of(Self::PERIOD) && is_second()) {
            return false;
        }
        self.last = Instant::now();
        while self.next_count <= simulations {
            self.next_count *= 2;
        }
        true
    }
}
