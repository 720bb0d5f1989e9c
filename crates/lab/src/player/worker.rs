//! What one thread of a search has for itself, and what all share.

use std::sync::Arc;

use chess::{Game, Move};
use engine::{Control, Limits, TimeBudget};
use gamekit::table::Table;
use gamekit::{Key, Ply, Score};

use super::Profile;
use super::evaluation::Judge;
use super::ordering::Killers;
use super::split::{SplitPoint, Splits};
use crate::board::{Board, Squares};

/// What all threads of a search share.
pub struct Shared<'a, S> {
    pub profile: &'a Profile,
    pub judge: &'a Judge,
    pub table: Option<&'a Table>,
    pub control: &'a Control<'a>,
    pub budget: Option<TimeBudget>,
    pub limits: &'a Limits,
    pub splits: Splits<S>,
}

/// A thread of a search.
pub struct Worker<'a, S> {
    pub shared: &'a Shared<'a, S>,
    pub thread: usize,
    pub nodes: u64,
    /// The deepest ply reached.
    pub deepest: usize,
    pub killers: Killers,
    /// The keys of the game's positions and of those on the way to the current node.
    pub path: Vec<Key>,
    /// The moves to search at the root.
    pub root_moves: Vec<Move>,
    /// The shared node below which this thread is at work.
    pub below: Option<Arc<SplitPoint<S>>>,
    stopped: bool,
}

/// How often the clock is looked at, in nodes.
const CLOCK_EVERY: u64 = 512;

impl<'a, S: Squares> Worker<'a, S> {
    pub fn new(shared: &'a Shared<'a, S>, thread: usize, game: &Game) -> Self {
        let position = game.position();
        let mut root_moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if !shared.limits.searchmoves.is_empty() {
            root_moves.retain(|mv| shared.limits.searchmoves.contains(mv));
        }
        Self {
            shared,
            thread,
            nodes: 0,
            deepest: 0,
            killers: Killers::default(),
            path: game.positions().map(|position| Board::<S>::of(position).key()).collect(),
            root_moves,
            below: None,
            stopped: false,
        }
    }

    pub fn profile(&self) -> &'a Profile {
        self.shared.profile
    }

    pub fn evaluate(&self, board: &Board<S>) -> Score {
        self.shared.judge.evaluate(board)
    }

    /// Counts a node and says whether the search goes on.
    pub fn enter(&mut self, ply: Ply) -> bool {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply.index());
        let control = self.shared.control;
        let limit = self.shared.limits.nodes;
        let is_alone = control.threads() == 1;
        if is_alone && limit.is_some_and(|limit| self.nodes >= limit) {
            self.halt();
        }
        if self.nodes.is_multiple_of(CLOCK_EVERY) {
            self.report_nodes();
            let spent = !is_alone && limit.is_some_and(|limit| control.nodes() >= limit);
            if spent || control.is_late(self.shared.budget.map(|budget| budget.hard)) {
                self.halt();
            }
        }
        !self.is_stopped()
    }

    /// Whether the search is over, or a shared node above this one is refuted.
    pub fn is_stopped(&mut self) -> bool {
        self.stopped |= self.shared.control.is_stopped();
        self.stopped || self.below.as_ref().is_some_and(|split| split.is_refuted())
    }

    pub fn report_nodes(&self) {
        self.shared.control.report_nodes(self.thread, self.nodes);
    }

    fn halt(&mut self) {
        self.stopped = true;
        self.shared.control.halt();
    }
}
