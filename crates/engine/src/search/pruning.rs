//! Pruning of nodes and of moves. docs/MEASUREMENTS.md has what each rule is worth, measured by
//! matches without it.

use chess::{Move, Position, Role};
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::moves::Candidate;
use super::node::Node;
use super::{NonPv, Window, Worker};
use crate::history::NodeContext;
use crate::picker::MovePicker;
use crate::{Depth, exchange, techniques, tunables};

/// Which moves to prune.
pub(super) enum Skip {
    /// This move.
    This,
    /// This move and all quiet moves after it.
    AllQuiets,
}

/// Reverse futility: the evaluation is so far above beta that a shallow search will hardly fall
/// below it. Without it: -89 +/- 48 Elo.
pub(super) fn reverse_futility(node: &Node) -> Option<Score> {
    let eval = node.eval?;
    if !techniques::reverse_futility() || node.depth > Depth::new(tunables::reverse_futility_depth()) {
        return None;
    }
    let margin = tunables::reverse_futility_margin() * node.depth.plies() + node.doubt()
        - if node.improving { tunables::reverse_futility_improving() } else { 0 };
    let hopeless = eval - Score::cp(margin) >= node.beta && !node.beta.is_loss() && !eval.is_win();
    hopeless.then(|| Score::cp(i32::midpoint(eval.raw(), node.beta.raw())))
}

impl Worker<'_> {
    /// Razoring: the estimate is so far below alpha that only captures can help; if they do not,
    /// the node is lost.
    pub(super) fn razor(&mut self, node: &Node, window: Window) -> Option<Score> {
        let (alpha, plies) = (window.alpha, node.depth.plies());
        let margin = tunables::razoring_base() + tunables::razoring_margin() * plies * plies;
        if !techniques::razoring()
            || plies > tunables::razoring_depth()
            || node.eval? + Score::cp(margin) >= alpha
        {
            return None;
        }
        let score = self.quiesce::<NonPv>(node.position, window.null(), node.ply);
        (score <= alpha && !score.is_decisive()).then_some(score)
    }

    /// Null move: if the score stays above beta even when we pass, some move will reach beta too.
    /// Not with pawns only, where zugzwang is common; verified by a search at high depth.
    pub(super) fn null_move(&mut self, node: &Node) -> Option<Score> {
        let &Node { position, depth, ply, beta, .. } = node;
        let (eval, static_eval) = node.eval.zip(node.static_eval)?;
        let after_null = self.stack.before(ply, 1).is_some_and(|frame| frame.played.is_none());
        let slack = tunables::null_move_slack() - tunables::null_move_slack_per_ply() * depth.plies();
        let worth_trying = techniques::null_move()
            && !after_null
            && depth >= Depth::new(tunables::null_move_depth())
            && eval >= beta
            && static_eval + Score::cp(slack.max(0)) >= beta
            && ply >= self.null_move_ply
            && !beta.is_loss()
            && has_pieces(position);
        if !worth_trying {
            return None;
        }

        let surplus = (eval - beta).raw() / tunables::null_move_eval_divisor();
        let reduction = tunables::null_move_base()
            + depth.plies() / tunables::null_move_divisor()
            + surplus.min(tunables::null_move_eval_max());
        let reduced = depth - reduction;
        let window = Window::at_least(beta);
        let next = self.descend_null(position, ply);
        let score = -self.search::<NonPv>(&next, window.flipped(), reduced, ply.next(), !node.expects_cut);
        self.ascend_null();
        if self.stopped || score < beta {
            return None;
        }
        // A mate after passing is not proven.
        let score = if score.is_win() { beta } else { score };
        if depth < Depth::new(tunables::null_move_verification_depth()) || self.null_move_ply > Ply::ROOT {
            return Some(score);
        }
        let without = reduced.plies().max(0) * tunables::null_move_verification_share() / 100;
        self.null_move_ply = Ply::new(ply.index() + without as usize);
        let verified = self.search::<NonPv>(position, window, reduced, ply, false);
        self.null_move_ply = Ply::ROOT;
        (verified >= beta).then_some(score)
    }

    /// `ProbCut`: a capture that ends well above beta at reduced depth will most likely reach beta
    /// at full depth.
    pub(super) fn probcut(&mut self, node: &Node) -> Option<Score> {
        let &Node { position, depth, ply, .. } = node;
        let reduced = depth - tunables::probcut_reduction();
        let static_eval = node.static_eval?;
        let target = node.beta + Score::cp(tunables::probcut_margin());
        let refuted =
            node.entry.is_some_and(|entry| Depth::from_table(entry.depth) > reduced && entry.score < target);
        let too_shallow = depth < Depth::new(tunables::probcut_depth());
        if !techniques::probcut() || too_shallow || node.beta.is_decisive() || refuted {
            return None;
        }
        let threshold = (target - static_eval).raw();
        let window = Window::at_least(target).flipped();
        let mut picker = MovePicker::new(node.table_move);
        picker.keep_captures(position, threshold.max(0));
        let context = self.context_of_captures(position, ply);
        while let Some(mv) = picker.next(position, self.histories, &context) {
            let next = self.descend(position, mv, ply);
            let mut score = -self.quiesce::<NonPv>(&next, window, ply.next());
            if score >= target {
                score = -self.search::<NonPv>(&next, window, reduced, ply.next(), !node.expects_cut);
            }
            self.ascend();
            if self.stopped {
                return None;
            }
            if score >= target {
                self.store_probcut(node, mv, score, reduced + 1);
                return Some(score);
            }
        }
        None
    }

    fn store_probcut(&self, node: &Node, mv: Move, score: Score, depth: Depth) {
        let (mv, bound, depth) = (Some(mv.bits()), Bound::Lower, depth.to_table());
        let entry = Entry { mv, score, eval: node.raw_eval, depth, bound, was_pv: node.was_pv };
        self.shared.table.store(node.position.key(), node.ply, entry);
    }

    /// Whether to prune a move: it comes late, its estimate is far below alpha, its history is bad,
    /// or it loses material.
    pub(super) fn skip(
        &self,
        node: &Node,
        context: &NodeContext,
        picker: &MovePicker,
        candidate: &Candidate,
        alpha: Score,
    ) -> Option<Skip> {
        let reduced = candidate.reduced_plies(node.depth);
        if !candidate.mv.is_quiet() {
            let is_out = is_futile_capture(node, context, candidate, alpha, reduced)
                || (picker.at_bad_captures() && capture_loses_material(node, candidate));
            return is_out.then_some(Skip::This);
        }
        if self.is_late(node, candidate) {
            return Some(Skip::AllQuiets);
        }
        if is_futile(node, context, candidate, alpha, reduced) {
            return Some(Skip::This);
        }
        if has_bad_history(node, candidate, reduced) {
            return Some(Skip::AllQuiets);
        }
        loses_material(node, candidate, reduced).then_some(Skip::This)
    }

    /// Late move pruning: beyond a number of moves that grows with the depth, quiet moves are
    /// pruned. Not on principal variations if the limits ask for whole ones.
    fn is_late(&self, node: &Node, candidate: &Candidate) -> bool {
        let plies = node.depth.plies();
        let late = (tunables::late_move_base() + plies * plies) / if node.improving { 1 } else { 2 };
        techniques::late_move_pruning()
            && candidate.number as i32 > late
            && !(self.shared.limits.whole_pv && node.was_pv)
    }
}

/// Futility: the evaluation is so far below alpha that a quiet move will not reach it. Checks are
/// spared; otherwise mates are found late.
fn is_futile(node: &Node, context: &NodeContext, candidate: &Candidate, alpha: Score, reduced: i32) -> bool {
    let margin = tunables::futility_base() + tunables::futility_margin() * reduced + node.doubt();
    techniques::futility_pruning()
        && reduced <= tunables::futility_depth()
        && node.static_eval.is_some_and(|eval| eval + Score::cp(margin) <= alpha)
        && !(techniques::spared_checks() && context.gives_check(node.position, candidate.mv))
}

/// Futility of captures: not even with the captured piece.
fn is_futile_capture(
    node: &Node,
    context: &NodeContext,
    candidate: &Candidate,
    alpha: Score,
    reduced: i32,
) -> bool {
    if !techniques::capture_futility() || reduced > tunables::capture_futility_depth() {
        return false;
    }
    let Some(eval) = node.static_eval else { return false };
    let margin = tunables::capture_futility_base() + tunables::capture_futility_margin() * reduced;
    let gain =
        exchange::gain(node.position, candidate.mv) + candidate.history / tunables::capture_history_divisor();
    eval + Score::cp(margin + gain) <= alpha && !context.gives_check(node.position, candidate.mv)
}

/// History pruning: a quiet move with a bad history.
fn has_bad_history(node: &Node, candidate: &Candidate, reduced: i32) -> bool {
    techniques::history_pruning()
        && reduced <= tunables::history_pruning_depth()
        && candidate.history < -tunables::history_pruning_margin() * node.depth.plies()
}

/// SEE pruning of quiet moves: the moved piece is lost.
fn loses_material(node: &Node, candidate: &Candidate, reduced: i32) -> bool {
    let threshold = -tunables::see_quiet_margin() * reduced * reduced;
    techniques::exchange_pruning()
        && reduced <= tunables::see_depth()
        && !exchange::wins_at_least(node.position, candidate.mv, threshold)
}

/// SEE pruning of captures: it loses more than it takes.
fn capture_loses_material(node: &Node, candidate: &Candidate) -> bool {
    let plies = node.depth.plies();
    let threshold =
        -tunables::see_capture_margin() * plies - candidate.history / tunables::capture_history_divisor();
    techniques::exchange_pruning()
        && plies <= tunables::see_depth()
        && !exchange::wins_at_least(node.position, candidate.mv, threshold)
}

/// Whether the side to move has more than pawns and king.
fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    let us = board.color(position.turn());
    (us - board.role(Role::Pawn) - board.role(Role::King)).any()
}
