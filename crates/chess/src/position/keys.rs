//! A position's Zobrist keys.

use gamekit::{ByColor, Color, Key, Square};

use crate::{Board, CastlingRights, Piece, Role, zobrist};

/// The key of a position and the keys of parts of it, which tell what positions have in common.
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
