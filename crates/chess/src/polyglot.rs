//! Polyglot: keys of positions and opening books.
//!
//! A key is the exclusive or of one published random number for each piece on its square, each
//! castling right, the en passant file and White to move. [`Book`] finds moves by it.

mod book;
mod constants;

pub use book::{Book, BookError, BookMove};

use gamekit::{Color, Square};

use crate::castling::Wing;
use crate::{Piece, Position, Role, Setup, attacks};
use constants::RANDOM;

/// Where the numbers of castling rights, en passant files and the side to move begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Setup {
    /// The key of the Polyglot book format. Its en passant file counts if a pawn stands beside the
    /// one that just passed, even where that pawn is pinned and may not capture.
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                key ^= RANDOM[64 * kind(piece) + square.index()];
            }
        }
        for (number, (color, wing)) in castling_rights().enumerate() {
            let king = self.board.pieces(color, Role::King).first();
            let rook = king.and_then(|king| self.castling.rook(king, wing));
            if rook.is_some_and(|rook| self.castling.rooks_of(color).contains(rook)) {
                key ^= RANDOM[CASTLING + number];
            }
        }
        if let Some(passed) = self.en_passant.filter(|&passed| self.pawn_attacks(passed)) {
            key ^= RANDOM[EN_PASSANT + passed.file().index()];
        }
        if self.turn == Color::White {
            key ^= RANDOM[WHITE_TO_MOVE];
        }
        key
    }

    fn pawn_attacks(&self, passed: Square) -> bool {
        attacks::pawn(!self.turn, passed).intersects(self.board.pieces(self.turn, Role::Pawn))
    }
}

impl Position {
    /// The key of the Polyglot book format.
    ///
    /// A position remembers en passant only where the capture is legal. Where a pawn stands ready
    /// to capture but is pinned, Polyglot's own key counts the file and this one does not;
    /// [`Setup::polyglot_key`] of such a FEN is exact.
    pub fn polyglot_key(&self) -> u64 {
        self.setup().polyglot_key()
    }
}

/// Polyglot counts pieces from the black pawn, black before white.
const fn kind(piece: Piece) -> usize {
    piece.index() ^ 1
}

fn castling_rights() -> impl Iterator<Item = (Color, Wing)> {
    Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)))
}

#[cfg(test)]
mod tests;
