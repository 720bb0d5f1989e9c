//! Monte Carlo tree search.
//!
//! Alpha-beta looks at all moves to some depth. A tree search of this kind grows its tree one node
//! at a time, where it pays best: each simulation walks from the root to a leaf along the moves
//! that look promising or untried, finds a value for the leaf, and adds it to all nodes on its way.
//! In the end the most visited move is played. Each technique is one file:
//!
//! | file | what it explains |
//! | --- | --- |
//! | `worker` | a simulation in four steps |
//! | `select/uct`, `select/puct` | the rules by which a child is chosen |
//! | `rollout` | games played on from a leaf: random, cut short, informed (MCTS-IR, MCTS-IC) |
//! | `alphabeta`, `priors` | shallow minimax in the tree; first opinions on moves (MCTS-IP) |
//! | `bounds` | alpha-beta itself as rollouts |
//! | `solver` | proved wins, draws and losses |
//! | `noise` | Dirichlet noise and temperature, for self-play |
//! | `node`, `arena`, `tree` | 32 bytes a node, bounded memory, reuse of the tree |
//! | `branch` | the part of a tree that is worth looking at |
//! | `parallel/*` | tree, mutex, root and leaf parallelisation |
//! | `games/*` | chess and Neighbours |
//! | `zero/*` | a network that learns from its own games, as `AlphaZero` does |
//!
//! [`Searcher`] is the facade for any [`Game`]; [`ChessSearcher`] and [`NeighboursSearcher`] take
//! and give what the alpha-beta searches of their games do. [`ChessPlayer`] is chess by either
//! search.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use mcts::{NeighboursSearcher, Settings};
//! use neighbours::search::Limits;
//! use neighbours::{Game, Weights};
//!
//! let mut searcher = NeighboursSearcher::new(&Weights::default(), 1, Settings::puct())?;
//! let game = Game::new("8/8/8/8/8/8/1b6/w7 w 0 1".parse()?);
//! let report = searcher.search(&game, &Limits::nodes(100), &AtomicBool::new(false), |_| ());
//! assert_eq!(report.best().map(|mv| mv.to_string()), Some("a1b2".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod arena;
mod bounds;
mod branch;
mod budget;
mod game;
mod games;
mod node;
mod noise;
mod parallel;
mod priors;
mod rollout;
mod searcher;
mod select;
mod settings;
mod solver;
mod tree;
mod value;
mod worker;
pub mod zero;

pub use arena::ArenaError;
pub use bounds::search as alpha_beta_rollouts;
pub use branch::Branch;
pub use game::Game;
pub use games::{
    ChessGame, ChessPlayer, ChessSearcher, Judge, MemoryError, Method, NeighboursGame, NeighboursSearcher,
    UnknownMethod,
};
pub use searcher::{Limits, Report, Searcher};
pub use select::{Puct, Selection, Uct};
pub use settings::{Leaf, Noise, Parallel, Priors, Rollout, Settings};
pub use solver::Proof;
pub use tree::Line;
pub use value::{Ending, Value};
