//! The tree: an arena, its root, and what can be read off it.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::arena::{Arena, ArenaError};
use crate::node::{Node, NodeId};
use crate::solver::{Proof, prove};
use crate::{Ending, Value};

/// The nodes of a search.
#[derive(Debug)]
pub struct Tree {
    pub arena: Arena,
    /// A node could not get its children for want of room.
    full: AtomicBool,
}

/// A move at the root and what is expected after it. Moves are packed.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The move, and the most visited moves after it.
    pub moves: Vec<M>,
    /// Simulations that began with the move.
    pub visits: u32,
    /// Its mean value for the side to move at the root.
    pub value: Value,
    /// Its result under best play, if that is known.
    pub proof: Option<Proof>,
}

impl<M> Line<M> {
    /// Lines in the order of preference: wins, then the most visited, then losses.
    pub fn preference(&self) -> impl Ord + use<M> {
        preference(self.visits, self.proof)
    }
}

/// A proven win first, the quickest before the others; losses last, the longest before the others.
/// Between them the visits decide: a mean of few visits may be luck.
pub fn preference(visits: u32, proof: Option<Proof>) -> impl Ord {
    let decided = proof.filter(|proof| proof.ending != Ending::Draw).map(Proof::preference);
    (decided.unwrap_or((Ending::Draw, 0)), visits)
}

impl Tree {
    /// A tree in this much memory.
    pub fn new(megabytes: usize) -> Result<Self, ArenaError> {
        Arena::new(megabytes).map(Self::of)
    }

    /// A tree in this arena.
    pub fn of(mut arena: Arena) -> Self {
        arena.clear();
        Self { arena, full: AtomicBool::new(false) }
    }

    pub fn clear(&mut self) {
        self.arena.clear();
        *self.full.get_mut() = false;
    }

    pub fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    pub fn note_full(&self) {
        self.full.store(true, Relaxed);
    }

    /// Makes room: drops the children of the nodes that were visited least.
    pub fn recycle(&mut self) {
        let least = self.arena.visits_worth_keeping();
        self.arena.compact(Arena::ROOT, least);
        *self.full.get_mut() = false;
    }

    /// Makes the position after these moves the root, and keeps what is known of it. Clears the
    /// tree where nothing is known. A draw is not kept: it may have been one only because it
    /// repeats a position of the search, which it no longer does once that has been played.
    pub fn advance(&mut self, moves: &[u16]) {
        if moves.is_empty() {
            return;
        }
        let known = self.find(moves).filter(|&id| {
            let node = self.arena.node(id);
            node.children().is_some() && !node.is_proven(Ending::Draw)
        });
        let Some(id) = known else { return self.clear() };
        self.arena.compact(id, 0);
        *self.full.get_mut() = false;
        if let Some((_, children)) = self.arena.children(self.arena.root()) {
            self.arena.root().sum_up(children);
        }
    }

    fn find(&self, moves: &[u16]) -> Option<NodeId> {
        let mut id = Arena::ROOT;
        for &mv in moves {
            let (first, children) = self.arena.children(self.arena.node(id))?;
            id = first + children.iter().position(|child| child.mv() == mv)? as u32;
        }
        Some(id)
    }

    /// What is proven for the side to move at the root.
    pub fn proof(&self) -> Option<Proof> {
        self.arena.children(self.arena.root()).and_then(|(_, children)| prove(children))
    }

    /// All moves of the root, the best first, each with the line that follows it.
    pub fn lines<M>(&self, unpack: impl Fn(u16) -> M) -> Vec<Line<M>> {
        let Some((_, children)) = self.arena.children(self.arena.root()) else { return Vec::new() };
        let mut lines: Vec<Line<M>> = children
            .iter()
            .map(|child| Line {
                moves: self.line_from(child).map(&unpack).collect(),
                visits: child.visits(),
                value: child.mean(),
                proof: child.proof(),
            })
            .collect();
        // Stable: moves without a visit stay in the order of their priors.
        lines.sort_by_key(|line| Reverse(line.preference()));
        lines
    }

    /// A move and what each side prefers after it.
    fn line_from<'a>(&'a self, first: &'a Node) -> impl Iterator<Item = u16> + 'a {
        let next = |node: &&'a Node| {
            let (_, children) = self.arena.children(node)?;
            let tried = children.iter().filter(|child| child.visits() > 0 || child.proof().is_some());
            // The first of equals, which has the greatest prior.
            tried.min_by_key(|child| Reverse(preference(child.visits(), child.proof())))
        };
        std::iter::successors(Some(first), next).map(Node::mv)
    }

    /// Checks what must hold when no simulation is on its way: no node has fewer visits than its
    /// children together, the root has as many, and no mean is out of range.
    ///
    /// # Panics
    /// Panics where it does not hold.
    pub fn check(&self) {
        let mut stack = vec![Arena::ROOT];
        while let Some(id) = stack.pop() {
            let node = self.arena.node(id);
            let Value { win, draw } = node.mean();
            assert!(win >= -1e-3 && draw >= 0.0 && win + draw <= 1.001, "node {id}: {:?}", node.mean());
            let Some((first, children)) = self.arena.children(node) else { continue };
            let sum: u32 = children.iter().map(Node::visits).sum();
            assert!(
                sum <= node.visits(),
                "node {id}: {sum} visits of children, {} of its own",
                node.visits()
            );
            assert!(id != Arena::ROOT || sum == node.visits(), "root: {sum} of {}", node.visits());
            let priors: f32 = children.iter().map(Node::prior).sum();
            assert!((priors - 1.0).abs() < 0.01, "node {id}: priors sum to {priors}");
            stack.extend((0..children.len() as u32).map(|offset| first + offset));
        }
    }
}
