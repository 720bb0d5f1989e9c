//! Tree parallelisation without a lock.
//!
//! All threads grow one tree. A node's counts are atomics, so simulations may pass each other
//! anywhere, and no thread ever waits. Without more, threads that start at the same time would see
//! the same counts and all take the same path; so each counts a loss on its way down, the virtual
//! loss, which makes the path look worse to the others, and takes it back with the true value. Two
//! threads that want to expand the same node do not do it twice: one claims it, the other takes the
//! node as a leaf.

use super::run_in_rounds;
use crate::Game;
use crate::budget::Budget;
use crate::settings::Settings;
use crate::tree::Tree;
use crate::worker::{Shared, Worker};

/// What a visit counts for until its value is known: a loss.
const VIRTUAL_LOSS: f32 = -1.0;

/// Simulates until the search is over.
pub fn run<G: Game>(
    tree: &mut Tree,
    settings: &Settings,
    budget: &Budget,
    workers: Vec<Worker<G>>,
    after: impl FnMut(&Tree),
) {
    let alone = workers.len() == 1;
    let pending = if alone { 0.0 } else { VIRTUAL_LOSS };
    let mut workers: Vec<_> = workers.into_iter().map(|worker| worker.with_pending(pending)).collect();
    let work = |worker: &mut Worker<G>, shared: Shared, after: &mut dyn FnMut()| worker.run(shared, after);
    run_in_rounds(tree, settings, budget, &mut workers, work, after);
}
