//! The facade for chess, shaped like the engine.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move, Position};
use engine::eval::Evaluator;
use engine::wdl::material;
use engine::{Control, Limits, Report, SearchInfo, Stop, TimeBudget};
use gamekit::{Bound, Chances, Ply, Score};
use syzygy::{KnownResult, Tables};

use super::chess::{ChessGame, score};
use super::proved_score;
use crate::{ArenaError, Line, Searcher, Settings, Value};

/// A tree search of chess.
pub struct ChessSearcher {
    searcher: Searcher<ChessGame>,
    evaluator: Evaluator,
    /// Time lost between the search and the clock.
    pub move_overhead: Duration,
    /// Number of principal variations (`MultiPV`).
    pub lines: usize,
    /// Endgame tables.
    pub tablebase: Arc<Tables>,
    visits: Vec<(Move, u32)>,
}

impl ChessSearcher {
    /// A search with this evaluation and this much memory.
    pub fn new(evaluator: Evaluator, megabytes: usize, settings: Settings) -> Result<Self, ArenaError> {
        Ok(Self {
            searcher: Searcher::new(megabytes, settings)?,
            evaluator,
            move_overhead: Duration::from_millis(10),
            lines: 1,
            tablebase: Arc::new(Tables::empty()),
            visits: Vec::new(),
        })
    }

    /// The tree search itself.
    pub fn searcher(&mut self) -> &mut Searcher<ChessGame> {
        &mut self.searcher
    }

    /// The moves at the root of the last search, the best first, and how often each was visited.
    pub fn visits(&self) -> &[(Move, u32)] {
        &self.visits
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
        let known = self.known_moves(game.position(), limits);
        let tree_limits = crate::Limits {
            simulations: [limits.nodes, limits.soft_nodes].into_iter().flatten().min(),
            depth: limits.depth,
            moves: known.as_ref().map_or(&limits.searchmoves, |(_, moves)| moves).clone(),
        };
        let root = ChessGame::new(game, self.evaluator.clone()).with_tablebase(Arc::clone(&self.tablebase));
        let is_over = || control.is_stopped() || control.is_late(most);
        let mut tell = |report: &crate::Report<Move>| {
            let mut infos = infos(report, game.position(), self.lines, control.elapsed());
            if let Some((result, _)) = &known {
                for info in &mut infos {
                    tell_result(info, *result);
                }
            }
            infos.iter().for_each(&mut on_info);
            infos.into_iter().next()
        };
        let report = self.searcher.search(&root, &tree_limits, is_over, |report| {
            tell(report);
        });
        let info = tell(&report).expect("there is a line even where there is no move");
        self.visits =
            report.lines.iter().filter_map(|line| Some((*line.moves.first()?, line.visits))).collect();
        control.wait_for_release();
        Report { best: info.moves.first().copied(), ponder: info.moves.get(1).copied(), info }
    }

    /// What the tables know of the root, unless only some moves are to be searched.
    fn known_moves(&self, position: &Position, limits: &Limits) -> Option<(KnownResult, Vec<Move>)> {
        self.tablebase.root_moves(position).filter(|_| limits.searchmoves.is_empty())
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

/// The best lines, without moves that were never visited, except the first; where there is no move,
/// one with the result.
fn infos(report: &crate::Report<Move>, position: &Position, lines: usize, time: Duration) -> Vec<SearchInfo> {
    let info = |line, score, chances, moves: &[Move]| SearchInfo {
        depth: moves.len() as u32,
        selective_depth: report.deepest as usize,
        line,
        score,
        bound: Bound::Exact,
        chances,
        nodes: report.simulations,
        time,
        hashfull: report.fill,
        tablebase_hits: 0,
        moves: moves.to_vec(),
    };
    if report.lines.is_empty() {
        let mated = position.in_check();
        return vec![info(1, if mated { Score::mated_in(Ply::ROOT) } else { Score::DRAW }, None, &[])];
    }
    let material = material(position);
    let best = report.lines.iter().take(lines.max(1)).enumerate();
    let best = best.filter(|(index, line)| *index == 0 || line.visits > 0 || line.proof.is_some());
    best.map(|(index, line)| {
        let chances = line.proof.is_none().then(|| chances(line.value));
        info(index + 1, score_of(line, material), chances, &line.moves)
    })
    .collect()
}

fn score_of(line: &Line<Move>, material: i32) -> Score {
    proved_score(line).unwrap_or_else(|| score(line.value.expectation(), material))
}

fn chances(value: Value) -> Chances {
    let thousandths = |chance: f32| (chance * 1000.0).round().clamp(0.0, 1000.0) as u16;
    let win = thousandths(value.win);
    let draw = thousandths(value.draw).min(1000 - win);
    Chances { win, draw, loss: 1000 - win - draw }
}

/// Shows the tables' result, unless the tree has proved how the game ends.
fn tell_result(info: &mut SearchInfo, result: KnownResult) {
    if info.score.mate_in_moves().is_none() {
        info.score = result.score(Ply::ROOT);
        info.chances = None;
    }
}
