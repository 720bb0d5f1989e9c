//! Four ways to search with several threads.
//!
//! All share the code of a simulation and differ in what they share: one tree without a lock
//! ([`tree`]), one tree behind a lock ([`mutex`]), a tree each ([`root`]), or one leaf ([`leaf`]).
//! (Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search", 2008.)

pub mod leaf;
pub mod mutex;
pub mod root;
pub mod tree;

use std::thread;

use crate::Game;
use crate::budget::Budget;
use crate::settings::Settings;
use crate::tree::Tree;
use crate::worker::{Shared, Worker};

/// Runs the workers, the first of them on this thread, until the search is over. Whenever the tree
/// is full, all of them pause while it is cut back.
fn run_in_rounds<G: Game>(
    tree: &mut Tree,
    settings: &Settings,
    budget: &Budget,
    workers: &mut [Worker<G>],
    work: impl Fn(&mut Worker<G>, Shared, &mut dyn FnMut()) + Sync,
    mut after: impl FnMut(&Tree),
) {
    loop {
        let shared = Shared { tree, settings, budget };
        let (first, others) = workers.split_first_mut().expect("there is at least one worker");
        thread::scope(|scope| {
            let work = &work;
            let helpers: Vec<_> = others
                .iter_mut()
                .map(|worker| scope.spawn(move || work(worker, shared, &mut || ())))
                .collect();
            work(first, shared, &mut || after(shared.tree));
            // Joined one by one, which ThreadSanitizer understands; the end of a scope it does not.
            for helper in helpers {
                helper.join().expect("a simulation does not panic");
            }
        });
        if !tree.is_full() {
            return;
        }
        tree.recycle();
    }
}
