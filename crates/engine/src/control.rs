//! Stop flag, clock and counters of a running search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::stop::Times;
use crate::{Limits, Stop};

/// Stop flag, clock and counters of one search.
#[derive(Debug)]
pub struct Control<'a> {
    stop: &'a Stop,
    started: Instant,
    ponder: bool,
    infinite: bool,
    /// Set by the first thread when it is done.
    halted: AtomicBool,
    nodes: Vec<Counter>,
    tablebase_hits: AtomicU64,
}

/// A thread's node count, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

impl<'a> Control<'a> {
    /// Starts the clock.
    pub fn new(threads: usize, limits: &Limits, stop: &'a Stop) -> Self {
        Self {
            stop,
            started: Instant::now(),
            ponder: limits.ponder,
            infinite: limits.infinite,
            halted: AtomicBool::new(false),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            tablebase_hits: AtomicU64::new(0),
        }
    }

    /// Ends the search on all threads. `go infinite` and `go ponder` still wait for their release.
    pub fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Whether the search was halted or stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.halted.load(Relaxed) || self.stop.is_stopped()
    }

    /// Whether the opponent is still to move.
    pub fn is_pondering(&self) -> bool {
        self.is_pondering_at(&self.stop.times())
    }

    /// Time used on our clock, which does not run while pondering.
    pub fn elapsed(&self) -> Duration {
        self.elapsed_at(&self.stop.times())
    }

    /// Whether this much of our time is used, or the stop's deadline has passed.
    pub fn is_late(&self, hard: Option<Duration>) -> bool {
        let times = self.stop.times();
        let is_used_up = |hard| !self.is_pondering_at(&times) && self.elapsed_at(&times) >= hard;
        times.is_due() || hard.is_some_and(is_used_up)
    }

    /// Waits until an answer is allowed (`go infinite`, `go ponder`).
    pub fn wait_for_release(&self) {
        self.stop.wait_while(|times| if self.ponder { times.ponder_hit.is_none() } else { self.infinite });
    }

    /// Sets the node count of a thread.
    #[inline]
    pub fn report_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Relaxed);
    }

    /// The number of threads.
    #[inline]
    pub fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Counts a tablebase hit.
    pub fn count_tablebase_hit(&self) {
        self.tablebase_hits.fetch_add(1, Relaxed);
    }

    /// Tablebase hits of all threads.
    pub fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Relaxed)
    }

    fn is_pondering_at(&self, times: &Times) -> bool {
        self.ponder && times.ponder_hit.is_none()
    }

    fn elapsed_at(&self, times: &Times) -> Duration {
        times.ponder_hit.filter(|_| self.ponder).unwrap_or(self.started).elapsed()
    }
}
