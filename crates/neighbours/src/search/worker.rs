//! One thread of a search: iterative deepening from the root.

use std::sync::atomic::Ordering::Relaxed;

use gamekit::{Key, Ply, Score};

use super::node::{Candidate, Principal, extend};
use super::ordering::Memory;
use super::report::{Info, Line, Report};
use super::{MAX_DEPTH, Shared};
use crate::{Game, Move, Position};

/// A thread's own state.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub position: Position,
    /// The keys of all positions that led to the current one.
    pub path: Vec<Key>,
    pub memory: Memory,
    pub stopped: bool,
    /// Nodes not yet added to the shared count.
    uncounted: u64,
    roots: Vec<Root>,
}

/// A move at the root with the best play after it.
#[derive(Clone, Debug)]
struct Root {
    mv: Move,
    score: Score,
    line: Line,
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>, game: &Game) -> Self {
        let position = game.position().clone();
        let mut path: Vec<Key> = game.repeatable_keys().skip(1).collect();
        path.reverse();
        let roots = position.legal_moves().into_iter().map(|mv| {
            let mut line = Line::new();
            line.push(mv);
            Root { mv, score: -Score::INFINITE, line }
        });
        let roots = roots.collect();
        Self { shared, position, path, memory: Memory::new(), stopped: false, uncounted: 0, roots }
    }

    /// Searches deeper and deeper, reports each iteration, and returns the last finished one.
    pub fn lead(&mut self, on_info: &mut impl FnMut(&Info)) -> Report {
        let lines = self.shared.limits.lines.clamp(1, self.roots.len().max(1));
        let mut finished = self.roots.clone();
        let mut depth_reached = 0;
        for depth in 1..=self.shared.limits.depth.min(MAX_DEPTH) {
            if self.roots.is_empty() || !self.deepen(depth, lines) {
                break;
            }
            finished.clone_from(&self.roots);
            finished[..lines].iter_mut().for_each(|root| self.complete(&mut root.line));
            depth_reached = depth;
            for (rank, root) in (1..).zip(&finished[..lines]) {
                on_info(&self.info(depth, rank, root));
            }
            if lines == 1 && is_settled(finished[0].score, depth) {
                break;
            }
        }
        self.count_nodes();
        // Without a finished iteration, any legal move is better than none.
        let lines = finished.into_iter().take(lines).map(|root| (root.score, root.line)).collect();
        Report {
            lines,
            depth: depth_reached,
            nodes: self.shared.nodes.load(Relaxed),
            time: self.shared.started.elapsed(),
        }
    }

    /// Fills the table for the leading thread; every other helper is a ply ahead of it.
    pub fn help(&mut self, number: usize) {
        for depth in 1..MAX_DEPTH {
            if self.roots.is_empty() || !self.deepen(depth + (number % 2) as u8, 1) {
                break;
            }
        }
        self.count_nodes();
    }

    /// One iteration: the best `lines` moves, one after the other. Returns whether it was finished.
    fn deepen(&mut self, depth: u8, lines: usize) -> bool {
        for first in 0..lines {
            self.search_with_aspiration(depth, first);
            if self.stopped {
                return false;
            }
            // Stable, so that moves that did not raise alpha keep their order.
            self.roots[first..].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        self.roots[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
        true
    }

    /// Searches a narrow window around the last score, which is faster, and widens it if the score
    /// falls outside.
    fn search_with_aspiration(&mut self, depth: u8, first: usize) {
        const SHALLOW: u8 = 4;
        let mut delta = 30;
        let expected = self.roots[first].score;
        let (mut alpha, mut beta) = if depth < SHALLOW || expected.is_decisive() {
            (-Score::INFINITE, Score::INFINITE)
        } else {
            (expected - Score::cp(delta), expected + Score::cp(delta))
        };
        loop {
            let score = self.search_root(depth, first, alpha, beta);
            if self.stopped {
                return;
            }
            delta *= 3;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = (score - Score::cp(delta)).max(-Score::INFINITE);
            } else if score >= beta && beta < Score::INFINITE {
                beta = (score + Score::cp(delta)).min(Score::INFINITE);
            } else {
                return;
            }
            self.roots[first..].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
    }

    /// Searches the moves at the root from `first` on.
    fn search_root(&mut self, depth: u8, first: usize, mut alpha: Score, beta: Score) -> Score {
        let mut best = -Score::INFINITE;
        let mut line = Line::new();
        for index in first..self.roots.len() {
            let mv = self.roots[index].mv;
            let window = (alpha, beta);
            let order = index - first;
            let score = self.search_move::<Principal>(
                Candidate { mv, order, reduction: 0 },
                depth,
                Ply::ROOT,
                window,
                &mut line,
            );
            if self.stopped {
                return Score::DRAW;
            }
            let root = &mut self.roots[index];
            // Other scores are only bounds.
            root.score = if order == 0 || score > alpha { score } else { -Score::INFINITE };
            if score > best {
                best = score;
                extend(&mut root.line, mv, &line);
            }
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Adds what the endgame tables know to a line of which the search saw the beginning.
    fn complete(&self, line: &mut Line) {
        let Some(tables) = self.shared.tables else { return };
        let mut position = self.position.clone();
        for &mv in line.iter() {
            position.make(mv);
        }
        while !line.is_full()
            && let Some(mv) = tables.decisive_move(&position)
        {
            line.push(mv);
            position.make(mv);
        }
    }

    fn info(&self, depth: u8, rank: usize, root: &Root) -> Info {
        let nodes = self.shared.nodes.load(Relaxed) + self.uncounted;
        Info {
            depth,
            rank,
            score: root.score,
            nodes,
            time: self.shared.started.elapsed(),
            hashfull: self.shared.table.hashfull(nodes),
            line: root.line.clone(),
        }
    }

    /// Counts a node and checks the limits now and then.
    #[inline]
    pub fn should_stop(&mut self) -> bool {
        const PERIOD: u64 = 512;
        self.uncounted += 1;
        if self.uncounted >= PERIOD {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        self.count_nodes();
        let Shared { limits, started, nodes, stop, done, .. } = self.shared;
        self.stopped = stop.load(Relaxed)
            || done.load(Relaxed)
            || limits.nodes.is_some_and(|most| nodes.load(Relaxed) >= most)
            || limits.time.is_some_and(|most| started.elapsed() >= most);
    }

    fn count_nodes(&mut self) {
        self.shared.nodes.fetch_add(std::mem::take(&mut self.uncounted), Relaxed);
    }
}

/// Whether the score is a mate within the depth: deeper searches would only confirm it.
fn is_settled(score: Score, depth: u8) -> bool {
    let plies = Score::MATE.raw() - score.raw().abs();
    score.is_mate() && plies <= depth as i32
}
