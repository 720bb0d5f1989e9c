//! A position's Zobrist keys.

use gamekit::{ByColor, Color, Key, Square};

use super::Position;
use crate::{Board, CastlingRights, Move, Piece, Role, zobrist};

impl Position {
    /// The key after an ordinary move or capture; castling, en passant, promotions and lost rights
    /// are ignored. Right for nearly all moves and cheaper than making one: good enough to prefetch
    /// the entry that will be looked up.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.keys.position ^ zobrist::BLACK_TO_MOVE;
        if let Some(piece) = self.board.piece_at(from) {
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        }
        if let Some(captured) = self.board.piece_at(to) {
            key ^= zobrist::piece(captured, to);
        }
        key
    }
}

/// The key of a position, and keys of parts of it that several positions share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// Pieces, side to move, castling rights and en passant file.
    pub position: Key,
    /// The pawns.
    pub pawns: Key,
    /// Each side's pieces without its pawns.
    pub non_pawns: ByColor<Key>,
}

impl Keys {
    /// The keys counted from nothing, without en passant.
    pub(super) fn of(board: &Board, turn: Color, castling: CastlingRights) -> Self {
        let mut keys = Self { position: castling.key(), ..Self::default() };
        if turn == Color::Black {
            keys.position ^= zobrist::BLACK_TO_MOVE;
        }
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                keys.toggle(piece, square);
            }
        }
        keys
    }

    /// A piece appears on a square or disappears from it.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        self.apply(piece, zobrist::piece(piece, square));
    }

    /// A piece goes from square to square.
    #[inline]
    pub(super) fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.apply(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
    }

    #[inline]
    fn apply(&mut self, piece: Piece, change: Key) {
        self.position ^= change;
        if piece.role() == Role::Pawn {
            self.pawns ^= change;
        } else {
            self.non_pawns[piece.color()] ^= change;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveKind;
    use gamekit::SplitMix64;

    #[test]
    fn the_likely_key_of_an_ordinary_move_is_its_key() {
        let mut rng = SplitMix64::new(1);
        let mut ordinary = 0;
        for _ in 0..20 {
            let mut position = Position::initial();
            for (mv, after) in Position::initial().random_walk(&mut rng).take(100) {
                if matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture)
                    && position.en_passant().is_none()
                    && position.castling() == after.castling()
                {
                    assert_eq!(position.likely_key_after(mv), after.key(), "{mv} in {position}");
                    ordinary += 1;
                }
                position = after;
            }
        }
        assert!(ordinary > 1000);
    }
}
