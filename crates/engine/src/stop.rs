//! Stopping a search from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

/// Stops a search that runs on another thread. All clones stop the same search.
///
/// [`Stop::stop`] is final: a search that starts with a stopped handle returns at once. Use a new
/// handle for each search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signals>);

#[derive(Debug, Default)]
struct Signals {
    stopped: AtomicBool,
    times: Mutex<Times>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    pub ponder_hit: Option<Instant>,
    deadline: Option<Instant>,
}

impl Times {
    pub fn is_due(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Stop {
    /// Stops the search, which returns the best result so far.
    pub fn stop(&self) {
        self.0.stopped.store(true, Relaxed);
        self.change(|_| ());
    }

    /// Tells a pondering search that the expected move was played: its clock starts now.
    pub fn ponder_hit(&self) {
        self.change(|times| times.ponder_hit = Some(Instant::now()));
    }

    /// Stops the search at this time; `None` removes the deadline. Unlike after [`Stop::stop`], the
    /// handle can be used for another search.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.change(|times| times.deadline = deadline);
    }

    /// Whether [`Stop::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }

    pub(crate) fn times(&self) -> Times {
        *self.0.times.lock()
    }

    /// Waits while `is_held`, unless the search is stopped or the deadline passes.
    pub(crate) fn wait_while(&self, is_held: impl Fn(&Times) -> bool) {
        let mut times = self.0.times.lock();
        while !self.is_stopped() && !times.is_due() && is_held(&times) {
            match times.deadline {
                Some(deadline) => {
                    self.0.changed.wait_until(&mut times, deadline);
                }
                None => self.0.changed.wait(&mut times),
            }
        }
    }

    fn change(&self, change: impl FnOnce(&mut Times)) {
        change(&mut self.0.times.lock());
        self.0.changed.notify_all();
    }
}
