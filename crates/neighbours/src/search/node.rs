//! The search of one position.

use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::MAX_DEPTH;
use super::ordering::OrderedMoves;
use super::report::Line;
use super::worker::Worker;
use crate::features::Observation;
use crate::{Move, MoveList, Position};

/// Whether a position is on the principal variation or beside it.
pub(super) trait Node {
    /// On the principal variation the window is open, and the line of best play is kept.
    const PV: bool;
}

/// On the principal variation.
pub(super) struct Principal;

/// Beside it: searched with a null window, to show that it is not better.
pub(super) struct Beside;

impl Node for Principal {
    const PV: bool = true;
}

impl Node for Beside {
    const PV: bool = false;
}

/// A move to search.
pub(super) struct Candidate {
    pub mv: Move,
    /// Its place in the order of moves, from zero.
    pub order: usize,
    /// Plies to search it less deeply at first.
    pub reduction: u8,
}

impl Worker<'_> {
    /// The score of the current position for the side to move, `depth` plies deep. Between `alpha`
    /// and `beta` it is exact, outside it is a bound; `line` receives the best play.
    pub(super) fn search<N: Node>(
        &mut self,
        depth: u8,
        ply: Ply,
        mut alpha: Score,
        mut beta: Score,
        line: &mut Line,
    ) -> Score {
        line.clear();
        if let Some(score) = self.end(depth, ply) {
            return score;
        }
        // No line from here is better than winning with the next move, none worse than having lost.
        alpha = alpha.max(Score::mated_in(ply));
        beta = beta.min(Score::mate_in(ply.next()));
        if alpha >= beta {
            return alpha;
        }

        let key = self.position.table_key();
        let known = self.shared.table.probe(key, ply);
        let settles = |entry: &Entry| entry.depth >= depth && entry.bound.settles(entry.score, alpha, beta);
        if let Some(entry) = known.filter(settles)
            && !N::PV
        {
            return entry.score;
        }

        let remembered = known.and_then(|entry| entry.mv).map(Move::from_bits);
        let (best, best_move) = self.search_moves::<N>(remembered, depth, ply, (alpha, beta), line);
        if self.stopped {
            return Score::DRAW;
        }
        let bound = Bound::of(best, (alpha, beta));
        let mv = best_move.map(Move::bits);
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);
        self.shared.table.store(key, ply, Entry { mv, score: best, eval: None, depth, bound, was_pv });
        best
    }

    /// Searches the moves in order until one fails high. Returns the best score, and its move if
    /// that raised alpha; both are meaningless if the search was stopped.
    fn search_moves<N: Node>(
        &mut self,
        remembered: Option<Move>,
        depth: u8,
        ply: Ply,
        (mut alpha, beta): (Score, Score),
        line: &mut Line,
    ) -> (Score, Option<Move>) {
        let mut best = Score::mated_in(ply);
        let mut best_move = None;
        let mut quiets = MoveList::new();
        let mut child_line = Line::new();
        for (order, mv) in OrderedMoves::new(&self.position, &self.memory, remembered, ply).enumerate() {
            let quiet = !self.position.is_capture(mv);
            let reduction = if quiet { self.reduction(mv, depth, order) } else { 0 };
            let candidate = Candidate { mv, order, reduction };
            let score = self.search_move::<N>(candidate, depth, ply, (alpha, beta), &mut child_line);
            if self.stopped {
                break;
            }
            if quiet {
                quiets.push(mv);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        extend(line, mv, &child_line);
                    }
                }
                if score >= beta {
                    self.memory.remember(&self.position, mv, &quiets, depth, ply);
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// Makes a move and searches what it leads to, from the view of the side that made it.
    ///
    /// The first move gets the whole window. The others only have to be shown not to be better: a
    /// null window, and less depth for moves that come late; moves that fail high are searched
    /// again.
    pub(super) fn search_move<N: Node>(
        &mut self,
        Candidate { mv, order, reduction }: Candidate,
        depth: u8,
        ply: Ply,
        (alpha, beta): (Score, Score),
        line: &mut Line,
    ) -> Score {
        let depth = depth - 1;
        self.path.push(self.position.key());
        let undo = self.position.make(mv);
        self.shared.table.prefetch(self.position.table_key());

        let null = alpha + Score::cp(1);
        let mut score = null;
        if order > 0 || !N::PV {
            let reduced = depth.saturating_sub(reduction);
            score = -self.search::<Beside>(reduced, ply.next(), -null, -alpha, line);
            if score > alpha && reduced < depth {
                score = -self.search::<Beside>(depth, ply.next(), -null, -alpha, line);
            }
        }
        if N::PV && (order == 0 || score > alpha) && !self.stopped {
            score = -self.search::<Principal>(depth, ply.next(), -beta, -alpha, line);
        }

        self.position.unmake(mv, undo);
        self.path.pop();
        score
    }

    /// The score of a node that is not searched further: the search is stopped, the game is over,
    /// the end is known, or the depth is used up.
    fn end(&mut self, depth: u8, ply: Ply) -> Option<Score> {
        if self.should_stop() {
            return Some(Score::DRAW);
        }
        let known = self.drawn(ply).or_else(|| self.solved(ply));
        known.or_else(|| (depth == 0).then(|| self.evaluate(ply)))
    }

    /// The score of a position that the endgame tables know.
    #[inline]
    fn solved(&self, ply: Ply) -> Option<Score> {
        let verdict = self.shared.tables?.verdict(&self.position)?;
        Some(verdict.score(ply))
    }

    /// The first repetition is scored as a draw, since the same moves can repeat it again. So is
    /// the hundredth ply without a capture, unless it leaves no move.
    fn drawn(&self, ply: Ply) -> Option<Score> {
        let quiet = self.position.quiet_plies();
        if quiet >= Position::QUIET_LIMIT {
            let lost = self.position.count_moves() == 0;
            return Some(if lost { Score::mated_in(ply) } else { Score::DRAW });
        }
        // Each side needs two moves to undo what it did.
        let earlier = self.path.iter().rev().take(quiet as usize).skip(3).step_by(2);
        let repeated = earlier.into_iter().any(|&key| key == self.position.key());
        repeated.then_some(Score::DRAW)
    }

    /// The static evaluation; a side without a move has lost.
    fn evaluate(&self, ply: Ply) -> Score {
        let seen = Observation::of(&self.position);
        if seen.me.moves == 0 { Score::mated_in(ply) } else { self.shared.evaluator.score(&seen) }
    }

    /// Late move reductions: with good ordering, a late quiet move is rarely the best one.
    fn reduction(&self, mv: Move, depth: u8, order: usize) -> u8 {
        if depth < 3 || order < 3 || !self.shared.reductions {
            return 0;
        }
        let base = LOGARITHMS[depth as usize] * LOGARITHMS[order] / 2.0;
        let trust = self.memory.history(self.position.turn(), mv) as f32 / 4096.0;
        (base - trust).clamp(0.0, depth as f32 - 2.0) as u8
    }
}

/// The natural logarithms of 1 to 64, each from the one before: `ln n - ln (n-1) = 2 artanh (1 /
/// (2n-1))`.
const LOGARITHMS: [f32; MAX_DEPTH as usize + 1] = {
    let mut table = [0.0; _];
    let mut n = 2;
    while n < table.len() {
        let x = 1.0 / (2 * n - 1) as f32;
        let square = x * x;
        let series = 1.0 + square / 3.0 + square * square / 5.0 + square * square * square / 7.0;
        table[n] = table[n - 1] + 2.0 * x * series;
        n += 1;
    }
    table
};

/// A move and what follows it.
pub(super) fn extend(line: &mut Line, mv: Move, rest: &Line) {
    line.clear();
    line.push(mv);
    line.extend(rest.iter().copied().take(line.remaining_capacity()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_logarithms() {
        for (n, &logarithm) in LOGARITHMS.iter().enumerate().skip(1) {
            assert!((logarithm - (n as f32).ln()).abs() < 1e-4, "{n}: {logarithm}");
        }
    }
}
