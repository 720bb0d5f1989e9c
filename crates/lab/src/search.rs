//! Searches as the books define them, each on one page.
//!
//! A game is a tree: from each position its moves lead to others. Its value to some depth is
//! defined by [`minimax`]; all the others find *the same value* and look at fewer nodes. They work
//! on any [`Tree`] and know nothing of chess, so that nothing hides the idea. The engine of
//! [`player`](crate::player) is what becomes of them in practice.
//!
//! | file | what it does about a move that cannot matter |
//! | --- | --- |
//! | [`minimax`] | looks at it |
//! | [`alpha_beta`] | stops when one reply refutes it |
//! | [`negascout`] | first asks whether it is better at all, which is cheaper than how good it is |
//! | [`mtdf`] | asks nothing else, and finds the value by such questions alone |
//!
//! What a search looks at can be watched: an [`Observer`] is told of every node, and a [`Trace`] is
//! one that writes it down, to be drawn. The counts of nodes come from the simplest observer, so that
//! a drawing and a count are of the same search.
//!
//! Scores are those of the side to move, so that a position is worth the negative of what it is
//! worth to the opponent (*negamax*): one function serves both sides.

pub mod alpha_beta;
pub mod minimax;
pub mod mtdf;
pub mod negascout;
mod observer;
pub mod picture;
pub mod trace;

use chess::Position;
use gamekit::{Key, Ply, Score};

use crate::player::evaluation;

pub use observer::Observer;
pub use picture::Picture;
pub use trace::Trace;

/// A position of some game.
pub trait Tree: Sized {
    /// The positions after each move; none if the game is over.
    fn children(&self) -> Vec<Self>;

    /// What the position is worth to the side to move, `ply` moves from the root, by its looks or
    /// because the game is over.
    fn value(&self, ply: Ply) -> Score;

    /// The same for the same position.
    fn key(&self) -> Key;
}

/// The value of a tree and the nodes looked at to find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value for the side to move.
    pub score: Score,
    /// Nodes, leaves included.
    pub nodes: u64,
}

/// What a node is searched for: a value above the first score and below the second.
pub type Window = (Score, Score);

/// The window that every value lies in.
pub const EVERYTHING: Window = (Score::cp(-Score::INFINITE.raw()), Score::INFINITE);

/// A search of a tree to a depth.
pub type Search<T> = fn(&T, u32) -> Found;

/// All searches, by name.
pub fn all<T: Tree>() -> [(&'static str, Search<T>); 4] {
    [
        ("minimax", minimax::search),
        ("alpha-beta", alpha_beta::search),
        ("negascout", negascout::search),
        ("MTD(f)", mtdf::search),
    ]
}

/// Chess by material.
impl Tree for Position {
    fn children(&self) -> Vec<Self> {
        self.legal_moves().iter().map(|&mv| self.play(mv)).collect()
    }

    fn value(&self, ply: Ply) -> Score {
        if self.count_legal_moves() > 0 {
            evaluation::material::evaluate(self.board(), self.turn())
        } else if self.in_check() {
            Score::mated_in(ply)
        } else {
            Score::DRAW
        }
    }

    fn key(&self) -> Key {
        self.key()
    }
}
