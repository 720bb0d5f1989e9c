//! The rules by which subtrees are left out, cut short or extended.
//!
//! What each is worth was measured by playing without it: 100 games at 2+0.02 (docs/MEASUREMENTS.md).

use chess::{Move, Position, Role};
use gamekit::{Bound, Ply, Score};

use super::node::Node;
use super::{NodeKind, NonPv, Shared, Worker};
use crate::history::NodeContext;
use crate::picker::MovePicker;
use crate::{Depth, exchange, techniques, tunables};

/// What asking for a singular move comes to.
pub(super) enum Extension {
    /// Search the move so many plies deeper, or less deeply.
    Plies(i32),
    /// Several moves fail high: the node can be left with this score.
    Cut(Score),
}

/// Reverse futility: the estimate is so far above beta that a shallow search will hardly bring it
/// below. Without it: -89 +/- 48 Elo.
pub(super) fn reverse_futility(node: &Node, depth: Depth) -> Option<Score> {
    let eval = node.eval?;
    if !techniques::reverse_futility() || depth > Depth::new(tunables::reverse_futility_depth()) {
        return None;
    }
    let margin = tunables::reverse_futility_margin() * depth.plies()
        - if node.improving { tunables::reverse_futility_improving() } else { 0 };
    let hopeless = eval - Score::cp(margin) >= node.beta && !node.beta.is_loss() && !eval.is_win();
    hopeless.then(|| Score::cp(i32::midpoint(eval.raw(), node.beta.raw())))
}

impl Worker {
    /// Razoring: the estimate is so far below alpha that only captures can help; if they do not,
    /// the node is lost. Without it: +28 +/- 44 Elo.
    pub(super) fn razor(
        &mut self,
        shared: &Shared,
        node: &Node,
        alpha: Score,
        depth: Depth,
    ) -> Option<Score> {
        let plies = depth.plies();
        let margin = tunables::razoring_base() + tunables::razoring_margin() * plies * plies;
        if !techniques::razoring() || plies > 4 || node.eval? + Score::cp(margin) >= alpha {
            return None;
        }
        let score = self.quiesce::<NonPv>(shared, node.position, alpha, alpha + Score::cp(1), node.ply);
        (score <= alpha && !score.is_decisive()).then_some(score)
    }

    /// Null move: if the position stays good even when the turn is passed, it is good enough. Not
    /// with pawns only, where having to move may be the whole point, and verified when much
    /// depends on it. Without it: -21 +/- 36 Elo.
    pub(super) fn null_move(&mut self, shared: &Shared, node: &Node, depth: Depth) -> Option<Score> {
        let (eval, static_eval) = node.eval.zip(node.static_eval)?;
        let beta = node.beta;
        let after_null = node.ply != Ply::ROOT
            && self.stack.before(node.ply, 1).is_some_and(|frame| frame.played.is_none());
        let slack = tunables::null_move_slack() - 20 * depth.plies();
        let worth_trying = techniques::null_move()
            && !after_null
            && depth >= Depth::new(3)
            && eval >= beta
            && static_eval + Score::cp(slack.max(0)) >= beta
            && node.ply >= self.null_move_ply
            && !beta.is_loss()
            && has_pieces(node.position);
        if !worth_trying {
            return None;
        }

        let reduction = tunables::null_move_base()
            + depth.plies() / tunables::null_move_divisor()
            + ((eval - beta).raw() / tunables::null_move_eval_divisor()).min(3);
        let next = self.descend_null(shared, node.position, node.ply);
        let score = -self.search::<NonPv>(
            shared,
            &next,
            -beta,
            -(beta - Score::cp(1)),
            depth - reduction,
            node.ply.next(),
            !node.expects_cut,
        );
        self.ascend_null();
        if self.stopped || score < beta {
            return None;
        }
        // A mate that needs a passed turn is no mate.
        let score = if score.is_win() { beta } else { score };
        if depth < Depth::new(tunables::null_move_verification_depth()) || self.null_move_ply > Ply::ROOT {
            return Some(score);
        }
        self.null_move_ply = Ply::new(node.ply.index() + 3 * (depth.plies() - reduction).max(0) as usize / 4);
        let verified = self.search::<NonPv>(
            shared,
            node.position,
            beta - Score::cp(1),
            beta,
            depth - reduction,
            node.ply,
            false,
        );
        self.null_move_ply = Ply::ROOT;
        (verified >= beta).then_some(score)
    }

    /// `ProbCut`: a capture that comes out well above beta at reduced depth will most likely be
    /// above beta at full depth. Without it: -7 +/- 39 Elo.
    pub(super) fn probcut(&mut self, shared: &Shared, node: &Node, depth: Depth) -> Option<Score> {
        const REDUCTION: i32 = 4;
        let static_eval = node.static_eval?;
        let target = node.beta + Score::cp(tunables::probcut_margin());
        let refuted = node.entry.is_some_and(|entry| {
            Depth::from_table(entry.depth) >= depth - (REDUCTION - 1) && entry.score < target
        });
        if !techniques::probcut() || depth < Depth::new(5) || node.beta.is_decisive() || refuted {
            return None;
        }
        let threshold = (target - static_eval).raw();
        let mut picker = MovePicker::captures(node.position, node.table_move, threshold.max(0));
        let context = self.context_of_captures(node.position, node.ply);
        while let Some(mv) = picker.next(node.position, &self.histories, &context) {
            if Some(mv) == self.stack.frame(node.ply).excluded {
                continue;
            }
            let next = self.descend(shared, node.position, mv, node.ply);
            let below = target - Score::cp(1);
            let mut score = -self.quiesce::<NonPv>(shared, &next, -target, -below, node.ply.next());
            if score >= target {
                score = -self.search::<NonPv>(
                    shared,
                    &next,
                    -target,
                    -below,
                    depth - REDUCTION,
                    node.ply.next(),
                    !node.expects_cut,
                );
            }
            self.ascend();
            if self.stopped {
                return None;
            }
            if score >= target {
                let entry = gamekit::table::Entry {
                    mv: Some(mv.bits()),
                    score,
                    eval: None,
                    depth: (depth - (REDUCTION - 1)).to_table(),
                    bound: Bound::Lower,
                    was_pv: node.was_pv,
                };
                shared.table.store(node.position.key(), node.ply, entry);
                return Some(score);
            }
        }
        None
    }

    /// `ProbCut` by the table alone: a search that was not much shallower ended far above beta.
    pub(super) fn small_probcut(node: &Node, depth: Depth) -> Option<Score> {
        let entry = node.entry?;
        let target = node.beta + Score::cp(tunables::small_probcut_margin());
        let known = techniques::small_probcut()
            && entry.bound != Bound::Upper
            && Depth::from_table(entry.depth) >= depth - 4
            && entry.score >= target
            && !node.beta.is_decisive()
            && !entry.score.is_decisive();
        known.then_some(target)
    }

    /// Whether a move can be left out: too late in the list (late move pruning; without it -14 +/- 37 Elo), too far
    /// below alpha (futility; +3 +/- 46), too badly remembered, or losing too much material (exchanges;
    /// +10 +/- 40).
    #[expect(clippy::too_many_arguments, reason = "all that is known of a move")]
    pub(super) fn is_futile(
        node: &Node,
        context: &NodeContext,
        picker: &mut MovePicker,
        mv: Move,
        alpha: Score,
        depth: Depth,
        number: usize,
        history: i32,
        reduction: i32,
    ) -> bool {
        let plies = depth.plies();
        let reduced = (plies - (reduction - history / 8) / 1024).max(0);
        if mv.is_quiet() {
            let late = (tunables::late_move_base() + plies * plies) / if node.improving { 1 } else { 2 };
            if techniques::late_move_pruning() && !node.is_whole && number as i32 > late {
                picker.skip_quiets();
                return true;
            }
            let hope = node.static_eval.map(|eval| {
                eval + Score::cp(tunables::futility_base() + tunables::futility_margin() * reduced)
            });
            // What a check leads to, an estimate does not know. Without this mates are found late.
            let is_spared = techniques::spared_checks() && context.gives_check(node.position, mv);
            if techniques::futility_pruning()
                && reduced <= 8
                && hope.is_some_and(|hope| hope <= alpha)
                && !is_spared
            {
                return true;
            }
            if techniques::history_pruning()
                && reduced <= 4
                && history < -tunables::history_pruning_margin() * plies
            {
                picker.skip_quiets();
                return true;
            }
            techniques::exchange_pruning()
                && reduced <= 10
                && !exchange::wins_at_least(
                    node.position,
                    mv,
                    -tunables::see_quiet_margin() * reduced * reduced,
                )
        } else {
            let hope = node.static_eval.map(|eval| {
                let margin =
                    tunables::capture_futility_base() + tunables::capture_futility_margin() * reduced;
                eval + Score::cp(margin + exchange::gain(node.position, mv) + history / 32)
            });
            if techniques::capture_futility()
                && reduced <= 6
                && hope.is_some_and(|hope| hope <= alpha)
                && !context.gives_check(node.position, mv)
            {
                return true;
            }
            techniques::exchange_pruning()
                && plies <= 10
                && picker.at_bad_captures()
                && !exchange::wins_at_least(
                    node.position,
                    mv,
                    -tunables::see_capture_margin() * plies - history / 32,
                )
        }
    }

    /// Singular extensions: if every move but the table's fails low at reduced depth, that move
    /// is the only one, and is searched deeper. If another one is as good as beta, the node is
    /// cut (multicut); if the table's move merely looks good, it is searched less deeply. Without them:
    /// -67 +/- 42 Elo.
    pub(super) fn extend<N: NodeKind>(
        &mut self,
        shared: &Shared,
        node: &Node,
        mv: Move,
        depth: Depth,
    ) -> Extension {
        let Some(entry) = node.entry else { return Extension::Plies(0) };
        let worth_asking = techniques::singular_extensions()
            && !N::ROOT
            && Some(mv) == node.table_move
            && self.stack.frame(node.ply).excluded.is_none()
            && depth >= Depth::new(7)
            && Depth::from_table(entry.depth) >= depth - 3
            && entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && node.ply.index() < 2 * self.root_depth();
        if !worth_asking {
            return Extension::Plies(0);
        }
        let target = entry.score - Score::cp(tunables::singular_margin() * depth.plies() / 64);
        self.stack.frame_mut(node.ply).excluded = Some(mv);
        let score = self.search::<NonPv>(
            shared,
            node.position,
            target - Score::cp(1),
            target,
            Depth::new((depth.plies() - 1) / 2),
            node.ply,
            node.expects_cut,
        );
        self.stack.frame_mut(node.ply).excluded = None;
        if score < target {
            let far_below = score < target - Score::cp(tunables::double_extension_margin());
            let frame = self.stack.frame_mut(node.ply);
            if !N::PV && far_below && frame.double_extensions < 8 {
                frame.double_extensions += 1;
                Extension::Plies(2)
            } else {
                Extension::Plies(1)
            }
        } else if target >= node.beta && !target.is_decisive() {
            Extension::Cut(target)
        } else if entry.score >= node.beta {
            Extension::Plies(-2)
        } else if node.expects_cut {
            Extension::Plies(-1)
        } else {
            Extension::Plies(0)
        }
    }

    /// Late move reductions: what comes late is searched less deeply, the less so the better it
    /// is remembered and the more is at stake. Without them: -96 +/- 49 Elo.
    pub(super) fn adjust_reduction<N: NodeKind>(
        &self,
        node: &Node,
        next: &Position,
        mv: Move,
        history: i32,
        base: i32,
    ) -> i32 {
        const PLY: i32 = 1024;
        if !techniques::late_move_reductions() {
            return 0;
        }
        let takes = |mv: Move| !mv.is_quiet();
        let mut reduction = base - history * PLY / tunables::reduction_history();
        reduction -= i32::from(takes(mv)) * tunables::reduction_capture();
        reduction -= i32::from(node.was_pv) * tunables::reduction_was_pv();
        reduction -= i32::from(N::PV) * tunables::reduction_pv();
        reduction += i32::from(node.expects_cut) * tunables::reduction_cut();
        reduction += i32::from(!node.improving) * tunables::reduction_not_improving();
        reduction -= i32::from(next.in_check()) * tunables::reduction_check();
        reduction += i32::from(node.table_move.is_some_and(takes)) * tunables::reduction_table_capture();
        reduction += i32::from(self.stack.frame(node.ply.next()).cutoffs > 3) * tunables::reduction_cutoffs();
        (reduction / PLY).max(0)
    }

    /// Tablebases know the result: a win or loss settles the node, a draw does so too; none of
    /// them inside the window of a principal variation, which needs moves.
    pub(super) fn probe_tablebase(
        shared: &Shared,
        position: &Position,
        depth: Depth,
        ply: Ply,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let score = shared.tablebase.probe(position)?.score(ply);
        shared.control.count_tablebase_hit();
        let bound = match score {
            score if score.is_win() => Bound::Lower,
            score if score.is_loss() => Bound::Upper,
            _ => Bound::Exact,
        };
        if !bound.settles(score, alpha, beta) {
            return None;
        }
        let entry = gamekit::table::Entry {
            mv: None,
            score,
            eval: None,
            depth: (depth + 6).to_table(),
            bound,
            was_pv: false,
        };
        shared.table.store(position.key(), ply, entry);
        Some(score)
    }

    fn root_depth(&self) -> usize {
        self.completed_depth as usize + 1
    }
}

/// Whether the side to move has a piece besides pawns and king.
fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    let us = board.color(position.turn());
    (us - board.role(Role::Pawn) - board.role(Role::King)).any()
}
