//! Tree parallelisation with one mutex.
//!
//! All threads grow one tree, and a lock lets only one of them in at a time. It is held while a
//! simulation selects and expands, and again while it backs up its value; only the value itself is
//! found outside. So this form gains where values take long, as rollouts do, and nearly nothing
//! where they are cheap. It is the simplest form that is right, and the measure for the one without
//! a lock.

use parking_lot::Mutex;

use super::run_in_rounds;
use crate::Game;
use crate::budget::Budget;
use crate::settings::Settings;
use crate::tree::Tree;
use crate::worker::{Selected, Shared, Worker};

/// Simulates until the search is over.
pub fn run<G: Game>(
    tree: &mut Tree,
    settings: &Settings,
    budget: &Budget,
    mut workers: Vec<Worker<G>>,
    after: impl FnMut(&Tree),
) {
    let lock = Mutex::new(());
    let work = |worker: &mut Worker<G>, shared: Shared, after: &mut dyn FnMut()| {
        while !shared.tree.is_full() && shared.budget.take() {
            let guard = lock.lock();
            let selected = worker.select(shared);
            drop(guard);
            let value = match selected {
                Selected::Known(value) => value,
                Selected::Open => worker.evaluate(shared),
            };
            let guard = lock.lock();
            worker.back_up(shared, value);
            drop(guard);
            worker.return_to_root();
            after();
        }
    };
    run_in_rounds(tree, settings, budget, &mut workers, work, after);
}
