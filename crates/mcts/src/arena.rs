//! The arena: one piece of memory for all nodes of a tree.
//!
//! Nodes are never freed one by one. The arena hands out blocks of siblings from front to back,
//! with a single addition that all threads share, until its fixed capacity is used up. Then the
//! search pauses and [`Arena::compact`] keeps a part of the tree: nodes visited often enough keep
//! their children, the others become leaves again, with what they have counted. The blocks that
//! stay are moved to the front. Since a block is always made after its parent, no block ever moves
//! past another one, and one pass in the order of addresses suffices. The same pass drops the moves
//! that were not played when the root moves on.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use thiserror::Error;

use crate::node::{Node, NodeId};

/// There is no memory for a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no memory for a search tree of {megabytes} MB")]
pub struct ArenaError {
    /// The size asked for.
    pub megabytes: usize,
}

/// Room for a fixed number of nodes, the root at zero.
#[derive(Debug)]
pub struct Arena {
    nodes: Vec<Node>,
    used: AtomicU32,
}

/// Siblings that [`Arena::compact`] keeps.
struct Block {
    old: NodeId,
    new: NodeId,
    len: u8,
    /// The number of the parent's block, and the parent's place in it.
    parent: (u32, u8),
}

impl Arena {
    /// Fewer nodes than this are of no use: the children of a few positions must fit.
    pub const LEAST: usize = 4096;
    pub const ROOT: NodeId = 0;

    /// An arena of this size, but of [`Arena::LEAST`] nodes at least.
    pub fn new(megabytes: usize) -> Result<Self, ArenaError> {
        let refused = ArenaError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(refused)?;
        Self::with_capacity(bytes / size_of::<Node>()).ok_or(refused)
    }

    /// An arena for this many nodes; none without memory for it.
    pub fn with_capacity(nodes: usize) -> Option<Self> {
        let capacity = nodes.clamp(Self::LEAST, NodeId::MAX as usize - 1);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).ok()?;
        nodes.resize_with(capacity, Node::default);
        Some(Self { nodes, used: AtomicU32::new(1) })
    }

    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    pub fn used(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The children of a node; none if they have not been added.
    #[inline]
    pub fn children(&self, node: &Node) -> Option<(NodeId, &[Node])> {
        let (first, count) = node.children()?;
        Some((first, &self.nodes[first as usize..][..count]))
    }

    /// Takes a block of nodes, if there is room.
    pub fn allocate(&self, count: usize) -> Option<(NodeId, &[Node])> {
        let fits =
            |used: NodeId| used.checked_add(count as u32).filter(|&end| end as usize <= self.nodes.len());
        let first = self.used.fetch_update(Relaxed, Relaxed, fits).ok()?;
        Some((first, &self.nodes[first as usize..][..count]))
    }

    /// Drops everything but a root that has not been visited.
    pub fn clear(&mut self) {
        self.used = AtomicU32::new(1);
        self.root().reset(0, 1.0);
    }

    /// Sorts the children of a node.
    pub fn sort_children<K: Ord>(&mut self, node: NodeId, key: impl FnMut(&Node) -> K) {
        if let Some((first, count)) = self.node(node).children() {
            self.nodes[first as usize..][..count].sort_by_key(key);
        }
    }

    /// Keeps only some children of a node without visits, and makes their priors add up to one.
    pub fn retain_children(&mut self, node: NodeId, mut keeps: impl FnMut(&Node) -> bool) {
        self.sort_children(node, |child| !keeps(child));
        let Some((first, children)) = self.children(self.node(node)) else { return };
        let kept = &children[..children.iter().filter(|child| keeps(child)).count()];
        let sum: f32 = kept.iter().map(Node::prior).sum();
        for child in kept {
            child.set_prior(child.prior() / sum);
        }
        self.node(node).publish(Some((first, kept.len())));
    }

    /// The least number of visits for which nodes with at least as many have children in at most
    /// half of the arena.
    pub fn visits_worth_keeping(&self) -> u32 {
        // A power of two is precise enough, and needs one pass.
        let mut children_of_rank = [0; 33];
        for node in &self.nodes[..self.used()] {
            if let Some((_, count)) = node.children() {
                children_of_rank[node.visits().checked_ilog2().map_or(0, |log| log as usize + 1)] += count;
            }
        }
        let mut kept = 0;
        let mut rank = children_of_rank.len();
        while rank > 0 && kept + children_of_rank[rank - 1] <= self.nodes.len() / 2 {
            rank -= 1;
            kept += children_of_rank[rank];
        }
        if rank == 0 { 0 } else { 1_u32.checked_shl(rank as u32 - 1).unwrap_or(u32::MAX) }
    }

    /// Keeps the tree below `root`, which becomes the root, without the children of nodes that have
    /// fewer visits than `least`. The root keeps its children in any case.
    pub fn compact(&mut self, root: NodeId, least: u32) {
        let mut blocks = self.kept_blocks(root, least);
        let mut order: Vec<u32> = (0..blocks.len() as u32).collect();
        order.sort_unstable_by_key(|&number| blocks[number as usize].old);
        let mut next = 0;
        for number in order {
            let Block { old, len, parent: (parent, slot), .. } = blocks[number as usize];
            blocks[number as usize].new = next;
            for offset in 0..u32::from(len) {
                self.nodes.swap((next + offset) as usize, (old + offset) as usize);
            }
            if number > 0 {
                let parent = blocks[parent as usize].new + u32::from(slot);
                self.node(parent).publish(Some((next, usize::from(len))));
            }
            next += u32::from(len);
        }
        self.used = AtomicU32::new(next);
    }

    /// The root, then the children that are kept, parents before their children.
    fn kept_blocks(&self, root: NodeId, least: u32) -> Vec<Block> {
        let mut blocks = vec![Block { old: root, new: Self::ROOT, len: 1, parent: (0, 0) }];
        let mut number = 0;
        while number < blocks.len() {
            let Block { old, len, .. } = blocks[number];
            for slot in 0..len {
                let node = self.node(old + u32::from(slot));
                let Some((first, count)) = node.children() else { continue };
                if number == 0 || node.visits() >= least {
                    let parent = (number as u32, slot);
                    blocks.push(Block { old: first, new: Self::ROOT, len: count as u8, parent });
                } else {
                    node.publish(None);
                }
            }
            number += 1;
        }
        blocks
    }
}

#[cfg(test)]
mod tests;
