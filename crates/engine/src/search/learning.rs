//! What a node teaches those that come after it.

use chess::{Move, Position};
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::node::Node;
use super::{NonPv, Worker};
use crate::Depth;
use crate::history::{self, CorrectionKeys, NodeContext};

impl Worker {
    /// A quiet move that the table says refutes the position is as good here as where it was found.
    pub(super) fn learn_from_table(
        &mut self,
        position: &Position,
        ply: Ply,
        entry: Option<Entry>,
        depth: Depth,
    ) {
        if let Some(mv) = self.table_move::<NonPv>(position, entry)
            && mv.is_quiet()
        {
            let context = self.context(position, ply);
            self.histories.learn_quiets(&context, position, mv, &[], depth.plies());
        }
    }

    /// Rewards the move that raised alpha, and blames those before it.
    pub(super) fn learn(
        &mut self,
        context: &NodeContext,
        position: &Position,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: Depth,
    ) {
        let depth = depth.plies();
        if best.is_quiet() {
            self.histories.learn_quiets(context, position, best, quiets, depth);
            self.histories.learn_captures(position, None, captures, depth);
        } else {
            self.histories.learn_captures(position, Some(best), captures, depth);
        }
    }

    /// No move helped against the last one: it was good.
    pub(super) fn credit_previous(&mut self, ply: Ply, depth: Depth) {
        let Some(before) = self.stack.before(ply, 1) else { return };
        if let Some(played) = before.played
            && before.played_quiet
        {
            let answered = self.stack.continuations(Ply::new(ply.index() - 1));
            self.histories.update_continuation(answered, played, history::bonus(depth.plies()) / 2);
        }
    }

    /// A move that looked better than its reduced depth promised is remembered as an answer to the
    /// moves before it, or as no answer.
    #[expect(clippy::too_many_arguments, reason = "the result and its window")]
    pub(super) fn learn_from_reduction(
        &mut self,
        context: &NodeContext,
        position: &Position,
        mv: Move,
        score: Score,
        alpha: Score,
        beta: Score,
        depth: Depth,
    ) {
        let bonus = if score <= alpha {
            -history::malus(depth.plies())
        } else if score >= beta {
            history::bonus(depth.plies())
        } else {
            return;
        };
        if mv.is_quiet()
            && let Some(played) = history::continuation(position, mv)
        {
            self.histories.update_continuation(context.before, played, bonus);
        }
    }

    /// Where the search and the evaluation disagree, and the disagreement is not about a capture,
    /// the evaluation of such positions is corrected from now on.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node,
        best: Score,
        best_move: Option<Move>,
        bound: Bound,
        depth: Depth,
    ) {
        let Some(static_eval) = node.static_eval else { return };
        let is_quiet = best_move.is_none_or(Move::is_quiet);
        let says_nothing = match bound {
            Bound::Lower => best <= static_eval,
            Bound::Upper => best >= static_eval,
            Bound::Exact => false,
        };
        if is_quiet && !says_nothing && !best.is_decisive() {
            let keys = CorrectionKeys::of(node.position, self.stack.last_two(node.ply));
            self.histories.correction.learn(&keys, best - static_eval, depth.plies());
        }
    }
}
