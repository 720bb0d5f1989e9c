//! Alpha-beta as rollouts.
//!
//! Alpha-beta looks like the opposite of Monte Carlo search, a recursion instead of many walks from
//! the root; but it can be written as one. Each node keeps two bounds of its minimax value, at
//! first those of any value. A rollout walks from the root into the first child whose bounds still
//! leave room inside the window, evaluates the leaf it comes to, and narrows the bounds on its way
//! back. When those of the root meet, its value is known, and the leaves that were visited are
//! those of alpha-beta. Any other choice among the children with room would be right as well, which
//! is where the two families of search meet. (Huang, "Pruning game tree by rollouts", 2015.)

use std::time::{Duration, Instant};

use crate::alphabeta::AlphaBeta;
use crate::budget::Budget;
use crate::priors::{Candidate, candidates};
use crate::tree::Line;
use crate::{Game, Limits, Report, Settings, Value};

/// A position of the tree.
#[derive(Clone, Debug)]
struct Node {
    /// The move that leads here, packed.
    mv: u16,
    /// The place of the first child, and the number of children; none before the first visit.
    children: Option<(usize, usize)>,
    /// The bounds of the value for the side to move.
    lower: f32,
    upper: f32,
    visits: u32,
}

impl Node {
    const fn new(mv: u16) -> Self {
        Self { mv, children: None, lower: -1.0, upper: 1.0, visits: 0 }
    }

    fn settle(&mut self, value: f32) {
        (self.lower, self.upper) = (value, value);
    }

    const fn is_settled(&self) -> bool {
        self.lower >= self.upper
    }
}

/// The tree of one iteration.
struct Iteration<'a, G: Game> {
    game: &'a mut G,
    settings: &'a Settings,
    nodes: Vec<Node>,
    capacity: usize,
    moves: Vec<G::Move>,
    candidates: Vec<Candidate<G::Move>>,
    alpha_beta: AlphaBeta<G::Move>,
}

/// The tree has no room for more nodes.
struct Full;

impl<G: Game> Iteration<'_, G> {
    /// One walk from the root to a leaf, which narrows the bounds of `id` from the view of the side
    /// to move there.
    fn roll_out(&mut self, id: usize, depth: u32, alpha: f32, beta: f32) -> Result<(), Full> {
        self.nodes[id].visits += 1;
        let is_root = id == 0;
        if !is_root && let Some(ending) = self.game.ending() {
            self.nodes[id].settle(ending.value().expectation());
            return Ok(());
        }
        if depth == 0 {
            let value = self.game.evaluate().expectation();
            self.nodes[id].settle(value);
            return Ok(());
        }
        let (first, count) = self.children(id)?;
        let alpha = alpha.max(self.nodes[id].lower);
        let beta = beta.min(self.nodes[id].upper);
        let has_room = |child: &Node| alpha.max(-child.upper) < beta.min(-child.lower);
        let open = self.nodes[first..][..count].iter().position(has_room);
        if let Some(open) = open {
            let child = first + open;
            let (lower, upper) = (-self.nodes[child].upper, -self.nodes[child].lower);
            self.game.play(G::unpack(self.nodes[child].mv));
            let result = self.roll_out(child, depth - 1, -beta.min(upper), -alpha.max(lower));
            self.game.undo();
            result?;
        }
        let children = &self.nodes[first..][..count];
        let best =
            |bound: &dyn Fn(&Node) -> f32| children.iter().map(bound).fold(f32::NEG_INFINITY, f32::max);
        let (lower, upper) = (best(&|child| -child.upper), best(&|child| -child.lower));
        (self.nodes[id].lower, self.nodes[id].upper) = (lower, upper);
        Ok(())
    }

    /// The children of the node where the game stands, the promising ones first.
    fn children(&mut self, id: usize) -> Result<(usize, usize), Full> {
        if let Some(children) = self.nodes[id].children {
            return Ok(children);
        }
        candidates(self.game, self.settings, &mut self.moves, &mut self.alpha_beta, &mut self.candidates);
        let children = (self.nodes.len(), self.candidates.len());
        if children.0 + children.1 > self.capacity {
            return Err(Full);
        }
        self.nodes.extend(self.candidates.iter().map(|candidate| Node::new(G::pack(candidate.mv))));
        self.nodes[id].children = Some(children);
        Ok(children)
    }

    /// The moves that give each side its value.
    fn line(&self) -> Line<G::Move> {
        let mut moves = Vec::new();
        let mut id = 0;
        while let Some((first, count)) = self.nodes[id].children {
            let value = |child: &usize| -self.nodes[*child].upper;
            let best = (first..first + count).rev().max_by(|a, b| value(a).total_cmp(&value(b)));
            let Some(best) = best.filter(|&best| self.nodes[best].is_settled()) else { break };
            moves.push(G::unpack(self.nodes[best].mv));
            id = best;
        }
        let root = &self.nodes[0];
        Line { moves, visits: root.visits, value: Value::of_expectation(root.lower), proof: None }
    }
}

/// Searches deeper and deeper by rollouts until a limit is reached, `stop` returns true, or the
/// next iteration needs more nodes than there is memory for. Simulations are rollouts; the report
/// has the line of the last iteration that was finished. `on_info` is called after each.
pub fn search<G: Game>(
    game: &G,
    megabytes: usize,
    limits: &Limits<G::Move>,
    stop: impl Fn() -> bool + Sync,
    mut on_info: impl FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let started = Instant::now();
    let budget = Budget::new(limits.simulations, None, &stop);
    let capacity = (megabytes << 20) / size_of::<Node>();
    let settings = Settings::puct();
    let mut game = game.clone();
    let mut report = Report { lines: Vec::new(), simulations: 0, deepest: 0, time: Duration::ZERO, fill: 0 };
    for depth in 1..=limits.depth.unwrap_or(u32::MAX) {
        let mut iteration = Iteration {
            game: &mut game,
            settings: &settings,
            nodes: vec![Node::new(0)],
            capacity,
            moves: Vec::new(),
            candidates: Vec::new(),
            alpha_beta: AlphaBeta::new(),
        };
        let is_finished = loop {
            if iteration.nodes[0].is_settled() {
                break true;
            }
            if !budget.take() || iteration.roll_out(0, depth, -1.0, 1.0).is_err() {
                break false;
            }
        };
        report.simulations = budget.simulations();
        report.time = started.elapsed();
        let line = iteration.line();
        if !is_finished || line.moves.is_empty() {
            break;
        }
        report.fill = iteration.nodes.len() * 1000 / capacity;
        report.deepest = depth;
        report.lines = vec![line];
        on_info(&report);
    }
    report
}
