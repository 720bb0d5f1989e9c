//! Who gives check and who is pinned.

use gamekit::{Bitboard, Square};

use super::Position;
use crate::{Role, attacks, zobrist};

impl Position {
    /// Finds the checkers of the side to move and its pinned pieces: every enemy slider that would
    /// reach the king on an empty board either checks or, with one piece in between, pins.
    #[inline]
    pub(super) fn find_checks(&mut self) {
        let board = &self.board;
        let (us, them) = (self.turn, board.color(!self.turn));
        let occupied = board.occupied();
        let king = board.pieces(us, Role::King).lowest();
        let leapers = (attacks::pawn(us, king) & board.role(Role::Pawn))
            | (attacks::knight(king) & board.role(Role::Knight));
        let sliders = (attacks::bishop(king, Bitboard::EMPTY) & board.diagonal_sliders())
            | (attacks::rook(king, Bitboard::EMPTY) & board.orthogonal_sliders());

        self.checkers = leapers & them;
        self.pinned = Bitboard::EMPTY;
        for slider in sliders & them {
            let between = attacks::between(king, slider) & occupied;
            if between.is_empty() {
                self.checkers.insert(slider);
            } else if !between.many() {
                self.pinned |= between & board.color(us);
            }
        }
    }

    /// Remembers that a pawn just passed over a square, if some pawn can capture it there.
    #[inline]
    pub(super) fn allow_en_passant(&mut self, passed: Square) {
        let capturers = attacks::pawn(!self.turn, passed) & self.board.pieces(self.turn, Role::Pawn);
        if capturers.into_iter().any(|from| self.en_passant_is_safe(from, passed)) {
            self.en_passant = Some(passed);
            self.keys.position ^= zobrist::en_passant(passed.file());
        }
    }

    /// Whether our king is safe once our pawn has taken en passant. Two pawns leave their squares
    /// at once, so neither pins nor the check mask can tell.
    #[inline]
    pub(crate) fn en_passant_is_safe(&self, from: Square, passed: Square) -> bool {
        let us = self.turn;
        let captured = Bitboard::of(captured_en_passant(passed));
        let occupied = (self.board.occupied() ^ Bitboard::of(from) ^ captured) | Bitboard::of(passed);
        let attackers = self.board.attackers(self.king(us), occupied);
        !attackers.intersects(self.board.color(!us) - captured)
    }
}

/// Where the pawn stands that is taken on the square it passed.
#[inline]
pub(crate) const fn captured_en_passant(passed: Square) -> Square {
    Square::wrap(passed as u8 ^ 0b00_1000)
}
