//! Draws inside the search.

use chess::{Position, attacks};
use gamekit::{Ply, Score};

use super::Worker;
use crate::techniques;

impl Worker<'_> {
    /// Whether the position is drawn by repetition, the fifty-move rule or lack of material.
    pub(super) fn is_draw(&self, position: &Position, ply: Ply) -> bool {
        let fifty_moves =
            position.halfmove_clock() >= 100 && (!position.in_check() || position.count_legal_moves() > 0);
        fifty_moves || position.is_insufficient_material() || self.is_repetition(position, ply)
    }

    /// The score of a draw, varied by one centipawn so that the search does not take all draws for
    /// equal.
    pub(super) fn draw_score(&self) -> Score {
        Score::cp((self.nodes & 2) as i32 - 1)
    }

    /// Whether the position repeats an earlier one. Inside the search one repetition counts, since
    /// it can be forced again; two are needed among the positions before the root.
    fn is_repetition(&self, position: &Position, ply: Ply) -> bool {
        let mut occurrences = 0;
        for plies in (4..=self.reversible_plies(position, ply)).step_by(2) {
            if self.path[self.path.len() - plies] == position.key() {
                occurrences += 1;
                if plies < ply.index() || occurrences == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move can repeat an earlier position of the search with one move, which
    /// makes a draw the least it has.
    pub(super) fn can_repeat(&self, position: &Position, ply: Ply) -> bool {
        if !techniques::upcoming_repetition() {
            return false;
        }
        let farthest = self.reversible_plies(position, ply).min(ply.index().saturating_sub(1));
        (3..=farthest).step_by(2).any(|plies| {
            let change = position.key() ^ self.path[self.path.len() - plies];
            self.shared
                .reversible_moves
                .find(change)
                .is_some_and(|(a, b)| !attacks::between(a, b).intersects(position.board().occupied()))
        })
    }

    /// How many plies back to look for an equal position.
    fn reversible_plies(&self, position: &Position, ply: Ply) -> usize {
        let by_moves = usize::from(position.halfmove_clock());
        by_moves.min(self.stack.frame(ply).since_null).min(self.path.len())
    }
}
