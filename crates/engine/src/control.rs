//! How a running search is told to stop, and how it tells its progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The strings that hold a search, made anew for each one: a late `stop` cannot end the next.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    /// Nothing is answered while this holds (`go infinite`, `go ponder`).
    state: Mutex<State>,
    released: Condvar,
    pondering: AtomicBool,
    nodes: Vec<Counter>,
    tablebase_hits: AtomicU64,
}

#[derive(Debug)]
struct State {
    started: Instant,
    held: bool,
}

/// A thread's count of nodes, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

impl Control {
    /// The control of a search by so many threads. A held search answers only once released.
    pub fn new(threads: usize, pondering: bool, infinite: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            state: Mutex::new(State { started: Instant::now(), held: pondering || infinite }),
            released: Condvar::new(),
            pondering: AtomicBool::new(pondering),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            tablebase_hits: AtomicU64::new(0),
        }
    }

    /// Ends the search; it answers with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.release(|state| state.held = false);
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
        self.release(|state| *state = State { started: Instant::now(), held: false });
    }

    /// Ends the search without answering for a held one.
    pub(crate) fn halt(&self) {
        self.stop.store(true, Relaxed);
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    #[inline]
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Time on our clock: none passes while pondering.
    pub(crate) fn elapsed(&self) -> Duration {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).started.elapsed()
    }

    /// Whether no answer may be given yet.
    pub(crate) fn is_held(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).held
    }

    /// Waits until an answer may be given.
    pub(crate) fn wait_for_release(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.held {
            state = self.released.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    #[inline]
    pub(crate) fn report_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Relaxed);
    }

    /// How many threads search.
    #[inline]
    pub(crate) fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    pub(crate) fn count_tablebase_hit(&self) {
        self.tablebase_hits.fetch_add(1, Relaxed);
    }

    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Relaxed)
    }

    fn release(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.released.notify_all();
    }
}
