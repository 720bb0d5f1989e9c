//! Iterative deepening and aspiration windows.
//!
//! ```text
//!   depth 1   value 20          searched with every value possible
//!   depth 2   value 25          searched with  -30 .. 70, and found inside
//!   depth 3   value 80 or more  searched with  -25 .. 75, and found above: again, without an upper end
//! ```
//!
//! Searching to depth 1, then 2, then 3 seems a waste, but the last depth costs many times all the
//! others together, and each tells the next which moves to try first: with a table or killers the
//! whole is *faster* than the last alone. It also means that there is always a move to play when the
//! time is up. The value rarely changes much from one depth to the next, so the next search may start
//! with a narrow window around it (*aspiration*), which cuts more; if the value falls outside, that end
//! of the window is opened and the search repeated.

use chess::{Game, Move};
use engine::{Report, SearchInfo};
use gamekit::{Bound, Ply, Score};

use super::node::Site;
use super::worker::Worker;
use crate::board::{Board, Squares};

/// No iteration goes deeper.
const MOST_DEPTH: u32 = 100;

impl<S: Squares> Worker<'_, S> {
    /// Searches deeper and deeper until a limit is reached. Helpers of a lazy search begin with
    /// different depths.
    pub(super) fn iterate(&mut self, game: &Game, on_info: &mut dyn FnMut(&SearchInfo)) -> Report {
        let profile = self.profile();
        let limits = self.shared.limits;
        // A mate in so many moves is looked for at every depth, by whatever profile.
        let deepens = profile.deepening || limits.mate.is_some();
        let last = limits.depth.unwrap_or(if deepens { MOST_DEPTH } else { profile.depth });
        let first = if deepens { 1 + self.thread as u32 % 2 } else { last };
        let board = Board::of(game.position());
        let mut line: Vec<Move> = Vec::new();
        // What is told if not even the first iteration ends.
        let mut report =
            self.report(0, self.evaluate(&board), &self.root_moves[..self.root_moves.len().min(1)]);
        if self.root_moves.is_empty() {
            let score = if board.in_check() { Score::mated_in(Ply::ROOT) } else { Score::DRAW };
            report = self.report(0, score, &[]);
            on_info(&report.info);
            return report;
        }
        for depth in first..=last.max(first) {
            let guess = report.info.score;
            let score = self.search_root(&board, guess, depth, &mut line);
            if self.is_stopped() {
                // A better move that was found before the time ran out is kept.
                if let Some(&mv) = line.first().filter(|_| depth > first) {
                    report.best = Some(mv);
                    report.ponder = line.get(1).copied();
                }
                break;
            }
            self.move_to_front(line.first().copied());
            report = self.report(depth, score, &line);
            on_info(&report.info);
            if self.is_done(score) {
                break;
            }
        }
        if report.info.depth == 0 {
            on_info(&report.info);
        }
        report
    }

    /// Searches the root with a window around the last value, if the profile says so.
    fn search_root(&mut self, board: &Board<S>, guess: Score, depth: u32, line: &mut Vec<Move>) -> Score {
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if let Some(half) = self.profile().aspiration
            && depth > 1
            && !guess.is_decisive()
        {
            (alpha, beta) = (guess - Score::cp(half), guess + Score::cp(half));
        }
        loop {
            let score = self.search(board, (alpha, beta), depth as i32, Site::ROOT, line);
            match score {
                _ if self.is_stopped() => return score,
                _ if score <= alpha && alpha > -Score::INFINITE => alpha = -Score::INFINITE,
                _ if score >= beta && beta < Score::INFINITE => beta = Score::INFINITE,
                _ => return score,
            }
        }
    }

    /// Whether there is nothing left to find, or no time to find it.
    fn is_done(&self, score: Score) -> bool {
        let Self { shared, .. } = self;
        let mate_wanted = shared.limits.mate.is_some_and(|moves| {
            score.mate_in_moves().is_some_and(|found| found > 0 && found as u32 <= moves)
        });
        let soft = shared.budget.and_then(|budget| budget.soft);
        // The next iteration takes several times as long as this one.
        let is_late =
            soft.is_some_and(|soft| !shared.control.is_pondering() && shared.control.elapsed() * 2 >= soft);
        mate_wanted || is_late
    }

    /// The best move is searched first by the next iteration.
    fn move_to_front(&mut self, best: Option<Move>) {
        if let Some(index) = self.root_moves.iter().position(|&mv| Some(mv) == best) {
            self.root_moves[..=index].rotate_right(1);
        }
    }

    pub(super) fn report(&self, depth: u32, score: Score, line: &[Move]) -> Report {
        self.report_nodes();
        let control = self.shared.control;
        let info = SearchInfo {
            depth,
            selective_depth: self.deepest,
            line: 1,
            score,
            bound: Bound::Exact,
            chances: None,
            nodes: control.nodes(),
            time: control.elapsed(),
            hashfull: self.shared.table.map_or(0, |table| table.hashfull(control.nodes())),
            tablebase_hits: 0,
            moves: line.to_vec(),
        };
        Report { best: line.first().copied(), ponder: line.get(1).copied(), info }
    }
}
