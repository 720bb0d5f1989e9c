//! Iterative deepening with aspiration windows.

use chess::Position;
use gamekit::{Bound, Ply, Score};

use super::{Root, Window, Worker, depth_limit};
use crate::time::Confidence;
use crate::{Depth, techniques, tunables};

impl Worker<'_> {
    /// Deepens until a limit is reached. `report` is called with [`Bound::Exact`] after each
    /// iteration, and with a bound whenever the aspiration window fails.
    pub fn iterate(&mut self, position: &Position, mut report: impl FnMut(&Self, Bound)) {
        let shared = self.shared;
        let mut confidence = Confidence::default();
        let mut scores: Vec<Score> = Vec::new();
        let lines = shared.lines.clamp(1, self.root.all().len().max(1));
        for depth in 1..=depth_limit(shared.limits) {
            // Helper threads skip different depths, so that they do not repeat each other.
            if self.thread > 0
                && depth > 1
                && (depth + self.thread as u32).is_multiple_of(4)
                && depth % 2 == 0
            {
                continue;
            }
            let previous_best = self.root.best().map(super::RootMove::mv);
            self.root.begin_iteration();
            for line in 0..lines {
                self.root.current_line = line;
                self.selective_depth = 0;
                self.aspire(position, Depth::new(depth as i32), &mut report);
                self.root.sort_settled();
                if self.stopped {
                    break;
                }
            }
            self.root.current_line = 0;
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            report(self, Bound::Exact);

            let Some(best) = self.root.best() else { break };
            let is_same = Some(best.mv()) == previous_best;
            confidence.stable_iterations = if is_same { confidence.stable_iterations + 1 } else { 0 };
            confidence.best_move_share = best.nodes as f64 / self.nodes.max(1) as f64;
            let earlier = scores.len().checked_sub(3).map(|index| scores[index]);
            confidence.score_drop = earlier
                .map_or(0, |earlier| if best.score.is_decisive() { 0 } else { (earlier - best.score).raw() });
            scores.push(best.score);
            if self.thread == 0 && self.is_enough(best.score, &confidence) {
                shared.control.halt();
                break;
            }
        }
    }

    /// Aspiration windows: searches with a narrow window around the last score and widens it on the
    /// side on which it fails. Without them: -89 +/- 47 Elo.
    fn aspire(&mut self, position: &Position, depth: Depth, report: &mut impl FnMut(&Self, Bound)) {
        let previous = self.root.current().map_or(Score::DRAW, |root| root.previous_score);
        let mut width = tunables::aspiration_width();
        let mut window = Window::FULL;
        if techniques::aspiration_windows()
            && depth >= Depth::new(tunables::aspiration_depth())
            && !previous.is_decisive()
        {
            window.alpha = (previous - Score::cp(width)).max(-Score::INFINITE);
            window.beta = (previous + Score::cp(width)).min(Score::INFINITE);
        }
        let mut reduced = 0;
        loop {
            let searched = (depth - reduced).max(Depth::new(1));
            let score = self.search::<Root>(position, window, searched, Ply::ROOT, false);
            self.root.sort_from_current();
            if self.stopped {
                return;
            }
            if score <= window.alpha {
                report(self, Bound::Upper);
                window.beta = Score::cp(i32::midpoint(window.alpha.raw(), window.beta.raw()));
                window.alpha = widen(score, -width);
                reduced = 0;
            } else if score >= window.beta {
                report(self, Bound::Lower);
                window.beta = widen(score, width);
                reduced = (reduced + 1).min(tunables::aspiration_reductions_max());
            } else {
                return;
            }
            width += width * tunables::aspiration_growth() / 100;
        }
    }

    /// Whether to stop after a finished iteration.
    fn is_enough(&self, score: Score, confidence: &Confidence) -> bool {
        let shared = self.shared;
        let limits = shared.limits;
        let mate_found = limits.mate.is_some_and(|moves| {
            score.mate_in_moves().is_some_and(|found| found > 0 && found as u32 <= moves)
        });
        let mut node_limits = [shared.node_limit, limits.soft_nodes].into_iter().flatten();
        if mate_found || node_limits.any(|limit| shared.control.nodes() >= limit) {
            return true;
        }
        if shared.control.is_pondering() {
            return false;
        }
        let Some(budget) = shared.budget else { return false };
        let elapsed = shared.control.elapsed();
        // A fixed time is used up even where there is one legal move only.
        let Some(soft) = budget.soft else { return elapsed >= budget.hard };
        let forced = self.root.all().len() == 1 && limits.mate.is_none() && !limits.infinite;
        forced || elapsed >= soft.mul_f64(confidence.time_factor()).min(budget.hard)
    }
}

/// Moves a bound away from a score; beyond a decisive score it becomes infinite.
fn widen(score: Score, width: i32) -> Score {
    let bound = score + Score::cp(width);
    if bound.is_decisive() { if width > 0 { Score::INFINITE } else { -Score::INFINITE } } else { bound }
}
