//! Late move reductions.

use chess::{Move, Position};
use gamekit::Score;

use super::moves::Candidate;
use super::node::Node;
use super::{NodeKind, Worker};
use crate::{techniques, tunables};

const MOST: usize = 64;

/// The base reductions, in 1024ths of a ply: they grow with the logarithms of depth and move
/// number.
pub struct Reductions(Box<[[i32; MOST]; MOST]>);

impl Reductions {
    pub fn new() -> Self {
        let mut table = crate::boxed::boxed(&[0; MOST]);
        let base = f64::from(tunables::reduction_base());
        let divisor = f64::from(tunables::reduction_divisor()) / 100.0;
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *entry = (base + 1024.0 * product / divisor) as i32;
            }
        }
        Self(table)
    }

    /// The base reduction of a move by its number, from one.
    #[inline]
    pub fn base(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(MOST - 1)][number.min(MOST - 1)]
    }
}

impl Worker<'_> {
    /// The plies by which a late move is searched less deeply: fewer with a good history and on
    /// principal variations, more at expected cut nodes. Without reductions: -96 +/- 49 Elo.
    pub(super) fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        next: &Position,
        alpha: Score,
    ) -> i32 {
        const PLY: i32 = 1024;
        if !techniques::late_move_reductions() {
            return 0;
        }
        let takes = |mv: Move| !mv.is_quiet();
        let cutoffs = self.stack.frame(node.ply.next()).cutoffs;
        let mut reduction = candidate.reduction - candidate.history * PLY / tunables::reduction_history();
        reduction -= i32::from(takes(candidate.mv)) * tunables::reduction_capture();
        reduction -= i32::from(node.was_pv) * tunables::reduction_was_pv();
        reduction -= i32::from(N::PV) * tunables::reduction_pv();
        reduction += i32::from(node.expects_cut) * tunables::reduction_cut();
        reduction += i32::from(!node.improving) * tunables::reduction_not_improving();
        reduction -= i32::from(next.in_check()) * tunables::reduction_check();
        reduction += i32::from(node.table_move.is_some_and(takes)) * tunables::reduction_table_capture();
        reduction +=
            i32::from(cutoffs > tunables::reduction_cutoffs_from() as u32) * tunables::reduction_cutoffs();
        reduction -= hope(node, alpha) * tunables::reduction_evaluation();
        (reduction / PLY).max(0)
    }
}

/// How far the evaluation is above alpha, in centipawns: from far below, no late move reaches it.
fn hope(node: &Node, alpha: Score) -> i32 {
    match node.static_eval {
        Some(eval) if techniques::reduction_by_evaluation() => (eval - alpha).raw().clamp(-256, 128),
        _ => 0,
    }
}
