//! What a search did, to be drawn: every node with its window and value, and what was cut off.
//!
//! ```text
//!   visits    a   b   c   d   e   f       a's block holds all that was seen below a, so its
//!             |   |---|   |   |---|       children are b, d and e: each begins where the block
//!             |---------------------|     of the one before it ends
//! ```
//!
//! The visits stand in the order of the search, which is why blocks need no lists of children.

use gamekit::{Bound, Key, Score};

use super::{EVERYTHING, Observer, Tree, Window, alpha_beta, minimax, negascout};

/// A node that a search looked at, or one that it cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Its position.
    pub key: Key,
    /// The window that it was searched with, for the side to move; everything if it was cut off.
    pub window: Window,
    /// What it is worth to the side to move; none if it was cut off.
    pub score: Option<Score>,
    /// Nodes looked at from here on, this one included.
    pub nodes: u64,
    /// Where its block of visits ends.
    end: usize,
}

impl Visit {
    /// Whether the score is exact, or a bound because it left the window. None if it was cut off.
    pub fn bound(&self) -> Option<Bound> {
        let (alpha, beta) = self.window;
        self.score.map(|score| match score {
            score if score >= beta => Bound::Lower,
            score if score <= alpha => Bound::Upper,
            _ => Bound::Exact,
        })
    }
}

/// All visits of a search, the root first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    visits: Vec<Visit>,
    /// The nodes that are being searched, the root first.
    open: Vec<usize>,
}

/// A search that is written down.
pub type Traced<T> = fn(&T, u32) -> Trace;

/// The searches that can be written down, by name, as [`super::all`] calls them.
pub fn all<T: Tree>() -> [(&'static str, Traced<T>); 3] {
    [
        ("minimax", |root, depth| Trace::of(|trace| minimax::observed(root, depth, trace))),
        ("alpha-beta", |root, depth| Trace::of(|trace| alpha_beta::observed(root, depth, trace))),
        ("negascout", |root, depth| Trace::of(|trace| negascout::observed(root, depth, trace))),
    ]
}

impl Trace {
    /// The place of the root.
    pub const ROOT: usize = 0;

    fn of(search: impl FnOnce(&mut Self) -> Score) -> Self {
        let mut trace = Self::default();
        search(&mut trace);
        trace
    }

    /// The visit at a place.
    pub fn visit(&self, place: usize) -> &Visit {
        &self.visits[place]
    }

    /// The places of a node's children in the order of the search. One that was searched twice comes
    /// twice, and those that were cut off come last.
    pub fn children(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.visits[place].end;
        let first = Some(place + 1).filter(|&first| first < end);
        std::iter::successors(first, move |&child| Some(self.visits[child].end).filter(|&next| next < end))
    }

    /// Whether a child is the one before it once more, now with a wider window.
    pub fn is_again(&self, child: usize, before: Option<usize>) -> bool {
        before.is_some_and(|before| self.visits[before].key == self.visits[child].key)
    }

    /// The child that gives the node its value: the first of the best, and of its two visits the last.
    pub fn best_child(&self, place: usize) -> Option<usize> {
        let mut best: Option<(usize, Score)> = None;
        for child in self.children(place) {
            let Some(score) = self.visits[child].score.map(|score| -score) else { break };
            let is_better = best.is_none_or(|(leader, most)| {
                score > most || score == most && self.visits[leader].key == self.visits[child].key
            });
            if is_better {
                best = Some((child, score));
            }
        }
        best.map(|(child, _)| child)
    }
}

impl<T: Tree> Observer<T> for Trace {
    fn enter(&mut self, node: &T, window: Window) {
        self.open.push(self.visits.len());
        self.visits.push(Visit { key: node.key(), window, score: None, nodes: 1, end: 0 });
    }

    fn cut(&mut self, children: &[T]) {
        for child in children {
            let end = self.visits.len() + 1;
            self.visits.push(Visit { key: child.key(), window: EVERYTHING, score: None, nodes: 0, end });
        }
    }

    fn leave(&mut self, score: Score) {
        let place = self.open.pop().expect("a node is entered before it is left");
        let nodes = {
            let visit = &mut self.visits[place];
            visit.score = Some(score);
            visit.nodes
        };
        self.visits[place].end = self.visits.len();
        if let Some(&parent) = self.open.last() {
            self.visits[parent].nodes += nodes;
        }
    }
}
