//! Sharing a node's moves: PV splitting and young brothers wait.
//!
//! ```text
//!            node                 PV splitting (Marsland 1982): only the nodes on the first
//!          /  |  \                line are shared, each after its first move.
//!     first  2nd  3rd
//!     alone  |    |               Young brothers wait (Feldmann 1990): any node is shared after
//!            A    B               its first move (the eldest brother) was searched alone.
//! ```
//!
//! Threads cannot simply take a part of the tree each: alpha-beta cuts most of it because of what was
//! found before, and a thread that starts too early searches what nobody needs. The first move of a node
//! is the one that sets `alpha` or refutes the node; so it is searched alone, and only if it did not refute
//! the node, its younger brothers are likely all needed and may be shared. Threads without work look
//! for such a node and take moves from it, one at a time (*work stealing*). If a move refutes the node,
//! all that work below it stop. The thread that opened the node waits for the others, and while it
//! waits, it helps them: it takes moves of nodes below its own.
//!
//! Both give the value of the serial search: a move is searched with the `alpha` known when it was
//! taken, and a higher one would only have cut more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chess::Move;
use gamekit::{Key, Score};
use parking_lot::{Condvar, Mutex};

use super::Sharing;
use super::node::{Best, Outlook, Site, take};
use super::worker::Worker;
use crate::board::{Board, Squares};

/// Nodes with less depth are not worth the effort.
const LEAST_DEPTH: i32 = 3;

/// The nodes whose moves threads may take.
pub struct Splits<S> {
    open: Mutex<Vec<Arc<SplitPoint<S>>>>,
    /// A node was opened, a move is done, or the search is over.
    changed: Condvar,
}

impl<S> Default for Splits<S> {
    fn default() -> Self {
        Self { open: Mutex::new(Vec::new()), changed: Condvar::new() }
    }
}

impl<S> Splits<S> {
    /// Wakes all threads, to see that the search is over.
    pub fn wake(&self) {
        let _open = self.open.lock();
        self.changed.notify_all();
    }
}

/// A node whose moves are shared.
pub struct SplitPoint<S> {
    /// The shared node above it.
    parent: Option<Arc<SplitPoint<S>>>,
    board: Board<S>,
    path: Vec<Key>,
    beta: Score,
    outlook: Outlook,
    site: Site,
    refuted: AtomicBool,
    state: Mutex<State>,
}

struct State {
    /// The moves that are left, the last first.
    moves: Vec<Move>,
    best: Best,
    line: Vec<Move>,
    /// Threads that are searching a move.
    busy: usize,
}

impl<S> SplitPoint<S> {
    /// Whether this node or one above it needs no more searching.
    pub fn is_refuted(&self) -> bool {
        self.refuted.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_refuted())
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        let parent = self.parent.as_ref();
        parent.is_some_and(|parent| Arc::ptr_eq(parent, other) || parent.is_below(other))
    }

    fn has_moves(&self) -> bool {
        !self.is_refuted() && !self.state.lock().moves.is_empty()
    }
}

impl<S: Squares> Worker<'_, S> {
    /// Whether the younger moves of a node are offered to other threads.
    pub(super) fn may_split(&self, depth: i32, site: Site) -> bool {
        let allows = match self.profile().sharing {
            Sharing::PvSplitting => site.is_leftmost,
            Sharing::YoungBrothersWait => true,
            Sharing::LazySmp => false,
        };
        allows && depth >= LEAST_DEPTH && self.profile().threads > 1
    }

    /// Searches the rest of a node's moves together with other threads.
    pub(super) fn split(
        &mut self,
        board: &Board<S>,
        beta: Score,
        (outlook, site, rest): (Outlook, Site, &[Move]),
        best: &mut Best,
        line: &mut Vec<Move>,
    ) {
        let state = State {
            moves: rest.iter().rev().copied().collect(),
            best: best.clone(),
            line: line.clone(),
            busy: 0,
        };
        let split = Arc::new(SplitPoint {
            parent: self.below.clone(),
            board: board.clone(),
            path: self.path.clone(),
            beta,
            outlook,
            site,
            refuted: AtomicBool::new(false),
            state: Mutex::new(state),
        });
        let splits = &self.shared.splits;
        splits.open.lock().push(Arc::clone(&split));
        splits.changed.notify_all();
        self.work_at(&split);
        self.wait_for(&split);
        splits.open.lock().retain(|other| !Arc::ptr_eq(other, &split));
        let state = split.state.lock();
        best.clone_from(&state.best);
        line.clone_from(&state.line);
    }

    /// Takes moves of a shared node until there is none.
    fn work_at(&mut self, split: &Arc<SplitPoint<S>>) {
        let above = self.below.replace(Arc::clone(split));
        let path = std::mem::replace(&mut self.path, split.path.clone());
        while !self.is_stopped() {
            let mut state = split.state.lock();
            let Some(mv) = state.moves.pop() else { break };
            let Some(next) = split.board.play(mv) else { continue };
            let (number, alpha) = (state.best.moves, state.best.alpha);
            state.best.moves += 1;
            state.best.quiets += usize::from(mv.is_quiet());
            state.busy += 1;
            drop(state);
            self.work_on(split, (mv, number), &next, alpha);
        }
        self.path = path;
        self.below = above;
    }

    fn work_on(
        &mut self,
        split: &Arc<SplitPoint<S>>,
        (mv, number): (Move, usize),
        next: &Board<S>,
        alpha: Score,
    ) {
        let mut below = Vec::new();
        let score = self.search_move(
            next,
            (alpha, split.beta),
            (split.outlook, split.site),
            (mv, number),
            &mut below,
        );
        let is_valid = !self.is_stopped();
        let mut state = split.state.lock();
        state.busy -= 1;
        if is_valid {
            let State { best, line, .. } = &mut *state;
            if take(best, mv, score, &below, line) && score >= split.beta {
                split.refuted.store(true, Relaxed);
            }
        }
        drop(state);
        self.shared.splits.wake();
    }

    /// Waits until no thread is at a node, and helps those below it meanwhile.
    fn wait_for(&mut self, split: &Arc<SplitPoint<S>>) {
        let splits = &self.shared.splits;
        loop {
            let mut open = splits.open.lock();
            if split.state.lock().busy == 0 {
                return;
            }
            let work = open.iter().find(|other| other.is_below(split) && other.has_moves()).cloned();
            match work {
                Some(other) => {
                    drop(open);
                    self.work_at(&other);
                }
                None => splits.changed.wait(&mut open),
            }
        }
    }

    /// What a thread without a node of its own does until the search is over.
    pub(super) fn help(&mut self) {
        let splits = &self.shared.splits;
        loop {
            let mut open = splits.open.lock();
            if self.shared.control.is_stopped() {
                break;
            }
            match open.iter().rev().find(|split| split.has_moves()).cloned() {
                Some(split) => {
                    drop(open);
                    self.work_at(&split);
                }
                None => splits.changed.wait(&mut open),
            }
        }
        self.report_nodes();
    }
}
