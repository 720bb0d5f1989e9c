//! Legal move generation.
//!
//! Only legal moves are generated: pinned pieces stay on their line, checks are answered, the king
//! does not step onto attacked squares. There is one generator: a [`Selection`] says which moves it
//! generates, and a [`sink`](sink::Sink) lists or counts them. Both are types, and the side to move
//! is a constant, so that each combination compiles to code without branches on them.

mod generator;
mod list;
mod selection;
mod sink;

pub use list::MoveList;

use gamekit::Color;

use crate::Position;
use generator::Generator;
use selection::{All, Captures, Quiets, Selection};
use sink::{Counter, Sink};

impl Position {
    /// Every legal move.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_moves(&mut moves);
        moves
    }

    /// Appends every legal move to a list. Saves the copy of a list that is returned, which
    /// matters where nothing else is done with a position.
    #[inline]
    pub fn generate_moves(&self, moves: &mut MoveList) {
        self.generate::<All, _>(moves);
    }

    /// Appends the legal moves that change material: captures and promotions.
    #[inline]
    pub fn generate_captures(&self, moves: &mut MoveList) {
        self.generate::<Captures, _>(moves);
    }

    /// Appends the legal moves that leave material as it is: all but captures and promotions.
    #[inline]
    pub fn generate_quiets(&self, moves: &mut MoveList) {
        self.generate::<Quiets, _>(moves);
    }

    /// The number of legal moves, without writing them down.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter::default();
        self.generate::<All, _>(&mut counter);
        counter.0
    }

    /// Inlined into each of its few callers: as a function of its own it costs perft 6 %.
    #[inline(always)]
    fn generate<M: Selection, T: Sink>(&self, sink: &mut T) {
        match self.turn() {
            Color::White => Generator::<true, M, T>::new(self, sink).run(),
            Color::Black => Generator::<false, M, T>::new(self, sink).run(),
        }
    }
}

#[cfg(test)]
mod tests;
