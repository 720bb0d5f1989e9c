//! The part of a tree that is worth looking at.
//!
//! A tree has hundreds of thousands of nodes. A node is visited at least as often as all its children
//! together, so the most visited nodes, however many one takes, are a tree again.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::Value;
use crate::arena::Arena;
use crate::node::NodeId;
use crate::solver::Proof;
use crate::tree::{Tree, preference};

/// A move and what simulations through it have shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// Simulations through it.
    pub visits: u32,
    /// Their mean value for the side that makes the move; a draw without visits.
    pub value: Value,
    /// The probability that the prior source gives it.
    pub prior: f32,
    /// Its result under best play for the side that makes the move, if that is known.
    pub proof: Option<Proof>,
    /// The moves after it that are shown, the preferred ones first.
    pub branches: Vec<Self>,
}

impl Tree {
    /// All moves of the root, and below them the most visited nodes.
    pub fn branches<M>(&self, most: usize, unpack: impl Fn(u16) -> M + Copy) -> Vec<Branch<M>> {
        self.branches_of(Arena::ROOT, &self.most_visited(most), unpack)
    }

    fn branches_of<M>(
        &self,
        parent: NodeId,
        shown: &HashSet<NodeId>,
        unpack: impl Fn(u16) -> M + Copy,
    ) -> Vec<Branch<M>> {
        let Some((first, children)) = self.arena.children(self.arena.node(parent)) else { return Vec::new() };
        let children = (first..).zip(children);
        let is_shown = |id: NodeId| parent == Arena::ROOT || shown.contains(&id);
        let mut branches: Vec<Branch<M>> = children
            .filter(|&(id, _)| is_shown(id))
            .map(|(id, child)| Branch {
                mv: unpack(child.mv()),
                visits: child.visits(),
                value: child.mean(),
                prior: child.prior(),
                proof: child.proof(),
                branches: self.branches_of(id, shown, unpack),
            })
            .collect();
        // Stable: moves without a visit stay in the order of their priors.
        branches.sort_by_key(|branch| Reverse(preference(branch.visits, branch.proof)));
        branches
    }

    /// The nodes below the root with the most visits; none without a visit.
    fn most_visited(&self, most: usize) -> HashSet<NodeId> {
        let mut found = HashSet::new();
        // Of equals the older one.
        let mut waiting = BinaryHeap::from([(0, Reverse(Arena::ROOT))]);
        while let Some((_, Reverse(id))) = waiting.pop() {
            if id != Arena::ROOT {
                found.insert(id);
            }
            if found.len() >= most {
                break;
            }
            let children = self.arena.children(self.arena.node(id));
            let children = children.into_iter().flat_map(|(first, children)| (first..).zip(children));
            let visited = children.filter(|(_, child)| child.visits() > 0);
            waiting.extend(visited.map(|(id, child)| (child.visits(), Reverse(id))));
        }
        found
    }
}
