//! Leaf parallelisation.
//!
//! One thread grows the tree. When it reaches a leaf, all threads find a value for it at the same
//! time, each with its own random numbers, and all values are backed up, each as a simulation of
//! its own. The tree needs no protection, since only one thread touches it, but every leaf takes as
//! long as the slowest of its values. More values make a leaf's mean more reliable, not the tree
//! deeper; where the value of a leaf is the same each time, nothing is gained.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;

use super::run_in_rounds;
use crate::budget::Budget;
use crate::settings::Settings;
use crate::tree::Tree;
use crate::worker::{Selected, Shared, Worker};
use crate::{Game, Value};

/// What the thread of the tree and those that only find values tell each other.
struct Desk {
    /// The moves from the root to the leaf.
    path: Mutex<Vec<u16>>,
    values: Mutex<Vec<Value>>,
    /// Passed by all when a leaf is there, and when its values are.
    gate: Barrier,
    is_closed: AtomicBool,
}

/// Simulates until the search is over.
pub fn run<G: Game>(
    tree: &mut Tree,
    settings: &Settings,
    budget: &Budget,
    mut workers: Vec<Worker<G>>,
    after: impl FnMut(&Tree),
) {
    let helpers = workers.split_off(1);
    let desk = Desk {
        path: Mutex::new(Vec::new()),
        values: Mutex::new(Vec::new()),
        gate: Barrier::new(helpers.len() + 1),
        is_closed: AtomicBool::new(false),
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = helpers
            .into_iter()
            .map(|mut worker| {
                let desk = &desk;
                scope.spawn(move || help(&mut worker, settings, budget, desk))
            })
            .collect();
        let work = |worker: &mut Worker<G>, shared: Shared, after: &mut dyn FnMut()| {
            while !shared.tree.is_full() && shared.budget.take() {
                simulate(worker, shared, &desk);
                after();
            }
        };
        run_in_rounds(tree, settings, budget, &mut workers, work, after);
        desk.is_closed.store(true, Relaxed);
        desk.gate.wait();
        for helper in helpers {
            helper.join().expect("a simulation does not panic");
        }
    });
}

/// One pass through the tree, with a value from each thread.
fn simulate<G: Game>(worker: &mut Worker<G>, shared: Shared, desk: &Desk) {
    match worker.select(shared) {
        Selected::Known(value) => worker.back_up(shared, value),
        Selected::Open => {
            let mut path = desk.path.lock();
            path.clear();
            path.extend(worker.path_moves(shared.tree));
            drop(path);
            desk.gate.wait();
            let value = worker.evaluate(shared);
            desk.gate.wait();
            worker.back_up(shared, value);
            let mut values = desk.values.lock();
            shared.budget.add(values.len() as u64);
            for value in values.drain(..) {
                worker.enter_again(shared);
                worker.back_up(shared, value);
            }
        }
    }
    worker.return_to_root();
}

/// Finds values for leaves until there are no more.
fn help<G: Game>(worker: &mut Worker<G>, settings: &Settings, budget: &Budget, desk: &Desk) {
    let mut path = Vec::new();
    loop {
        desk.gate.wait();
        if desk.is_closed.load(Relaxed) {
            return;
        }
        path.clone_from(&desk.path.lock());
        for &mv in &path {
            worker.game.play(G::unpack(mv));
        }
        let value = worker.leaf_value(settings, budget);
        for _ in &path {
            worker.game.undo();
        }
        desk.values.lock().push(value);
        desk.gate.wait();
    }
}
