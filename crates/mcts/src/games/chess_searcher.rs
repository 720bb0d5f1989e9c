//! The facade for chess, shaped like the engine.

use std::time::Duration;

use chess::{Game, Move, Position};
use engine::eval::Evaluator;
use engine::wdl::material;
use engine::{Control, Limits, Report, SearchInfo, Stop, TimeBudget};
use gamekit::{Bound, Ply, Score};

use super::chess::{ChessGame, score};
use super::proved_score;
use crate::{ArenaError, Line, Searcher, Settings};

/// A tree search of chess.
pub struct ChessSearcher {
    searcher: Searcher<ChessGame>,
    evaluator: Evaluator,
    /// Time lost between the search and the clock.
    pub move_overhead: Duration,
    /// Number of principal variations (`MultiPV`).
    pub lines: usize,
}

impl ChessSearcher {
    /// A search with this evaluation and this much memory.
    pub fn new(evaluator: Evaluator, megabytes: usize, settings: Settings) -> Result<Self, ArenaError> {
        Ok(Self {
            searcher: Searcher::new(megabytes, settings)?,
            evaluator,
            move_overhead: Duration::from_millis(10),
            lines: 1,
        })
    }

    /// The tree search itself.
    pub fn searcher(&mut self) -> &mut Searcher<ChessGame> {
        &mut self.searcher
    }

    /// Evaluates another way; forgets everything.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        if evaluator != self.evaluator {
            self.evaluator = evaluator;
            self.searcher.clear();
        }
    }

    /// Searches the last position of a game until a limit is reached, the result is proved or
    /// `stop` is called. Nodes are simulations, and the depth is the length of the best line.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        mut on_info: impl FnMut(&SearchInfo),
    ) -> Report {
        let control = Control::new(1, limits, stop);
        let most = self.most_time(game.position(), limits);
        let tree_limits = crate::Limits {
            simulations: [limits.nodes, limits.soft_nodes].into_iter().flatten().min(),
            depth: limits.depth,
            moves: limits.searchmoves.clone(),
        };
        let root = ChessGame::new(game, self.evaluator.clone());
        let is_over = || control.is_stopped() || control.is_late(most);
        let mut tell = |report: &crate::Report<Move>| {
            let infos = infos(report, game.position(), self.lines, control.elapsed());
            infos.iter().for_each(&mut on_info);
            infos.into_iter().next()
        };
        let report = self.searcher.search(&root, &tree_limits, is_over, |report| {
            tell(report);
        });
        let info = tell(&report).expect("there is a line even where there is no move");
        control.wait_for_release();
        Report { best: info.moves.first().copied(), ponder: info.moves.get(1).copied(), info }
    }

    /// The time that a search may take. A tree has no iterations to finish, so the soft limit is a
    /// hard one. A forced move is played at once.
    fn most_time(&self, position: &Position, limits: &Limits) -> Option<Duration> {
        let budget = TimeBudget::new(limits, self.move_overhead, position.fullmove_number())?;
        let is_forced = position.count_legal_moves() == 1;
        let soft = budget.soft.map(|soft| if is_forced { Duration::ZERO } else { soft });
        Some(soft.map_or(budget.hard, |soft| soft.min(budget.hard)))
    }
}

/// The best lines; where there is no move, one with the result.
fn infos(report: &crate::Report<Move>, position: &Position, lines: usize, time: Duration) -> Vec<SearchInfo> {
    let info = |line, score, moves: &[Move]| SearchInfo {
        depth: moves.len() as u32,
        selective_depth: report.deepest as usize,
        line,
        score,
        bound: Bound::Exact,
        nodes: report.simulations,
        time,
        hashfull: report.fill,
        tablebase_hits: 0,
        moves: moves.to_vec(),
    };
    if report.lines.is_empty() {
        let mated = position.in_check();
        return vec![info(1, if mated { Score::mated_in(Ply::ROOT) } else { Score::DRAW }, &[])];
    }
    let material = material(position);
    let best = report.lines.iter().take(lines.max(1)).enumerate();
    best.map(|(index, line)| info(index + 1, score_of(line, material), &line.moves)).collect()
}

fn score_of(line: &Line<Move>, material: i32) -> Score {
    proved_score(line).unwrap_or_else(|| score(line.value.expectation(), material))
}
