//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// What the threads of a search may still spend.
pub struct Budget<'a> {
    limit: u64,
    depth: u32,
    simulations: AtomicU64,
    deepest: AtomicU32,
    halted: AtomicBool,
    /// Asked before every simulation, and by every thread.
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Budget<'a> {
    pub fn new(limit: Option<u64>, depth: Option<u32>, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self {
            limit: limit.unwrap_or(u64::MAX),
            depth: depth.unwrap_or(u32::MAX),
            simulations: AtomicU64::new(0),
            deepest: AtomicU32::new(0),
            halted: AtomicBool::new(false),
            stop,
        }
    }

    /// Whether the search is to end now.
    pub fn is_over(&self) -> bool {
        if self.halted.load(Relaxed) {
            return true;
        }
        let is_spent = self.simulations() >= self.limit || self.deepest() >= self.depth;
        if is_spent || (self.stop)() {
            self.halt();
        }
        self.halted.load(Relaxed)
    }

    /// Ends the search.
    pub fn halt(&self) {
        self.halted.store(true, Relaxed);
    }

    /// Takes one simulation, if the search goes on. Together the threads take no more than the
    /// limit.
    pub fn take(&self) -> bool {
        let next = |spent: u64| (spent < self.limit).then_some(spent + 1);
        !self.is_over() && self.simulations.fetch_update(Relaxed, Relaxed, next).is_ok()
    }

    /// Counts simulations that came on top of one taken.
    pub fn add(&self, simulations: u64) {
        self.simulations.fetch_add(simulations, Relaxed);
    }

    pub fn simulations(&self) -> u64 {
        self.simulations.load(Relaxed)
    }

    pub fn note_depth(&self, plies: usize) {
        self.deepest.fetch_max(plies as u32, Relaxed);
    }

    pub fn deepest(&self) -> u32 {
        self.deepest.load(Relaxed)
    }
}
