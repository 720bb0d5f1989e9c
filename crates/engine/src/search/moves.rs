//! One move of a node: first a quick look, then as good a one as it earns.

use chess::{Move, Position};
use gamekit::Score;

use super::node::Node;
use super::{NodeKind, NonPv, Pv, Window, Worker};
use crate::history::NodeContext;
use crate::{Depth, tunables};

/// A move that may be searched.
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number in the order of moves, the first being one.
    pub number: usize,
    /// How good it has been.
    pub history: i32,
    /// How much less deeply a move with this number is searched, in 1024ths of a ply.
    pub reduction: i32,
    /// How many plies deeper it is searched.
    pub extension: i32,
}

impl Candidate {
    /// The plies that a reduced search of the move will about have.
    #[inline]
    pub fn reduced_plies(&self, depth: Depth) -> i32 {
        (depth.plies() - (self.reduction - self.history / 8) / 1024).max(0)
    }
}

impl Worker<'_> {
    pub(super) fn history_of(&self, context: &NodeContext, position: &Position, mv: Move) -> i32 {
        if mv.is_quiet() {
            self.histories.quiet(context, position, mv)
        } else {
            self.histories.capture(position, mv)
        }
    }

    /// The score of a move. Late moves are searched with a null window and less deeply, again if they are
    /// better than expected, and with the whole window only if they may be the best of a principal
    /// variation. `best` is the best score so far.
    pub(super) fn search_move<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: Window,
        best: Score,
    ) -> Score {
        let ply = node.ply.next();
        let next = self.descend(node.position, candidate.mv, node.ply);
        let depth = node.depth - 1 + candidate.extension;
        let is_first = candidate.number == 1;
        let mut score = -Score::INFINITE;
        if self.is_reducible::<N>(node, candidate) {
            score = self.search_reduced::<N>(node, candidate, &next, window, best);
        } else if !N::PV || !is_first {
            let null = window.null().flipped();
            score = -self.search::<NonPv>(&next, null, depth, ply, !node.expects_cut);
        }
        if N::PV && (is_first || score > window.alpha) {
            score = -self.search::<Pv>(&next, window.flipped(), depth, ply, false);
        }
        self.ascend();
        score
    }

    fn is_reducible<N: NodeKind>(&self, node: &Node, candidate: &Candidate) -> bool {
        node.depth >= Depth::new(2)
            && candidate.number > 1 + usize::from(N::ROOT)
            && !self.shared.seeks_mate()
    }

    fn search_reduced<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        next: &Position,
        window: Window,
        best: Score,
    ) -> Score {
        let (null, ply) = (window.null().flipped(), node.ply.next());
        let depth = node.depth - 1 + candidate.extension;
        let reduction = self.reduction::<N>(node, candidate, next);
        let reduced = (depth - reduction).max(Depth::new(1)).min(depth + 1);
        let mut score = -self.search::<NonPv>(next, null, reduced, ply, true);
        if score > window.alpha && reduced < depth {
            // The reduced search hopes; how far beyond tells how deep to look again.
            let deeper = depth + i32::from(score > best + Score::cp(tunables::deeper_margin()))
                - i32::from(score < best + Score::cp(tunables::shallower_margin()));
            if deeper > reduced {
                score = -self.search::<NonPv>(next, null, deeper, ply, !node.expects_cut);
            }
            self.learn_from_reduction(node, candidate.mv, score, window);
        }
        score
    }
}
