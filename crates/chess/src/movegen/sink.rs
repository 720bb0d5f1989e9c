//! Receivers of generated moves.

use gamekit::{Bitboard, Square};

use crate::{Move, MoveKind};

/// Receives the moves of a generator, as sets of targets where possible.
pub trait Sink {
    /// A piece moves from a square to each of the targets; those on enemies are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// A pawn moves to each of the targets, all by the same step (target minus origin).
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);
    /// A pawn moves to each of the targets and may become any piece.
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool);
    /// One more move.
    fn single(&mut self, mv: Move);
}

/// Counts moves without looking at them.
#[derive(Default)]
pub struct Counter(pub usize);

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
