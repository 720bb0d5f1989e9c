//! Singular extensions.

use chess::Move;
use gamekit::{Bound, Score};

use super::node::Node;
use super::{NodeKind, NonPv, Window, Worker};
use crate::{Depth, techniques, tunables};

/// The result of a singular verification.
pub(super) enum Extension {
    /// Search the move this many plies deeper; less deeply if negative.
    Plies(i32),
    /// Multicut: another move fails high too, so cut the node with this score.
    Cut(Score),
}

impl Worker<'_> {
    /// Verifies the table's move by a reduced search without it. If all other moves fail low, it is
    /// singular and extended. If another one reaches beta, the node is cut (multicut); if the
    /// table's move alone was expected to, it is searched less deeply. Without extensions: -67 +/-
    /// 42 Elo.
    pub(super) fn extend<N: NodeKind>(&mut self, node: &Node, mv: Move) -> Extension {
        let Some(entry) = node.entry else { return Extension::Plies(0) };
        let worth_asking = techniques::singular_extensions()
            && !N::ROOT
            && Some(mv) == node.table_move
            && node.excluded.is_none()
            && node.depth >= Depth::new(tunables::singular_depth())
            && Depth::from_table(entry.depth) >= node.depth - tunables::singular_table_depth()
            && entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && node.ply.index() < 2 * (self.completed_depth as usize + 1);
        if !worth_asking {
            return Extension::Plies(0);
        }
        let plies = node.depth.plies();
        let target = entry.score - Score::cp(tunables::singular_margin() * plies / 64);
        self.stack.frame_mut(node.ply).excluded = Some(mv);
        let window = Window::at_least(target);
        let depth = Depth::new((plies - 1) / 2);
        let score = self.search::<NonPv>(node.position, window, depth, node.ply, node.expects_cut);
        self.stack.frame_mut(node.ply).excluded = None;
        if score < target {
            let far_below = score < target - Score::cp(tunables::double_extension_margin());
            let frame = self.stack.frame_mut(node.ply);
            if !N::PV && far_below && frame.double_extensions < tunables::double_extensions_max() as u32 {
                frame.double_extensions += 1;
                return Extension::Plies(2);
            }
            return Extension::Plies(1);
        }
        if target >= node.beta && !target.is_decisive() {
            return Extension::Cut(target);
        }
        Extension::Plies(if entry.score >= node.beta { -2 } else { -i32::from(node.expects_cut) })
    }
}
