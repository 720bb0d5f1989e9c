//! A Monte Carlo tree that grows while somebody looks on.

use std::sync::Arc;

use chess::{Game, Move, Position};
use engine::eval::Evaluator;
use engine::{Limits, Stop};
use mcts::{Branch, ChessSearcher, Ending, Settings};
use tokio::time::sleep;

use super::read_position;
use crate::analyse::Pace;
use crate::app::App;
use crate::notation::{fen, move_text};
use crate::outbox::Outbox;
use crate::protocol::Event;
use crate::protocol::lab::{GrowingMove, GrowingTree, LabEvent};
use crate::refused::Refused;

/// No tree grows larger.
const MOST_SIMULATIONS: u32 = 20_000;
/// Simulations at a time, so that others get their turn in between.
const MOST_AT_A_TIME: u32 = 512;
/// Room for their nodes.
const MEGABYTES: usize = 32;
/// Nodes that are sent beside the moves of the position.
const MOST_SHOWN: usize = 120;

/// A tree to grow.
#[derive(Debug)]
pub(crate) struct Growth {
    position: Position,
    simulations: u32,
}

impl Growth {
    /// Checks a request.
    pub fn new(fen: &str, simulations: u32) -> Result<Self, Refused> {
        if !(1..=MOST_SIMULATIONS).contains(&simulations) {
            return Err(Refused::Bad(format!("{simulations} simulations; expected 1 to {MOST_SIMULATIONS}")));
        }
        Ok(Self { position: read_position(fen)?, simulations })
    }

    /// Grows the tree and sends it after each step, until the task is aborted.
    pub async fn run(self, app: Arc<App>, outbox: Outbox) {
        if let Err(refused) = self.grow(&app, &outbox).await {
            outbox.refuse(&refused).await;
        }
    }

    async fn grow(&self, app: &App, outbox: &Outbox) -> Result<(), Refused> {
        // Each tree has memory of its own.
        let _place = app.trees.acquire().await;
        let mut sapling = Sapling::new(&self.position, app.pool.evaluator().clone())?;
        loop {
            let step = next_step(sapling.simulations).min(self.simulations - sapling.simulations);
            let mut work = app.pool.run_patiently(move |_| {
                sapling.simulate(step);
                sapling
            })?;
            sapling = work.result().await.ok_or_else(|| Refused::internal("the tree could not grow"))?;
            let finished = sapling.is_proved || sapling.simulations >= self.simulations;
            outbox.send(Event::Lab(LabEvent::Tree(sapling.view(finished)))).await;
            if finished {
                return Ok(());
            }
            sleep(Pace::PERIOD).await;
        }
    }
}

/// Simulations of the next step: one at first, and a quarter of the tree later.
fn next_step(simulations: u32) -> u32 {
    (simulations / 4).clamp(1, MOST_AT_A_TIME)
}

/// A tree so far.
struct Sapling {
    searcher: ChessSearcher,
    game: Game,
    simulations: u32,
    /// No simulation can tell more.
    is_proved: bool,
}

impl Sapling {
    fn new(position: &Position, evaluator: Evaluator) -> Result<Self, Refused> {
        let searcher =
            ChessSearcher::new(evaluator, MEGABYTES, Settings::puct()).map_err(Refused::internal)?;
        Ok(Self { searcher, game: Game::new(position.clone()), simulations: 0, is_proved: false })
    }

    fn simulate(&mut self, simulations: u32) {
        let limits = Limits { nodes: Some(simulations.into()), ..Limits::default() };
        let report = self.searcher.search(&self.game, &limits, &Stop::default(), |_| ());
        self.is_proved = report.info.nodes < u64::from(simulations);
        self.simulations += report.info.nodes as u32;
    }

    fn view(&mut self, finished: bool) -> GrowingTree {
        let position = self.game.position();
        let branches = self.searcher.searcher().branches(MOST_SHOWN);
        GrowingTree {
            fen: fen(position, false),
            simulations: self.simulations,
            finished,
            moves: moves(position, &branches),
        }
    }
}

fn moves(position: &Position, branches: &[Branch<Move>]) -> Vec<GrowingMove> {
    let view = |branch: &Branch<Move>| GrowingMove {
        mv: move_text(position, branch.mv, false),
        visits: branch.visits,
        mean: (branch.visits > 0).then(|| branch.value.expectation()),
        prior: branch.prior,
        proved: branch.proof.map(|proof| match proof.ending {
            Ending::Loss => -1,
            Ending::Draw => 0,
            Ending::Win => 1,
        }),
        moves: moves(&position.play(branch.mv), &branch.branches),
    };
    branches.iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_grows_step_by_step() {
        let mut sapling = Sapling::new(&Position::initial(), Evaluator::Classical).expect("room");
        for expected in 1..=8 {
            sapling.simulate(next_step(sapling.simulations));
            let view = sapling.view(false);
            assert_eq!(view.simulations, expected);
            assert_eq!(view.moves.iter().map(|mv| mv.visits).sum::<u32>(), expected);
            assert_eq!(view.moves.len(), 20);
        }
        assert_eq!((next_step(100), next_step(1_000_000)), (25, MOST_AT_A_TIME));
    }

    #[test]
    fn a_mate_is_proved() {
        let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().expect("a position");
        let mut sapling = Sapling::new(&position, Evaluator::Classical).expect("room");
        for _ in 0..20 {
            sapling.simulate(1);
        }
        assert!(sapling.is_proved);
        let best = sapling.view(true).moves.swap_remove(0);
        assert_eq!((&*best.mv.san, best.proved), ("Ra8#", Some(1)));
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let refused = |fen, simulations| Growth::new(fen, simulations).expect_err("bad").to_string();
        assert_eq!(refused("", 0), "0 simulations; expected 1 to 20000");
        assert_eq!(refused("", 20_001), "20001 simulations; expected 1 to 20000");
        assert!(refused("nonsense", 10).contains("nonsense"));
    }
}
