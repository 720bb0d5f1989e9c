//! Moves written down.

use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;
use gamekit::{Bitboard, Square};

use super::sink::Sink;
use crate::{Move, MoveKind};

/// No legal position has more than 218 moves.
const CAPACITY: usize = 256;

/// Up to 256 moves on the stack; a slice of [`Move`] in every other respect.
#[derive(Clone, Debug, Default)]
pub struct MoveList(ArrayVec<Move, CAPACITY>);

impl MoveList {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Self(ArrayVec::new())
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets {
            let kind = if enemies.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            self.push(Move::new(from, to, kind));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(origin(to, step), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        const QUIETLY: [MoveKind; 4] =
            [MoveKind::PromoteQueen, MoveKind::PromoteKnight, MoveKind::PromoteRook, MoveKind::PromoteBishop];
        const BY_CAPTURE: [MoveKind; 4] = [
            MoveKind::CapturePromoteQueen,
            MoveKind::CapturePromoteKnight,
            MoveKind::CapturePromoteRook,
            MoveKind::CapturePromoteBishop,
        ];
        for to in targets {
            for kind in if capture { BY_CAPTURE } else { QUIETLY } {
                self.push(Move::new(origin(to, step), to, kind));
            }
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

#[inline]
fn origin(to: Square, step: i8) -> Square {
    Square::wrap((to as i8 - step) as u8)
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, CAPACITY>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
