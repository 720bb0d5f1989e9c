//! Root parallelisation.
//!
//! Each thread grows a tree of its own, with random numbers of its own, and none knows of the
//! others. In the end the visits of each move at the root are added up over the trees. Nothing is
//! shared, so nothing waits, but each tree is only as deep as one thread makes it, and the memory
//! is divided. The sum is more reliable than its parts where they differ, as they do with rollouts.
//! With a fixed evaluation and without noise the trees are all the same and the sum tells nothing
//! new.

use std::cmp::Reverse;
use std::thread;

use super::run_in_rounds;
use crate::Game;
use crate::budget::Budget;
use crate::settings::Settings;
use crate::tree::{Line, Tree};
use crate::worker::{Shared, Worker};

/// Simulates until the search is over, each worker in its own tree.
pub fn run<G: Game>(
    trees: &mut [Tree],
    settings: &Settings,
    budget: &Budget,
    workers: Vec<Worker<G>>,
    mut after: impl FnMut(&Tree),
) {
    let work = |worker: &mut Worker<G>, shared: Shared, after: &mut dyn FnMut()| worker.run(shared, after);
    let mut pairs = trees.iter_mut().zip(workers);
    let Some((tree, worker)) = pairs.next() else { return };
    thread::scope(|scope| {
        let helpers: Vec<_> = pairs
            .map(|(tree, worker)| {
                scope.spawn(move || {
                    run_in_rounds(tree, settings, budget, &mut [worker], work, |_| ());
                })
            })
            .collect();
        run_in_rounds(tree, settings, budget, &mut [worker], work, &mut after);
        for helper in helpers {
            helper.join().expect("a simulation does not panic");
        }
    });
}

/// The lines of all trees, those with the same first move made one.
pub fn merge<M: Copy + PartialEq>(all: impl IntoIterator<Item = Vec<Line<M>>>) -> Vec<Line<M>> {
    let mut merged: Vec<Line<M>> = Vec::new();
    for line in all.into_iter().flatten() {
        match merged.iter_mut().find(|other| other.moves.first() == line.moves.first()) {
            Some(other) => add(other, line),
            None => merged.push(line),
        }
    }
    merged.sort_by_key(|line| Reverse(line.preference()));
    merged
}

/// Adds the visits, and takes what follows from whoever has visited the move more.
fn add<M>(line: &mut Line<M>, other: Line<M>) {
    let visits = line.visits + other.visits;
    if visits > 0 {
        let share = other.visits as f32 / visits as f32;
        line.value.win += (other.value.win - line.value.win) * share;
        line.value.draw += (other.value.draw - line.value.draw) * share;
    }
    if other.visits > line.visits {
        line.moves = other.moves;
    }
    line.visits = visits;
    line.proof = line.proof.or(other.proof);
}
