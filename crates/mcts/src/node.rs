//! A node: one move of its parent, and what simulations through it have shown.
//!
//! Edge and node are one record of 32 bytes. The children of a node lie side by side in the arena,
//! so that choosing among them reads memory in order. Everything is counted from the view of the
//! player who made the move that leads to the node: what is good for the child's record is good for
//! the player who chooses it.
//!
//! All fields are atomics, so threads share nodes without a lock. Counts are exact with relaxed
//! ordering, since every change is one addition. Only the link to the children needs more: it is
//! published after they have been written, and read before they are.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use crate::solver::Proof;
use crate::{Ending, Value};

/// A place in the arena. The root is at zero, so no child is.
pub type NodeId = u32;

/// A move and its statistics.
#[derive(Debug, Default)]
#[repr(align(32))]
pub struct Node {
    /// The sum of expectations, in units of [`ONE`].
    value: AtomicI64,
    /// The sum of chances to draw, in the same unit.
    draw: AtomicU64,
    visits: AtomicU32,
    /// The first child; [`NONE`] or [`CLAIMED`] if there is none yet.
    children: AtomicU32,
    mv: AtomicU16,
    prior: AtomicU16,
    proof: AtomicU16,
    child_count: AtomicU8,
}

const _: () = assert!(size_of::<Node>() == 32);

/// The unit of sums. Fixed point, so that a sum does not depend on the order of its terms.
const ONE: f32 = (1 << 20) as f32;
/// No children.
const NONE: NodeId = 0;
/// A thread is about to add the children.
const CLAIMED: NodeId = NodeId::MAX;

impl Node {
    /// Begins anew, as a move that nobody has tried.
    pub fn reset(&self, mv: u16, prior: f32) {
        self.value.store(0, Relaxed);
        self.draw.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.children.store(NONE, Relaxed);
        self.mv.store(mv, Relaxed);
        self.set_prior(prior);
        self.proof.store(0, Relaxed);
        self.child_count.store(0, Relaxed);
    }

    /// The packed move.
    #[inline]
    pub fn mv(&self) -> u16 {
        self.mv.load(Relaxed)
    }

    /// The probability that the prior source gives the move.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from(self.prior.load(Relaxed)) / f32::from(u16::MAX)
    }

    pub fn set_prior(&self, prior: f32) {
        // Never zero, so that no move is left out for good.
        self.prior.store((prior * f32::from(u16::MAX)).round().max(1.0) as u16, Relaxed);
    }

    /// Simulations through this node, those on their way included.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean expectation, from -1 to 1; zero without visits.
    #[inline]
    pub fn expectation(&self) -> f32 {
        let visits = self.visits().max(1);
        self.value.load(Relaxed) as f32 / (visits as f32 * ONE)
    }

    /// The mean value; a draw without visits.
    pub fn mean(&self) -> Value {
        if self.visits() == 0 {
            return Value::DRAW;
        }
        let draw = self.draw.load(Relaxed) as f32 / (self.visits() as f32 * ONE);
        Value { win: (f32::midpoint(1.0, self.expectation()) - draw / 2.0).max(0.0), draw }
    }

    /// Counts a simulation that goes through here. Until its value is known, it stands for this
    /// much.
    #[inline]
    pub fn enter(&self, pending: f32) {
        self.visits.fetch_add(1, Relaxed);
        if pending != 0.0 {
            self.value.fetch_add(fixed(pending), Relaxed);
        }
    }

    /// Adds the value of a simulation that [entered](Node::enter) here.
    #[inline]
    pub fn record(&self, value: Value, pending: f32) {
        self.value.fetch_add(fixed(value.expectation()) - fixed(pending), Relaxed);
        self.draw.fetch_add(fixed(value.draw) as u64, Relaxed);
    }

    /// The result under best play, if it is known.
    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        Proof::from_bits(self.proof.load(Relaxed))
    }

    pub fn set_proof(&self, proof: Proof) {
        self.proof.store(proof.bits(), Relaxed);
    }

    /// Whether best play leads to this result.
    #[inline]
    pub fn is_proven(&self, ending: Ending) -> bool {
        self.proof().is_some_and(|proof| proof.ending == ending)
    }

    /// The first child and the number of children, if they have been added.
    #[inline]
    pub fn children(&self) -> Option<(NodeId, usize)> {
        let first = self.children.load(Acquire);
        let count = usize::from(self.child_count.load(Relaxed));
        (first != NONE && first != CLAIMED).then_some((first, count))
    }

    /// Takes the task of adding the children; only one thread succeeds.
    pub fn claim(&self) -> bool {
        self.children.compare_exchange(NONE, CLAIMED, Relaxed, Relaxed).is_ok()
    }

    /// Shows the children, who have been written, to all threads; with none, gives the task back.
    pub fn publish(&self, children: Option<(NodeId, usize)>) {
        let (first, count) = children.unwrap_or((NONE, 0));
        self.child_count.store(count as u8, Relaxed);
        self.children.store(first, Release);
    }

    /// Makes the node a root: it counts what its children have counted.
    pub fn sum_up(&self, children: &[Self]) {
        let sum = |of: &dyn Fn(&Self) -> i64| children.iter().map(of).sum::<i64>();
        self.visits.store(sum(&|child| i64::from(child.visits())) as u32, Relaxed);
        self.value.store(-sum(&|child| child.value.load(Relaxed)), Relaxed);
        self.draw.store(sum(&|child| child.draw.load(Relaxed) as i64) as u64, Relaxed);
    }
}

#[inline]
fn fixed(number: f32) -> i64 {
    (number * ONE) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pending_visits_leave_no_trace() {
        let node = Node::default();
        node.enter(-1.0);
        assert_eq!((node.visits(), node.expectation().to_bits()), (1, (-1.0_f32).to_bits()));
        let value = Value { win: 0.5, draw: 0.25 };
        node.record(value, -1.0);
        assert_eq!(node.mean(), value);
    }

    #[test]
    fn one_thread_adds_children() {
        let node = Node::default();
        assert!(node.claim() && !node.claim());
        assert_eq!(node.children(), None);
        node.publish(Some((7, 3)));
        assert_eq!(node.children(), Some((7, 3)));
        node.publish(None);
        assert!(node.claim());
    }
}
