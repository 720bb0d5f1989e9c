//! Updates of the histories and the transposition table after a node.

use chess::{Move, Position};
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::node::{Node, Tried};
use super::{NodeKind, NonPv, Window, Worker};
use crate::history::{self, CorrectionKeys, NodeContext};
use crate::{Depth, techniques, tunables};

impl Worker<'_> {
    /// Rewards the quiet move of a table entry that cut the node.
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

    /// Updates the histories after all moves of a node, and stores the result in the table.
    pub(super) fn conclude<N: NodeKind>(&mut self, node: &Node, context: &NodeContext, tried: &Tried) {
        if let Some(best) = tried.best_move {
            self.learn(node, context, best, tried);
        } else if node.excluded.is_none() && techniques::credit_for_refuting() {
            self.credit_previous(node.ply, node.depth);
        }
        if node.excluded.is_some() {
            return;
        }
        self.learn_correction(node, tried);
        // The root's table entry belongs to the best line only.
        if !N::ROOT || self.root.current_line == 0 {
            let entry = Entry {
                mv: tried.best_move.map(Move::bits),
                score: tried.best,
                eval: node.raw_eval,
                depth: node.depth.to_table(),
                bound: tried.bound,
                was_pv: node.was_pv,
            };
            self.shared.table.store(node.position.key(), node.ply, entry);
        }
    }

    /// Rewards the best move and penalises those tried before it.
    fn learn(&mut self, node: &Node, context: &NodeContext, best: Move, tried: &Tried) {
        let (position, depth) = (node.position, node.depth.plies());
        if best.is_quiet() {
            self.histories.learn_quiets(context, position, best, &tried.quiets, depth);
            self.histories.learn_captures(position, None, &tried.captures, depth);
        } else {
            self.histories.learn_captures(position, Some(best), &tried.captures, depth);
        }
    }

    /// Rewards the opponent's last move by what the evaluation says that it gained.
    pub(super) fn learn_from_evaluation(&mut self, node: &Node) {
        let Some(before) = self.stack.before(node.ply, 1) else { return };
        let Some((now, earlier)) = node.static_eval.zip(before.static_eval) else { return };
        let (Some(mv), threats) = (before.quiet, before.threats) else { return };
        let (most, gained) = (tunables::history_evaluation_max(), -(now + earlier).raw());
        let bonus = (gained * tunables::history_evaluation()).clamp(-most, most);
        self.histories.update_squares(!node.position.turn(), threats, mv, bonus);
    }

    /// Rewards the opponent's last move, which no move refuted.
    fn credit_previous(&mut self, ply: Ply, depth: Depth) {
        let Some(before) = self.stack.before(ply, 1) else { return };
        if let Some(played) = before.played
            && before.quiet.is_some()
        {
            let answered = self.stack.continuations(Ply::new(ply.index() - 1));
            self.histories.update_continuation(answered, played, history::bonus(depth.plies()) / 2);
        }
    }

    /// Updates the continuation history of a reduced move that was searched again.
    pub(super) fn learn_from_reduction(&mut self, node: &Node, mv: Move, score: Score, window: Window) {
        let plies = node.depth.plies();
        let bonus = if score <= window.alpha {
            -history::malus(plies)
        } else if score >= window.beta {
            history::bonus(plies)
        } else {
            return;
        };
        if mv.is_quiet()
            && let Some(played) = history::continuation(node.position, mv)
        {
            self.histories.update_continuation(self.stack.continuations(node.ply), played, bonus);
        }
    }

    /// Updates the correction history by the difference between the search's score and the static
    /// evaluation, unless a capture explains it or the score is a bound on the wrong side.
    fn learn_correction(&mut self, node: &Node, tried: &Tried) {
        let Some(static_eval) = node.static_eval else { return };
        let best = tried.best;
        let is_quiet = tried.best_move.is_none_or(Move::is_quiet);
        let is_uninformative = match tried.bound {
            Bound::Lower => best <= static_eval,
            Bound::Upper => best >= static_eval,
            Bound::Exact => false,
        };
        if is_quiet && !is_uninformative && !best.is_decisive() {
            let keys = CorrectionKeys::of(node.position, self.stack.last_two(node.ply));
            self.histories.correction.learn(&keys, best - static_eval, node.depth.plies());
        }
    }
}
