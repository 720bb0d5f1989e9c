//! How to search.

use crate::select::{Puct, Selection, Uct};

/// The parts that a search is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// How a child is chosen on the way down.
    pub selection: Selection,
    /// How a new node gets its value.
    pub leaf: Leaf,
    /// Where priors come from; UCT asks for none.
    pub priors: Priors,
    /// The temperature of the softmax that turns values into priors: low ones trust the best move.
    /// A policy network brings its own.
    pub prior_temperature: f32,
    /// Randomness in the priors of the root, for games to learn from.
    pub noise: Option<Noise>,
    /// How threads share the work.
    pub parallel: Parallel,
    /// How many of them.
    pub threads: usize,
    /// All random numbers follow from it. On one thread, equal seeds give equal searches.
    pub seed: u64,
}

/// How a new node gets its value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Leaf {
    /// From the game's evaluation.
    Evaluation,
    /// From a game that is played on.
    Rollout(Rollout),
    /// From an alpha-beta search of this depth, which is MCTS-IC without moves before the cut.
    AlphaBeta {
        /// In plies.
        depth: u32,
    },
}

/// How a game is played on from a leaf.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rollout {
    /// Cut the game after this many moves, and evaluate.
    pub cut: Option<u32>,
    /// The depth of the alpha-beta search that values the position at the cut (MCTS-IC); 0 for the
    /// evaluation alone.
    pub cut_depth: u32,
    /// The depth of the alpha-beta search that chooses moves (MCTS-IR); 0 for random ones.
    pub depth: u32,
    /// The share of moves that are random all the same, from 0 to 1.
    pub random: f32,
}

/// Where priors come from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Priors {
    /// All moves are equal.
    Uniform,
    /// From the first look at the position after each move.
    OnePly,
    /// From the game's policy network; as [`Priors::OnePly`] where it has none.
    Policy,
    /// From an alpha-beta search of the position after each move (MCTS-IP).
    AlphaBeta {
        /// In plies.
        depth: u32,
    },
}

/// Dirichlet noise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// Below one, the noise prefers few moves. `AlphaZero` took 10 by the usual number of moves.
    pub alpha: f32,
    /// The share of the noise in the prior.
    pub share: f32,
}

/// How threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parallel {
    /// One tree of atomics without a lock, and virtual losses.
    Tree,
    /// One tree behind one mutex.
    Mutex,
    /// A tree for each thread.
    Root,
    /// One tree, and several values for each leaf.
    Leaf,
}

impl Parallel {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tree, Self::Mutex, Self::Root, Self::Leaf];
}

impl Settings {
    /// UCT with random games to their end.
    pub fn uct() -> Self {
        Self {
            selection: Selection::Uct(Uct::default()),
            leaf: Leaf::Rollout(Rollout::default()),
            priors: Priors::Uniform,
            ..Self::puct()
        }
    }

    /// PUCT with the game's evaluation and one-ply priors: the strongest.
    pub fn puct() -> Self {
        Self {
            selection: Selection::Puct(Puct::default()),
            leaf: Leaf::Evaluation,
            priors: Priors::OnePly,
            prior_temperature: 0.8,
            noise: None,
            parallel: Parallel::Tree,
            threads: 1,
            seed: 0,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::puct()
    }
}
