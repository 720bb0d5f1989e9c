//! Lists of moves.

use std::array;
use std::fmt;
use std::iter::Take;
use std::ops::{Deref, DerefMut};

use gamekit::{Bitboard, Square};

use super::sink::Sink;
use crate::{Move, MoveKind, Role};

/// Room for the moves of any position. The most that a legal position has is 218.
const CAPACITY: usize = u8::MAX as usize + 1;

/// Up to 255 moves, stored in place; derefs to a slice of [`Move`].
///
/// The length is a byte, so every index made from it is within the array: the compiler drops the
/// bounds checks without any unsafe code.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: u8,
}

impl MoveList {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        let unused = Move::new(Square::A1, Square::A1, MoveKind::Quiet);
        Self { moves: [unused; CAPACITY], len: 0 }
    }

    /// Adds a move.
    #[inline]
    pub const fn push(&mut self, mv: Move) {
        debug_assert!(self.len < u8::MAX, "the list is full");
        self.moves[self.len as usize] = mv;
        self.len = self.len.wrapping_add(1);
    }

    /// Adds a move for each target.
    #[inline]
    fn push_each(&mut self, targets: Bitboard, to_move: impl Fn(Square) -> Move) {
        debug_assert!(self.len as usize + targets.len() < CAPACITY, "the list is full");
        // A local copy stays in a register: the compiler cannot prove that writing a move leaves
        // the field alone.
        let mut len = self.len;
        for to in targets {
            self.moves[len as usize] = to_move(to);
            len = len.wrapping_add(1);
        }
        self.len = len;
    }
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        self.push_each(targets, |to| {
            let kind = if enemies.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            Move::new(from, to, kind)
        });
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        self.push_each(targets, |to| Move::new(origin(to, step), to, kind));
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for role in Role::PROMOTIONS {
            let kind = MoveKind::promotion(role, capture).expect("pawns become these");
            self.push_each(targets, |to| Move::new(origin(to, step), to, kind));
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
        &self.moves[..self.len as usize]
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len as usize]
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Take<array::IntoIter<Move, CAPACITY>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len as usize)
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

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
