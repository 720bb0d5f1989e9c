//! Retrograde analysis: the distance to the end of every position of a material, from the shortest
//! to the longest.
//!
//! Moves that capture nothing lead from `3v2` to `2v3` and back, so both are solved together; moves
//! that capture lead to smaller tables, which are known. At first a position is lost if it has no
//! move, and won as soon as a capture wins. Then, distance by distance, steps back from lost
//! positions find won ones, and steps back from won positions find candidates, which are lost if all
//! of their moves lead to won positions. What is left in the end is drawn: neither side can force
//! the other, so a position occurs for the third time.
//!
//! Every write of a step can be repeated, so a step that was interrupted is simply done again.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use super::board::Board;
use super::chunks::for_each_range;
use super::index::{Indexer, Material};
use super::{Table, Tables, value};

/// A material and its reverse, on the way to their tables.
pub(super) struct Solver<'a> {
    smaller: &'a Tables,
    threads: usize,
    /// One if both sides have the same number of pieces, else two.
    classes: Vec<Class>,
    /// The distance that the next step looks at; nothing before the first.
    next: Option<u8>,
    /// The greatest distance found so far.
    longest: AtomicU8,
}

/// The positions of one material.
struct Class {
    indexer: Indexer,
    values: Vec<AtomicU8>,
}

/// What a step came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// There may be more to find.
    Done,
    /// `stop` was set: the step must be repeated.
    Stopped,
    /// All is found.
    Finished,
}

impl<'a> Solver<'a> {
    /// Starts from nothing.
    pub fn new(material: Material, smaller: &'a Tables, threads: usize) -> Self {
        let classes = materials(material).into_iter().map(|material| {
            let indexer = Indexer::new(material);
            let values = (0..indexer.len()).map(|_| AtomicU8::new(value::DRAW)).collect();
            Class { indexer, values }
        });
        Self { smaller, threads, classes: classes.collect(), next: None, longest: AtomicU8::new(0) }
    }

    /// Goes on from the values of [`Solver::drafts`], at the distance of [`Solver::next`]. Returns
    /// whether there are as many as there must be.
    pub fn resume(&mut self, next: u8, values: Vec<Vec<u8>>) -> bool {
        let fits = |(class, values): (&Class, &Vec<u8>)| class.values.len() == values.len();
        if !self.classes.iter().zip(&values).all(fits) {
            return false;
        }
        for (class, values) in self.classes.iter_mut().zip(values) {
            class.values = values.into_iter().map(AtomicU8::new).collect();
        }
        let decided = self.classes.iter().flat_map(|class| &class.values);
        let longest = decided.map(|value| value.load(Relaxed)).filter(|&value| value <= value::LONGEST).max();
        self.longest.store(longest.unwrap_or(0), Relaxed);
        self.next = Some(next);
        true
    }

    /// The material; its reverse is solved together with it.
    pub fn material(&self) -> Material {
        self.classes[0].indexer.material()
    }

    /// The distance of the next step; nothing before the first.
    pub const fn next(&self) -> Option<u8> {
        self.next
    }

    /// The values so far, material by material.
    pub fn drafts(&self) -> impl Iterator<Item = (Material, Vec<u8>)> {
        self.classes.iter().map(|Class { indexer, values }| {
            (indexer.material(), values.iter().map(|value| value.load(Relaxed)).collect())
        })
    }

    /// The greatest distance found so far.
    pub fn longest(&self) -> u8 {
        self.longest.load(Relaxed)
    }

    /// Looks at every position once more: at first for what is decided at once, then from one
    /// distance to the next.
    pub fn step(&mut self, stop: &AtomicBool) -> Step {
        let done = match self.next {
            None => self.for_each_range(stop, |class, range| self.begin(class, range)),
            Some(plies) if value::is_loss(plies) => {
                self.for_each_range(stop, |class, range| self.step_back_from_losses(class, range, plies))
            }
            Some(plies) => {
                self.for_each_range(stop, |class, range| self.step_back_from_wins(class, range, plies))
                    && self.for_each_range(stop, |class, range| self.decide(class, range, plies))
            }
        };
        if !done {
            return Step::Stopped;
        }
        let next = self.next.map_or(0, |plies| plies + 1);
        self.next = Some(next);
        if next > self.longest() { Step::Finished } else { Step::Done }
    }

    /// The tables, when all is found.
    pub fn into_tables(self) -> impl Iterator<Item = Table> {
        self.classes.into_iter().map(|class| {
            let values = class.values.into_iter().map(AtomicU8::into_inner).collect();
            Table::new(class.indexer, values)
        })
    }

    /// The class that a move without a capture leads to, and the one it comes from.
    fn other(&self, class: usize) -> &Class {
        &self.classes[self.classes.len() - 1 - class]
    }

    /// What is decided without looking at positions of the same material.
    fn begin(&self, class: usize, range: Range<usize>) {
        let Class { indexer, values } = &self.classes[class];
        for index in range {
            let value = match indexer.board(index) {
                None => value::UNUSED,
                Some(board) => self.at_once(board),
            };
            if value <= value::LONGEST {
                self.longest.fetch_max(value, Relaxed);
            }
            values[index].store(value, Relaxed);
        }
    }

    /// Lost without a move; won by a capture, perhaps sooner without one. A position in which every
    /// move captures is decided.
    fn at_once(&self, board: Board) -> u8 {
        let successors = board.successors();
        let is_capture = |next: &&Board| next.mine.len() < board.theirs.len();
        let captures = successors.iter().filter(is_capture).map(|&next| self.smaller.value(next));
        let best = captures.fold(value::WORST, |best, next| value::better(best, value::before(next)));
        let all = successors.iter().all(|next| is_capture(&next));
        if value::is_win(best) || all { best } else { value::DRAW }
    }

    /// A move to a lost position wins.
    fn step_back_from_losses(&self, class: usize, range: Range<usize>, plies: u8) {
        let (here, other) = (&self.classes[class], self.other(class));
        for index in range.filter(|&index| here.values[index].load(Relaxed) == plies) {
            let board = here.indexer.board(index).expect("only positions have values");
            board.for_each_predecessor(|before| {
                let value = &other.values[other.indexer.index(before)];
                let known = value.load(Relaxed);
                // A win by a capture may be known that takes longer.
                if known == value::DRAW || (value::is_win(known) && known > plies + 1) {
                    value.store(plies + 1, Relaxed);
                    self.longest.fetch_max(plies + 1, Relaxed);
                }
            });
        }
    }

    /// A position with a move to a won one may be lost.
    fn step_back_from_wins(&self, class: usize, range: Range<usize>, plies: u8) {
        let (here, other) = (&self.classes[class], self.other(class));
        for index in range.filter(|&index| here.values[index].load(Relaxed) == plies) {
            let board = here.indexer.board(index).expect("only positions have values");
            board.for_each_predecessor(|before| {
                let value = &other.values[other.indexer.index(before)];
                if value.load(Relaxed) == value::DRAW {
                    value.store(value::CANDIDATE, Relaxed);
                }
            });
        }
    }

    /// A candidate is lost if all of its moves lead to won positions.
    fn decide(&self, class: usize, range: Range<usize>, plies: u8) {
        let values = &self.classes[class].values;
        for index in range.filter(|&index| values[index].load(Relaxed) == value::CANDIDATE) {
            let decided = self.lost_in(class, index, plies).unwrap_or(value::DRAW);
            if decided <= value::LONGEST {
                self.longest.fetch_max(decided, Relaxed);
            }
            values[index].store(decided, Relaxed);
        }
    }

    /// The distance of a position that is lost for certain. Wins of this material are certain up to
    /// `plies`: longer ones may still become shorter.
    fn lost_in(&self, class: usize, index: usize, plies: u8) -> Option<u8> {
        let (here, other) = (&self.classes[class], self.other(class));
        let board = here.indexer.board(index).expect("only positions have values");
        let mut longest = 0;
        for next in board.successors() {
            let value = if next.mine.len() < board.theirs.len() {
                self.smaller.value(next)
            } else {
                let value = other.values[other.indexer.index(next)].load(Relaxed);
                if value <= plies { value } else { value::DRAW }
            };
            if !value::is_win(value) {
                return None;
            }
            longest = longest.max(value);
        }
        Some(value::before(longest))
    }

    /// Visits all positions, in ranges. Returns whether all were visited.
    fn for_each_range(&self, stop: &AtomicBool, visit: impl Fn(usize, Range<usize>) + Sync) -> bool {
        self.classes.iter().enumerate().all(|(class, Class { values, .. })| {
            for_each_range(values.len(), self.threads, stop, |range| visit(class, range))
        })
    }
}

/// A material and its reverse, if that is another one.
pub(super) fn materials(material: Material) -> Vec<Material> {
    let mut both = vec![material, material.reversed()];
    both.dedup();
    both
}
