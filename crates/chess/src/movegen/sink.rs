//! What becomes of generated moves.

use gamekit::{Bitboard, Square};

use crate::{Move, MoveKind};

/// Takes the moves of a generator, many at a time where they come as a set.
pub trait Sink {
    /// A piece goes from a square to each of the targets; those on enemies are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns go to each of the targets, all by the same step (target less origin).
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);
    /// Pawns go to each of the targets and become any piece.
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool);
    /// One more move.
    fn single(&mut self, mv: Move);
}

/// Counts moves without looking at them.
#[derive(Default)]
pub struct Counter(usize);

impl Counter {
    #[inline]
    pub fn count(&self) -> usize {
        self.0
    }
}

impl Sink for Counter {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.len();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += targets.len();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += 4 * targets.len();
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}
