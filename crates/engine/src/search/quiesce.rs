//! Quiescence search: captures, and evasions of checks, until the position is quiet.

use chess::{Move, Position};
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::{NodeKind, NonPv, Window, Worker};
use crate::history::NodeContext;
use crate::picker::MovePicker;
use crate::{exchange, techniques, tunables};

/// What is known before any move is searched.
struct Start {
    entry: Option<Entry>,
    raw_eval: Option<Score>,
    /// The stand-pat score; in check that of being mated.
    score: Score,
}

impl Worker<'_> {
    /// Searches captures that lose next to nothing. The side to move may stand pat instead, except
    /// in check, where evasions are searched.
    pub(super) fn quiesce<N: NodeKind>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: Ply,
    ) -> Score {
        if let Some(score) = self.enter::<N>(position, ply) {
            return score;
        }

        let entry = self.shared.table.probe(position.key(), ply);
        if !N::PV
            && let Some(entry) = entry
            && entry.bound.settles(entry.score, window.alpha, window.beta)
        {
            return entry.score;
        }

        let raw_eval = self.remembered_eval(position, entry);
        let mut best = Score::mated_in(ply);
        if let Some(raw) = raw_eval {
            best = self.correct(position, ply, raw);
            best = entry.map_or(best, |entry| entry.refine(best));
            if best >= window.beta {
                if techniques::remembered_stand_pat() && entry.is_none() {
                    self.remember_stand_pat(position, ply, raw, best);
                }
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        self.search_captures::<N>(position, window, ply, &Start { entry, raw_eval, score: best })
    }

    fn search_captures<N: NodeKind>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: Ply,
        start: &Start,
    ) -> Score {
        let in_check = position.in_check();
        // All evasions in check, else captures that lose next to nothing.
        let mut picker = MovePicker::new(self.table_move::<NonPv>(position, start.entry));
        if !in_check {
            picker.keep_captures(position, -tunables::quiescence_slack());
        }
        let context = self.quiescence_context(position, ply);
        let futility = start.score + Score::cp(tunables::quiescence_margin());
        let (mut best, mut best_move, mut bound, mut searched) = (start.score, None, Bound::Upper, 0);
        while let Some(mv) = picker.next(position, self.histories, &context) {
            if self.level.is_some_and(|level| level.overlooks(position, mv)) {
                continue;
            }
            if techniques::quiescence_pruning() && !best.is_loss() {
                // Quiet evasions after two moves that failed.
                if in_check && mv.is_quiet() && searched > 1 {
                    break;
                }
                // Not even the captured piece raises the score to alpha.
                let hope = futility + Score::cp(exchange::gain(position, mv));
                if !in_check && !mv.is_promotion() && hope <= window.alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            searched += 1;
            let next = self.descend(position, mv, ply);
            let score = -self.quiesce::<N>(&next, window.flipped(), ply.next());
            self.ascend();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.stack.set_line(ply, mv);
                    }
                    if score >= window.beta {
                        bound = Bound::Lower;
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        let (mv, eval) = (best_move.map(Move::bits), start.raw_eval);
        let was_pv = N::PV || start.entry.is_some_and(|entry| entry.was_pv);
        let entry = Entry { mv, score: best, eval, depth: 0, bound, was_pv };
        self.shared.table.store(position.key(), ply, entry);
        best
    }

    /// The context of evasions in check, else that of captures.
    fn quiescence_context(&self, position: &Position, ply: Ply) -> NodeContext {
        if position.in_check() {
            self.context(position, ply)
        } else {
            self.context_of_captures(position, ply)
        }
    }

    /// Stores the evaluation of a position whose side to move stands pat.
    fn remember_stand_pat(&self, position: &Position, ply: Ply, raw: Score, score: Score) {
        let (eval, bound) = (Some(raw), Bound::Lower);
        let entry = Entry { mv: None, score, eval, depth: 0, bound, was_pv: false };
        self.shared.table.store(position.key(), ply, entry);
    }
}
