//! The facade for Neighbours, shaped like the agent's search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use gamekit::Score;
use neighbours::search::{Info, Limits, MAX_DEPTH, Report, Search};
use neighbours::{Evaluator, Game, Move, Weights};
use policy::Net;

use super::neighbours::Judge;
use super::{NeighboursGame, proved_score};
use crate::{ArenaError, Line, Priors, Searcher, Settings};

/// A tree search of Neighbours.
pub struct NeighboursSearcher {
    searcher: Searcher<NeighboursGame>,
    judge: Judge,
}

impl NeighboursSearcher {
    /// A search with these weights and this much memory.
    pub fn new(weights: &Weights, megabytes: usize, settings: Settings) -> Result<Self, ArenaError> {
        let judge = Judge::Linear(Evaluator::new(weights));
        Ok(Self { searcher: Searcher::new(megabytes, settings)?, judge })
    }

    /// A search with this network and this much memory.
    pub fn with_net(net: Arc<Net>, megabytes: usize, mut settings: Settings) -> Result<Self, ArenaError> {
        settings.priors = Priors::Policy;
        Ok(Self { searcher: Searcher::new(megabytes, settings)?, judge: Judge::Net(net) })
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Searches the current position of a game until a limit is reached or `stop` is set. Nodes are
    /// simulations; the depth is that of the deepest one.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&Info),
    ) -> Report {
        let started = Instant::now();
        let is_late = || limits.time.is_some_and(|most| started.elapsed() >= most);
        let tree_limits = crate::Limits {
            simulations: limits.nodes,
            depth: (limits.depth < MAX_DEPTH).then_some(limits.depth.into()),
            moves: Vec::new(),
        };
        let root = NeighboursGame::new(game, self.judge.clone());
        let mut tell = |report: &crate::Report<Move>| {
            for (index, line) in report.lines.iter().take(limits.lines).enumerate() {
                on_info(&Info {
                    depth: depth(report),
                    rank: index + 1,
                    score: score(line),
                    nodes: report.simulations,
                    time: report.time,
                    hashfull: report.fill,
                    line: short(line),
                });
            }
        };
        let report = self.searcher.search(&root, &tree_limits, || stop.load(Relaxed) || is_late(), &mut tell);
        tell(&report);
        let lines = report.lines.iter().take(limits.lines.max(1)).map(|line| (score(line), short(line)));
        Report { lines: lines.collect(), depth: depth(&report), nodes: report.simulations, time: report.time }
    }
}

fn depth(report: &crate::Report<Move>) -> u8 {
    report.deepest.min(MAX_DEPTH.into()) as u8
}

fn short(line: &Line<Move>) -> neighbours::search::Line {
    line.moves.iter().copied().take(MAX_DEPTH.into()).collect()
}

fn score(line: &Line<Move>) -> Score {
    proved_score(line)
        .unwrap_or_else(|| Score::cp((f64::from(line.value.expectation()) * Evaluator::WIN) as i32))
}

impl Search for NeighboursSearcher {
    fn clear(&mut self) {
        Self::clear(self);
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        Self::search(self, game, limits, stop, on_info)
    }
}
