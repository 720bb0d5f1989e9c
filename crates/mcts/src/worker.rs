//! A simulation in four steps.
//!
//! Select: from the root, go from child to child by the selection rule until a node without
//! children. Expand: give it children, unless it is visited for the first time; most nodes are
//! never visited again, so a node costs neither priors nor memory before its second visit.
//! Simulate: find the value of the leaf, by an evaluation, a rollout or a shallow search. Back up:
//! add the value to every node on the path, from the view of the player who moved there, and let
//! the solver draw conclusions.

use gamekit::SplitMix64;

use crate::alphabeta::AlphaBeta;
use crate::arena::Arena;
use crate::budget::Budget;
use crate::node::NodeId;
use crate::priors::{Candidate, candidates};
use crate::settings::{Leaf, Settings};
use crate::solver::{Proof, prove};
use crate::tree::Tree;
use crate::{Game, Value};

/// A node gets children at this visit.
const VISITS_TO_EXPAND: u32 = 2;
/// No simulation goes deeper.
const DEEPEST: usize = 240;

/// What the threads of a search share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    pub tree: &'a Tree,
    pub settings: &'a Settings,
    pub budget: &'a Budget<'a>,
}

/// A thread's own memory. No simulation allocates once its lists have grown.
pub struct Worker<G: Game> {
    pub game: G,
    /// What a visit counts for while its value is not known yet.
    pending: f32,
    /// The nodes from the root to the leaf.
    path: Vec<NodeId>,
    moves: Vec<G::Move>,
    candidates: Vec<Candidate<G::Move>>,
    alpha_beta: AlphaBeta<G::Move>,
    pub rng: SplitMix64,
}

/// Where a selection ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selected {
    /// At a node whose value is known, for the side to move.
    Known(Value),
    /// At a node whose value has to be found.
    Open,
}

impl<G: Game> Worker<G> {
    pub fn new(game: G, seed: u64) -> Self {
        Self {
            game,
            pending: 0.0,
            path: Vec::with_capacity(DEEPEST),
            moves: Vec::new(),
            candidates: Vec::new(),
            alpha_beta: AlphaBeta::new(),
            rng: SplitMix64::new(seed),
        }
    }

    /// Counts each visit as this much until its value is known.
    pub fn with_pending(self, pending: f32) -> Self {
        Self { pending, ..self }
    }

    /// The moves from the root to the leaf, packed.
    pub fn path_moves<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = u16> + 'a {
        self.path.iter().skip(1).map(|&id| tree.arena.node(id).mv())
    }

    /// Simulates until the search is over or the tree is full; `after` is called in between.
    pub fn run(&mut self, shared: Shared, mut after: impl FnMut()) {
        while !shared.tree.is_full() && shared.budget.take() {
            self.simulate(shared);
            after();
        }
    }

    fn simulate(&mut self, shared: Shared) {
        let value = match self.select(shared) {
            Selected::Known(value) => value,
            Selected::Open => self.evaluate(shared),
        };
        self.back_up(shared, value);
        self.return_to_root();
    }

    /// The first two steps: goes to a leaf, and adds children on the way where they are due.
    pub fn select(&mut self, shared: Shared) -> Selected {
        let arena = &shared.tree.arena;
        self.path.clear();
        let mut id = Arena::ROOT;
        arena.node(id).enter(self.pending);
        self.path.push(id);
        loop {
            let node = arena.node(id);
            if id != Arena::ROOT
                && let Some(proof) = node.proof()
            {
                return Selected::Known(proof.reversed().ending.value());
            }
            let Some((first, children)) = arena.children(node) else {
                let is_due = node.visits() >= VISITS_TO_EXPAND && self.path.len() < DEEPEST;
                if is_due && self.expand(shared, id) {
                    continue;
                }
                return Selected::Open;
            };
            let choice = shared.settings.selection.choose(children);
            children[choice].enter(self.pending);
            id = first + choice as u32;
            self.path.push(id);
            self.game.play(G::unpack(children[choice].mv()));
        }
    }

    /// Gives children to the node where the game stands; or shows that the game is over there.
    /// Returns whether either was done.
    pub fn expand(&mut self, shared: Shared, id: NodeId) -> bool {
        let node = shared.tree.arena.node(id);
        if !node.claim() {
            return false;
        }
        if id != Arena::ROOT
            && let Some(ending) = self.game.ending()
        {
            node.set_proof(Proof::at_end(ending.reversed()));
            node.publish(None);
            return true;
        }
        let Self { game, moves, alpha_beta, candidates: found, .. } = self;
        candidates(game, shared.settings, moves, alpha_beta, found);
        if !shared.settings.selection.uses_priors() {
            self.shuffle();
        }
        let block = shared.tree.arena.allocate(self.candidates.len());
        let Some((first, children)) = block else {
            node.publish(None);
            shared.tree.note_full();
            return false;
        };
        for (child, candidate) in children.iter().zip(&self.candidates) {
            child.reset(G::pack(candidate.mv), candidate.prior);
            if let Some(ending) = candidate.ending {
                child.set_proof(Proof::at_end(ending));
            }
        }
        if let Some(proof) = prove(children) {
            node.set_proof(proof.reversed());
        }
        node.publish(Some((first, children.len())));
        true
    }

    /// A random order (Fisher and Yates).
    fn shuffle(&mut self) {
        for last in (1..self.candidates.len()).rev() {
            self.candidates.swap(last, self.rng.below(last + 1));
        }
    }

    /// The third step: the value of the leaf for the side to move.
    pub fn evaluate(&mut self, shared: Shared) -> Value {
        if let Some(ending) = self.game.ending() {
            if let Some(&leaf) = self.path.last() {
                shared.tree.arena.node(leaf).set_proof(Proof::at_end(ending.reversed()));
            }
            return ending.value();
        }
        self.leaf_value(shared.settings, shared.budget)
    }

    /// The value of the position where the game stands, which is not over.
    pub fn leaf_value(&mut self, settings: &Settings, budget: &Budget) -> Value {
        let Self { game, moves, alpha_beta, rng, .. } = self;
        match settings.leaf {
            Leaf::Evaluation => game.evaluate(),
            Leaf::AlphaBeta { depth } => Value::of_expectation(alpha_beta.value(game, depth)),
            Leaf::Rollout(rollout) => rollout.play(game, moves, alpha_beta, rng, || budget.is_over()),
        }
    }

    /// The fourth step: adds the value of the leaf to the path.
    pub fn back_up(&self, shared: Shared, mut value: Value) {
        let arena = &shared.tree.arena;
        shared.budget.note_depth(self.path.len() - 1);
        let mut is_news = true;
        for &id in self.path.iter().rev() {
            let node = arena.node(id);
            if is_news && node.proof().is_none() {
                let proof = arena.children(node).and_then(|(_, children)| prove(children));
                is_news = proof.is_some();
                if let Some(proof) = proof {
                    node.set_proof(proof.reversed());
                }
            }
            value = node.proof().map_or(value.reversed(), |proof| proof.ending.value());
            node.record(value, self.pending);
        }
        if arena.root().proof().is_some() {
            shared.budget.halt();
        }
    }

    /// Counts the path once more, for another value of the same leaf.
    pub fn enter_again(&self, shared: Shared) {
        for &id in &self.path {
            shared.tree.arena.node(id).enter(self.pending);
        }
    }

    pub fn return_to_root(&mut self) {
        for _ in 1..self.path.len() {
            self.game.undo();
        }
    }
}
