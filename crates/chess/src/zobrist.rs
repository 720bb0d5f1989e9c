//! The random numbers behind a position's keys.

use gamekit::{File, Key, Square};

use crate::Piece;

/// The key that changes when Black is to move.
pub const BLACK_TO_MOVE: Key = SIDE[0];

const SIDE: [Key; 1] = Key::draw(0x5045_5454_4549_4100);
static PIECES: [Key; 12 * 64] = Key::draw(0x5045_5454_4549_4101);
static CASTLING_ROOKS: [Key; 64] = Key::draw(0x5045_5454_4549_4102);
static EN_PASSANT_FILES: [Key; 8] = Key::draw(0x5045_5454_4549_4103);

/// A piece on a square.
#[inline]
pub fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index() * 64 + square.index()]
}

/// A rook that may still castle.
#[inline]
pub fn castling_rook(square: Square) -> Key {
    CASTLING_ROOKS[square]
}

/// A pawn that can be taken en passant on this file.
#[inline]
pub fn en_passant(file: File) -> Key {
    EN_PASSANT_FILES[file.index()]
}

/// The change of a position's key when a piece moves between two squares without a capture or the
/// loss of a right.
pub fn quiet_move(moved: Piece, a: Square, b: Square) -> Key {
    piece(moved, a) ^ piece(moved, b) ^ BLACK_TO_MOVE
}
