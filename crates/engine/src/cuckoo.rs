//! Upcoming repetitions: whether one reversible move leads to an earlier position.
//!
//! The keys of two positions that one reversible move connects differ by that move's key. All such
//! keys fit a cuckoo hash table, in which each has two possible slots (after M. van Kervinck, "The
//! design and implementation of the Rookie 2.0 chess program").

use chess::{Piece, Role, attacks, zobrist};
use gamekit::{Bitboard, Key, Square};

const SIZE: usize = 8192;

/// Every reversible move of a piece on an empty board, by the change of the key that it makes.
pub struct ReversibleMoves {
    slots: Box<[Option<(Key, Square, Square)>; SIZE]>,
}

impl ReversibleMoves {
    /// Fills the table; it takes well under a millisecond.
    pub fn new() -> Self {
        let mut table = Self { slots: crate::boxed::boxed(&None) };
        for piece in Piece::ALL.into_iter().filter(|piece| piece.role() != Role::Pawn) {
            for a in Square::ALL {
                for b in attacks::piece(piece.role(), a, Bitboard::EMPTY) {
                    if a < b {
                        table.insert((zobrist::quiet_move(piece, a, b), a, b));
                    }
                }
            }
        }
        table
    }

    /// The squares of the move whose key this is.
    #[inline]
    pub fn find(&self, key: Key) -> Option<(Square, Square)> {
        places(key)
            .into_iter()
            .find_map(|place| self.slots[place].filter(|slot| slot.0 == key).map(|(_, a, b)| (a, b)))
    }

    /// Puts a move into its first slot; a displaced one goes to its other slot, and so on.
    fn insert(&mut self, entry: (Key, Square, Square)) {
        let mut entry = entry;
        let mut place = places(entry.0)[0];
        while let Some(displaced) = self.slots[place].replace(entry) {
            entry = displaced;
            let [first, second] = places(entry.0);
            place = if place == first { second } else { first };
        }
    }
}

#[inline]
fn places(key: Key) -> [usize; 2] {
    [key.bits() as usize % SIZE, (key.bits() >> 16) as usize % SIZE]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_is_found() {
        let table = ReversibleMoves::new();
        // The published number of such moves, both colors together.
        assert_eq!(table.slots.iter().flatten().count(), 3668);
        let key = zobrist::quiet_move(Piece::WhiteKnight, Square::G1, Square::F3);
        assert_eq!(table.find(key), Some((Square::G1, Square::F3)));
        assert_eq!(table.find(Key::new(1)), None);
    }
}
