//! How a search is ended from outside.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Ends a search while it runs on another thread. All clones end the same search.
///
/// A stop is given once and for all: a search that begins after it answers as soon as it can. Take a new
/// one where the last may have been used.
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
    /// Ends the search; it answers with what it has.
    pub fn stop(&self) {
        self.0.stopped.store(true, Relaxed);
        self.change(|_| ());
    }

    /// The expected move was played: a pondering search's clock runs from now on.
    pub fn ponder_hit(&self) {
        self.change(|times| times.ponder_hit = Some(Instant::now()));
    }

    /// Ends the search at this time, or no longer at any. Unlike [`Stop::stop`] this leaves the
    /// handle as good as new for another search.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.change(|times| times.deadline = deadline);
    }

    /// Whether [`Stop::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }

    pub(crate) fn times(&self) -> Times {
        *self.lock()
    }

    /// Waits while `is_held` says so, unless the search is stopped or its time is up.
    pub(crate) fn wait_while(&self, is_held: impl Fn(&Times) -> bool) {
        let mut times = self.lock();
        while !self.is_stopped() && !times.is_due() && is_held(&times) {
            times = match times.deadline {
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let waited = self.0.changed.wait_timeout(times, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.0.changed.wait(times).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn change(&self, change: impl FnOnce(&mut Times)) {
        change(&mut self.lock());
        self.0.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Times> {
        self.0.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
