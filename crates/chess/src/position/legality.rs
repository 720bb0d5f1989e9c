//! Whether one given move is legal, without generating the others.

use gamekit::{Bitboard, Color, Rank, Square};

use super::Position;
use crate::castling::Wing;
use crate::{Move, MoveKind, Role, attacks};

impl Position {
    /// Whether a move is legal here: for moves that were legal in some other position, such as
    /// those that a transposition table remembers.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.board.piece_at(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        match (piece.role(), mv.kind()) {
            (Role::King, MoveKind::Castle) => self.may_castle(from, to),
            (Role::King, MoveKind::Quiet | MoveKind::Capture) => {
                self.target_fits(mv)
                    && attacks::king(from).contains(to)
                    && !self.board.is_attacked(to, !us, self.board.occupied() ^ Bitboard::of(from))
            }
            (Role::Pawn, MoveKind::EnPassant) => {
                self.en_passant == Some(to)
                    && attacks::pawn(us, from).contains(to)
                    && self.en_passant_is_safe(from, to)
            }
            (Role::Pawn, _) => self.pawn_reaches(mv) && self.king_allows(from, to),
            (role, MoveKind::Quiet | MoveKind::Capture) => {
                self.target_fits(mv)
                    && attacks::piece(role, from, self.board.occupied()).contains(to)
                    && self.king_allows(from, to)
            }
            _ => false,
        }
    }

    /// Whether the target holds an enemy where the move says so, and nothing where it does not.
    fn target_fits(&self, mv: Move) -> bool {
        let target = self.board.piece_at(mv.to());
        if mv.is_capture() {
            target.is_some_and(|piece| piece.color() != self.turn)
        } else {
            target.is_none()
        }
    }

    fn pawn_reaches(&self, mv: Move) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let (forward, second, last) = match us {
            Color::White => (1, Rank::Second, Rank::Eighth),
            Color::Black => (-1, Rank::Seventh, Rank::First),
        };
        let reaches = match mv.kind() {
            MoveKind::DoublePush => {
                let passed = from.offset(0, forward);
                from.rank() == second
                    && from.offset(0, 2 * forward) == Some(to)
                    && passed.is_some_and(|passed| self.board.piece_at(passed).is_none())
            }
            MoveKind::Castle => false,
            _ if mv.is_capture() => attacks::pawn(us, from).contains(to),
            _ => from.offset(0, forward) == Some(to),
        };
        reaches && self.target_fits(mv) && (to.rank() == last) == mv.is_promotion()
    }

    /// Whether a piece other than the king may go there: it answers a check if there is one, and
    /// stays on its line if it is pinned.
    fn king_allows(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        let answers_check = match self.checkers.single() {
            None => self.checkers.is_empty(),
            Some(checker) => to == checker || attacks::between(king, checker).contains(to),
        };
        let keeps_pin = !self.pinned.contains(from) || attacks::line(king, from).contains(to);
        answers_check && keeps_pin
    }

    /// Whether the king may castle with the rook on this square.
    fn may_castle(&self, king: Square, rook: Square) -> bool {
        let without_king = self.board.occupied() ^ Bitboard::of(king);
        let attacked = |step| self.board.is_attacked(step, !self.turn, without_king);
        self.castling.rooks_of(self.turn).contains(rook)
            && self.castling_is_open(king, rook)
            && !self.castling_path(king, rook).into_iter().any(attacked)
    }

    /// Whether the king may castle with a rook that has the right to, attacks on its way aside.
    #[inline]
    pub(crate) fn castling_is_open(&self, king: Square, rook: Square) -> bool {
        let rook_target = Wing::of(king, rook).rook_target(self.turn);
        let rook_path = attacks::between(rook, rook_target) | Bitboard::of(rook_target);
        let others = self.board.occupied() ^ Bitboard::of(king) ^ Bitboard::of(rook);
        // A rook that shields its king along the rank would uncover it (Chess960 only).
        let rook_is_free = !self.pinned.contains(rook);
        rook_is_free && !self.in_check() && !(self.castling_path(king, rook) | rook_path).intersects(others)
    }

    /// The squares over which a castling king goes, its target included.
    #[inline]
    pub(crate) fn castling_path(&self, king: Square, rook: Square) -> Bitboard {
        let target = Wing::of(king, rook).king_target(self.turn);
        attacks::between(king, target) | Bitboard::of(target)
    }
}
