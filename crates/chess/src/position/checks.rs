//! Checks and pins.

use gamekit::{Bitboard, Square};

use super::Position;
use crate::{Move, Piece, Role, attacks, zobrist};

/// From where pieces of the side to move would give check.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckingSquares([Bitboard; Role::ALL.len()]);

impl CheckingSquares {
    /// Whether a piece gives check from the square it moves to. Discovered checks are not seen.
    #[inline]
    pub fn contains(&self, piece: Piece, mv: Move) -> bool {
        self.0[piece.role() as usize].contains(mv.to())
    }
}

impl Position {
    /// From where the side to move would give check.
    #[inline]
    pub fn checking_squares(&self) -> CheckingSquares {
        let (king, occupied) = (self.king(!self.turn), self.board.occupied());
        let (diagonal, orthogonal) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        CheckingSquares(Role::ALL.map(|role| match role {
            Role::Pawn => attacks::pawn(!self.turn, king),
            Role::Knight => attacks::knight(king),
            Role::Bishop => diagonal,
            Role::Rook => orthogonal,
            Role::Queen => diagonal | orthogonal,
            Role::King => Bitboard::EMPTY,
        }))
    }

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
    /// at once, so neither the pins nor the check mask answer this.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the checking squares with the checks of the moves, `plies` deep; returns the
    /// checks.
    fn compare(position: &Position, plies: usize) -> usize {
        let squares = position.checking_squares();
        let mut checks = 0;
        for &mv in &position.legal_moves() {
            let next = position.play(mv);
            if mv.is_quiet() && !mv.is_castle() {
                let piece = position.piece_at(mv.from()).unwrap();
                let gives_check = next.checkers().contains(mv.to());
                assert_eq!(squares.contains(piece, mv), gives_check, "{position}: {mv:?}");
                checks += usize::from(gives_check);
            }
            if plies > 1 {
                checks += compare(&next, plies - 1);
            }
        }
        checks
    }

    #[test]
    fn checking_squares_are_those_from_which_pieces_give_check() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "3k4/1p6/8/2n1q3/6N1/8/2PR2B1/3K4 b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            assert!(compare(&fen.parse().unwrap(), 3) > 0, "{fen}");
        }
    }
}
