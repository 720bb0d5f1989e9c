//! The search of the agent's predecessor, as the master's thesis describes it.
//!
//! It looks at every move to the full depth: minimax, alpha-beta or principal variation search with
//! iterative deepening, with or without a transposition table, and with or without an order of moves
//! taken from it. The predecessor itself is all of it together. Its moves are ordered by what the
//! table knows of the positions they lead to, the unknown ones last and at random. Leaves are
//! evaluated as the player at the root sees them, whoever is to move there.
//!
//! `petteia neighbours lab` counts the nodes of each combination.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use gamekit::table::{Entry, Table, TableError};
use gamekit::{Bound, Color, Key, Ply, Score, SplitMix64};

use crate::features::Observation;
use crate::search::{Info, Limits, Line, MAX_DEPTH, Report, Search};
use crate::{Evaluator, Game, Move, MoveList, Position, Weights};

/// How much of the tree a search leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Nothing.
    Minimax,
    /// What cannot change the result.
    AlphaBeta,
    /// Also what a null window shows not to be better than the first move.
    Pvs,
}

/// The parts of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Whether results are kept in a table.
    pub table: bool,
    /// Whether moves are ordered by what the table knows; else they are tried as they come.
    pub ordering: bool,
}

impl Parts {
    /// All that the predecessor had.
    pub const ALL: Self = Self { algorithm: Algorithm::Pvs, table: true, ordering: true };
}

/// The search with its table.
#[derive(Debug)]
pub struct ThesisSearcher {
    parts: Parts,
    table: Table,
    evaluator: Evaluator,
    rng: SplitMix64,
}

impl ThesisSearcher {
    /// A search with these weights, entries of the table and parts; the order of unknown moves
    /// follows from the seed.
    pub fn new(weights: &Weights, entries: usize, parts: Parts, seed: u64) -> Result<Self, TableError> {
        let table = Table::with_entries(entries)?;
        Ok(Self { parts, table, evaluator: Evaluator::new(weights), rng: SplitMix64::new(seed) })
    }
}

impl Search for ThesisSearcher {
    fn clear(&mut self) {
        self.table.clear(1);
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        self.table.new_search();
        let mut path: Vec<Key> = game.repeatable_keys().skip(1).collect();
        path.reverse();
        let mut run = Run {
            parts: self.parts,
            table: &self.table,
            evaluator: &self.evaluator,
            rng: &mut self.rng,
            limits,
            stop,
            started: Instant::now(),
            root: game.position().turn(),
            position: game.position().clone(),
            path,
            nodes: 0,
            stopped: false,
        };
        run.deepen(on_info)
    }
}

/// One search.
struct Run<'a> {
    parts: Parts,
    table: &'a Table,
    evaluator: &'a Evaluator,
    rng: &'a mut SplitMix64,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    started: Instant,
    /// The player at the root.
    root: Color,
    position: Position,
    /// The keys of all positions that led to the current one.
    path: Vec<Key>,
    nodes: u64,
    stopped: bool,
}

impl Run<'_> {
    fn deepen(&mut self, on_info: &mut dyn FnMut(&Info)) -> Report {
        let mut best = Line::new();
        // Without a finished iteration, any legal move is better than none.
        best.extend(self.position.legal_moves().first().copied());
        let (mut score, mut reached) = (-Score::MATE, 0);
        for depth in 1..=self.limits.depth.min(MAX_DEPTH) {
            let mut line = Line::new();
            let found = self.node(depth, Ply::ROOT, (-Score::INFINITE, Score::INFINITE), &mut line);
            if self.stopped || line.is_empty() {
                break;
            }
            (score, best, reached) = (found, line, depth);
            on_info(&self.info(depth, score, &best));
            if score.is_mate() && Score::MATE.raw() - score.raw().abs() <= depth as i32 {
                break;
            }
        }
        let lines = if best.is_empty() { Vec::new() } else { vec![(score, best)] };
        Report { lines, depth: reached, nodes: self.nodes, time: self.started.elapsed() }
    }

    fn info(&self, depth: u8, score: Score, line: &Line) -> Info {
        Info {
            depth,
            rank: 1,
            score,
            nodes: self.nodes,
            time: self.started.elapsed(),
            hashfull: self.table.hashfull(self.nodes),
            line: line.clone(),
        }
    }

    /// The score of the current position for the side to move.
    fn node(&mut self, depth: u8, ply: Ply, (mut alpha, beta): (Score, Score), line: &mut Line) -> Score {
        line.clear();
        if self.should_stop() {
            return Score::DRAW;
        }
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return Score::mated_in(ply);
        }
        if ply > Ply::ROOT && self.is_drawn() {
            return Score::DRAW;
        }
        if depth == 0 {
            return self.evaluate();
        }
        let key = self.position.table_key();
        if let Some(entry) = self.known(key, ply).filter(|entry| entry.depth >= depth)
            && ply > Ply::ROOT
            && entry.bound.settles(entry.score, alpha, beta)
        {
            return entry.score;
        }
        let window = (alpha, beta);
        let (mut best, mut child_line) = (-Score::INFINITE, Line::new());
        for (order, mv) in self.ordered(moves, ply).into_iter().enumerate() {
            let score = self.child(mv, order, depth, ply, (alpha, beta), &mut child_line);
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                line.clear();
                line.push(mv);
                line.extend(child_line.iter().copied().take(line.remaining_capacity()));
            }
            if self.parts.algorithm != Algorithm::Minimax {
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        if self.parts.table {
            let bound = Bound::of(best, window);
            let mv = line.first().copied().map(Move::bits);
            self.table.store(key, ply, Entry { mv, score: best, eval: None, depth, bound, was_pv: false });
        }
        best
    }

    /// The score of a move for the side that makes it.
    fn child(
        &mut self,
        mv: Move,
        order: usize,
        depth: u8,
        ply: Ply,
        (alpha, beta): (Score, Score),
        line: &mut Line,
    ) -> Score {
        self.path.push(self.position.key());
        let undo = self.position.make(mv);
        let next = ply.next();
        let null = alpha + Score::cp(1);
        let mut score = null;
        if self.parts.algorithm == Algorithm::Pvs && order > 0 {
            score = -self.node(depth - 1, next, (-null, -alpha), line);
        }
        if self.parts.algorithm != Algorithm::Pvs || order == 0 || (score > alpha && score < beta) {
            score = -self.node(depth - 1, next, (-beta, -alpha), line);
        }
        self.position.unmake(mv, undo);
        self.path.pop();
        score
    }

    fn known(&self, key: Key, ply: Ply) -> Option<Entry> {
        self.parts.table.then(|| self.table.probe(key, ply)).flatten()
    }

    /// The moves by the values of the positions they lead to, the unknown ones last and at random.
    fn ordered(&mut self, mut moves: MoveList, ply: Ply) -> MoveList {
        if !self.parts.ordering {
            return moves;
        }
        let mut values = [(Reverse(Score::INFINITE), 0); 64];
        for (value, &mv) in values.iter_mut().zip(&moves) {
            let undo = self.position.make(mv);
            let known = self.known(self.position.table_key(), ply.next());
            self.position.unmake(mv, undo);
            // A child's value is that of the other side: the lowest comes first.
            *value = match known {
                Some(entry) => (Reverse(-entry.score), 0),
                None => (Reverse(-Score::INFINITE), self.rng.next_u64()),
            };
        }
        let mut numbers: Vec<usize> = (0..moves.len()).collect();
        numbers.sort_by_key(|&number| values[number]);
        let unordered = std::mem::take(&mut moves);
        numbers.into_iter().map(|number| unordered[number]).collect()
    }

    /// The first repetition counts as a draw, and so does the hundredth ply without a capture.
    fn is_drawn(&self) -> bool {
        let quiet = self.position.quiet_plies();
        let mut earlier = self.path.iter().rev().take(quiet as usize).skip(3).step_by(2);
        quiet >= Position::QUIET_LIMIT || earlier.any(|&key| key == self.position.key())
    }

    /// The value of a leaf for the side to move, as the player at the root sees it.
    fn evaluate(&self) -> Score {
        let score = self.evaluator.score(&Observation::seen_by(self.root, &self.position));
        if self.position.turn() == self.root { score } else { -score }
    }

    /// Counts a node and checks the limits now and then.
    fn should_stop(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(512) {
            self.stopped = self.stop.load(Relaxed)
                || self.limits.nodes.is_some_and(|most| self.nodes >= most)
                || self.limits.time.is_some_and(|most| self.started.elapsed() >= most);
        }
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::opening;
    use crate::perft;

    const EVERY_WAY: [Parts; 6] = [
        Parts { algorithm: Algorithm::Minimax, table: false, ordering: false },
        Parts { algorithm: Algorithm::AlphaBeta, table: false, ordering: false },
        Parts { algorithm: Algorithm::AlphaBeta, table: true, ordering: true },
        Parts { algorithm: Algorithm::Pvs, table: false, ordering: false },
        Parts { algorithm: Algorithm::Pvs, table: true, ordering: false },
        Parts::ALL,
    ];

    fn search(game: &Game, parts: Parts, depth: u8) -> Report {
        let mut searcher = ThesisSearcher::new(&Weights::default(), 100_000, parts, 1).expect("a table");
        searcher.search(game, &Limits::depth(depth), &AtomicBool::new(false), &mut |_| ())
    }

    /// Less work, the same value.
    #[test]
    fn every_way_finds_the_value_of_minimax() {
        for number in 0..12 {
            let game = Game::new(opening(5, number, 6 + 2 * number as usize).position().clone());
            let reports = EVERY_WAY.map(|parts| search(&game, parts, 3));
            for (parts, report) in EVERY_WAY.iter().zip(&reports) {
                assert_eq!(report.score(), reports[0].score(), "{parts:?} in {}", game.position());
                assert!(report.nodes <= reports[0].nodes, "{parts:?}");
                assert!(report.best().is_some_and(|mv| game.position().is_legal(mv)));
            }
        }
    }

    /// Iterative deepening visits every position of the trees of all depths.
    #[test]
    fn minimax_visits_the_whole_tree() {
        let tree = |depth| (0..=depth).map(|plies| perft(&mut Position::default(), plies)).sum::<u64>();
        let trees: u64 = (1..=3).map(tree).sum();
        assert_eq!(search(&Game::default(), EVERY_WAY[0], 3).nodes, trees);
    }

    #[test]
    fn leaves_are_seen_by_the_player_at_the_root() {
        let game = opening(9, 1, 12);
        let evaluator = Evaluator::new(&Weights::default());
        let scores = game.position().legal_moves().into_iter().map(|mv| {
            let mut next = game.position().clone();
            next.make(mv);
            evaluator.score(&Observation::seen_by(game.position().turn(), &next))
        });
        assert_eq!(search(&game, Parts::ALL, 1).score(), scores.max().expect("there is a move"));
    }

    #[test]
    fn ends_and_limits_are_seen() {
        let won = Game::new("8/8/8/8/8/8/1b6/w7 w 0 1".parse().expect("a position"));
        assert_eq!(search(&won, Parts::ALL, 5).score(), Score::mate_in(Ply::new(1)));
        let over = Game::new("8/8/8/8/8/8/8/w7 b 0 1".parse().expect("a position"));
        assert_eq!(search(&over, Parts::ALL, 5).best(), None);
        let mut searcher = ThesisSearcher::new(&Weights::default(), 3000, Parts::ALL, 1).expect("a table");
        let limits = Limits::nodes(5000);
        let report = searcher.search(&Game::default(), &limits, &AtomicBool::new(false), &mut |_| ());
        assert!((5000..6000).contains(&report.nodes) && report.best().is_some(), "{}", report.nodes);
    }
}
