//! The search of one move: reduced and with a null window first, then as deeply as its result asks
//! for.

use chess::{Move, Position};
use gamekit::Score;

use super::node::Node;
use super::{NodeKind, NonPv, Pv, Window, Worker};
use crate::history::NodeContext;
use crate::{Depth, tunables};

/// A move that may be searched.
pub(super) struct Candidate {
    pub mv: Move,
    /// Its place in the move order, from one.
    pub number: usize,
    pub history: i32,
    /// The base reduction for its number, in 1024ths of a ply.
    pub reduction: i32,
    /// In plies; negative to search less deeply.
    pub extension: i32,
}

impl Candidate {
    /// An estimate of the depth that late move reductions leave to the move, in plies.
    #[inline]
    pub fn reduced_plies(&self, depth: Depth) -> i32 {
        (depth.plies() - (self.reduction - self.history / tunables::reduced_history()) / 1024).max(0)
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

    /// Principal variation search of a move. Late moves get a reduced search with a null window, a
    /// full one if that fails high, and the whole window only on a principal variation. `best` is
    /// the best score so far.
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
        let reduction = self.reduction::<N>(node, candidate, next, window.alpha);
        let reduced = (depth - reduction).max(Depth::new(1)).min(depth + 1);
        let mut score = -self.search::<NonPv>(next, null, reduced, ply, true);
        if score > window.alpha && reduced < depth {
            // By how far it failed high decides how deeply to search again.
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
