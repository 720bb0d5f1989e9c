//! A node of the search, with every technique in its place.
//!
//! ```text
//!   draw by repetition?                                   repetition
//!   no depth left?       judge it, or play captures out   quiesce
//!   known already?       take what the table says         memory
//!   hopelessly good?     leave the node                   static_null, null_move
//!   for each move, the most promising first:              ordering
//!     not worth a look?  leave it out                     futility, late_moves
//!     search it, shallower if it comes late               late_moves
//!     share the rest with other threads                   split
//!     refuted the node?  leave                            alpha-beta
//!   remember the result                                   memory
//! ```
//!
//! Minimax is the same node with a window that never narrows. Principal variation search asks of
//! every move after the first only whether it is better ([`negascout`](crate::search::negascout)).

use chess::Move;
use gamekit::{Ply, Score};

use super::memory::settles;
use super::worker::Worker;
use super::{Method, ordering};
use crate::board::{Board, Squares};

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The distance from the root.
    pub ply: Ply,
    /// Whether every move on the way was the first of its node.
    pub is_leftmost: bool,
    /// Whether the last move was a null move.
    pub after_null: bool,
}

impl Site {
    /// The root of the tree.
    pub const ROOT: Self = Self { ply: Ply::ROOT, is_leftmost: true, after_null: false };

    /// The node after the move with this number.
    pub fn after_move(self, number: usize) -> Self {
        Self { ply: self.ply.next(), is_leftmost: self.is_leftmost && number == 0, after_null: false }
    }
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// How deep to search below it.
    pub depth: i32,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// What it looks like, where a technique asks for it.
    pub eval: Option<Score>,
}

/// The best of the moves so far.
#[derive(Clone, Debug)]
pub struct Best {
    /// The value of the best move.
    pub score: Score,
    /// The move, if it is better than what the side to move had already.
    pub mv: Option<Move>,
    /// What the side to move can have.
    pub alpha: Score,
    /// Legal moves searched or left out.
    pub moves: usize,
    /// Quiet ones among them.
    pub quiets: usize,
}

impl<S: Squares> Worker<'_, S> {
    /// The value of a position for the side to move, if it lies within the window, else a bound of
    /// it; `line` becomes the moves that lead to it.
    pub(super) fn search(
        &mut self,
        board: &Board<S>,
        window: (Score, Score),
        depth: i32,
        site: Site,
        line: &mut Vec<Move>,
    ) -> Score {
        line.clear();
        if site.ply > Ply::ROOT && self.is_draw(board) {
            return Score::DRAW;
        }
        if depth <= 0 || site.ply == Ply::MAX {
            return self.judge_leaf(board, window, site.ply);
        }
        if !self.enter(site.ply) {
            return Score::DRAW;
        }
        let known = self.recall(board, site.ply);
        if let Some(score) = known.and_then(|entry| settles(&entry, window, depth, site)) {
            return score;
        }
        let outlook = self.look(board, depth);
        if let Some(score) = self.leave_node(board, window, outlook, site) {
            return score;
        }
        let first = known.and_then(|entry| entry.mv).and_then(|bits| Move::from_bits(bits.get()));
        let moves = if site.ply == Ply::ROOT {
            self.root_moves.clone()
        } else {
            ordering::moves(board, self.profile(), first, &self.killers, site.ply)
        };
        let best = self.search_moves(board, window, outlook, (site, &moves), line);
        if self.is_stopped() {
            return best.score;
        }
        if best.moves == 0 {
            return if outlook.in_check { Score::mated_in(site.ply) } else { Score::DRAW };
        }
        self.remember(board, &best, window, depth, site.ply);
        best.score
    }

    /// A position at the end of the search.
    fn judge_leaf(&mut self, board: &Board<S>, window: (Score, Score), ply: Ply) -> Score {
        if self.profile().quiescence {
            return self.quiesce(board, window, ply);
        }
        if !self.enter(ply) {
            return Score::DRAW;
        }
        let is_over = board.legal_moves().is_empty();
        match (is_over, is_over && board.in_check()) {
            (_, true) => Score::mated_in(ply),
            (true, _) => Score::DRAW,
            _ => self.evaluate(board),
        }
    }

    fn look(&self, board: &Board<S>, depth: i32) -> Outlook {
        let pruning = &self.profile().pruning;
        let in_check = board.in_check();
        let asks = pruning.static_null || pruning.futility || pruning.null_move;
        let eval = (asks && !in_check).then(|| self.evaluate(board));
        Outlook { depth, in_check, eval }
    }

    /// The value of a node that need not be searched. Nodes of the principal variation are.
    fn leave_node(
        &mut self,
        board: &Board<S>,
        (alpha, beta): (Score, Score),
        outlook: Outlook,
        site: Site,
    ) -> Option<Score> {
        if site.is_leftmost || beta - alpha > Score::cp(1) {
            return None;
        }
        self.static_null(beta, outlook).or_else(|| self.null_move(board, beta, outlook, site))
    }

    /// Searches the moves of a node, the first alone, the others perhaps with other threads.
    fn search_moves(
        &mut self,
        board: &Board<S>,
        (alpha, beta): (Score, Score),
        outlook: Outlook,
        (site, moves): (Site, &[Move]),
        line: &mut Vec<Move>,
    ) -> Best {
        let mut best = Best { score: -Score::INFINITE, mv: None, alpha, moves: 0, quiets: 0 };
        for (index, &mv) in moves.iter().enumerate() {
            let Some(next) = board.play(mv) else { continue };
            let number = best.moves;
            best.moves += 1;
            best.quiets += usize::from(mv.is_quiet());
            if self.leave_move(mv, &next, outlook, &best) {
                continue;
            }
            let mut below = Vec::new();
            let score =
                self.search_move(&next, (best.alpha, beta), (outlook, site), (mv, number), &mut below);
            if self.is_stopped() {
                break;
            }
            if take(&mut best, mv, score, &below, line) && score >= beta {
                self.note_killer(mv, site.ply);
                break;
            }
            if number == 0 && self.may_split(outlook.depth, site) {
                let rest = &moves[index + 1..];
                self.split(board, beta, (outlook, site, rest), &mut best, line);
                break;
            }
        }
        best
    }

    /// Whether a move is not worth a look.
    fn leave_move(&self, mv: Move, next: &Board<S>, outlook: Outlook, best: &Best) -> bool {
        let can_matter = best.moves == 1 || best.score.is_loss() || outlook.in_check || !mv.is_quiet();
        if can_matter {
            return false;
        }
        (self.is_futile(outlook, best.alpha) || self.comes_too_late(outlook, best.quiets)) && !next.in_check()
    }

    /// The value of a move: shallower first if it comes late, with a window without room first
    /// if it is not the first, and in full if it turns out to be better.
    pub(super) fn search_move(
        &mut self,
        next: &Board<S>,
        (alpha, beta): (Score, Score),
        (outlook, site): (Outlook, Site),
        (mv, number): (Move, usize),
        line: &mut Vec<Move>,
    ) -> Score {
        let depth = outlook.depth - 1;
        let below = site.after_move(number);
        let whole = match self.profile().method {
            Method::Minimax => (-Score::INFINITE, Score::INFINITE),
            _ => (-beta, -alpha),
        };
        let narrow = (-alpha - Score::cp(1), -alpha);
        self.path.push(next.key());
        let reduced = self.reduction(mv, number, outlook);
        let mut score = Score::INFINITE;
        if reduced > 0 {
            score = -self.search(next, narrow, depth - reduced, below, line);
        }
        if score > alpha && self.profile().method == Method::Pvs && number > 0 {
            score = -self.search(next, narrow, depth, below, line);
            if score > alpha && score < beta {
                score = -self.search(next, whole, depth, below, line);
            }
        } else if score > alpha {
            score = -self.search(next, whole, depth, below, line);
        }
        self.path.pop();
        score
    }
}

/// Keeps a move if it is the best so far; says whether it raised alpha.
pub fn take(best: &mut Best, mv: Move, score: Score, below: &[Move], line: &mut Vec<Move>) -> bool {
    best.score = best.score.max(score);
    if score <= best.alpha {
        return false;
    }
    best.alpha = score;
    best.mv = Some(mv);
    line.clear();
    line.push(mv);
    line.extend_from_slice(below);
    true
}
