//! Making moves.

use gamekit::{Bitboard, Color, Square};

use super::Position;
use super::checks::captured_en_passant;
use crate::castling::Wing;
use crate::{Move, MoveKind, Observer, Piece, Role, zobrist};

impl Position {
    /// The position after a legal move.
    #[inline]
    pub fn play(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.make(mv, &mut ());
        next
    }

    /// Makes a legal move in place and reports each change of a piece to an observer.
    ///
    /// # Panics
    /// May panic, or leave a position that is not legal, if the move is not legal here.
    #[inline]
    pub fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board.piece_at(from).expect("a legal move starts from a piece");
        let mut editor = Editor { position: self, observer };

        if mv.is_castle() {
            editor.castle(us, from, to);
        } else {
            if mv.is_capture() {
                let captured_on = if mv.kind() == MoveKind::EnPassant { captured_en_passant(to) } else { to };
                editor.remove(captured_on);
            }
            match mv.promotion() {
                Some(role) => {
                    editor.remove(from);
                    editor.add(Piece::new(us, role), to);
                }
                None => editor.slide(piece, from, to),
            }
        }

        self.count_move(piece.role() == Role::Pawn || mv.is_capture());
        self.forget_rights(piece, from, to);
        self.pass_turn();
        self.find_checks();
        if mv.kind() == MoveKind::DoublePush {
            self.allow_en_passant(Square::wrap((from as u8).midpoint(to as u8)));
        }
    }

    /// Passes the turn to the other side. Not allowed in check.
    #[inline]
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check(), "no null move in check");
        self.count_move(false);
        self.pass_turn();
        self.find_checks();
    }

    #[inline]
    fn count_move(&mut self, irreversible: bool) {
        self.halfmove_clock = if irreversible { 0 } else { self.halfmove_clock.saturating_add(1) };
        if self.turn == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
    }

    /// A king that moves loses both rights, a rook that moves or is taken loses its own.
    #[inline]
    fn forget_rights(&mut self, piece: Piece, from: Square, to: Square) {
        if self.castling.rooks().is_empty() {
            return;
        }
        let mut touched = Bitboard::of(from) | Bitboard::of(to);
        if piece.role() == Role::King {
            touched |= self.castling.rooks_of(self.turn);
        }
        self.keys.position ^= self.castling.remove(touched);
    }

    #[inline]
    fn pass_turn(&mut self) {
        if let Some(passed) = self.en_passant.take() {
            self.keys.position ^= zobrist::en_passant(passed.file());
        }
        self.keys.position ^= zobrist::BLACK_TO_MOVE;
        self.turn = !self.turn;
    }
}

/// Changes the board, the keys and the observer together.
struct Editor<'a, O> {
    position: &'a mut Position,
    observer: &'a mut O,
}

impl<O: Observer> Editor<'_, O> {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.position.board.add(piece, square);
        self.position.keys.toggle(piece, square);
        self.observer.add(piece, square);
    }

    #[inline]
    fn remove(&mut self, square: Square) {
        let piece = self.position.board.piece_at(square).expect("a piece leaves this square");
        self.position.board.remove(piece, square);
        self.position.keys.toggle(piece, square);
        self.observer.remove(piece, square);
    }

    #[inline]
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.position.board.slide(piece, from, to);
        self.position.keys.slide(piece, from, to);
        self.observer.slide(piece, from, to);
    }

    /// In Chess960 the four squares may overlap: both pieces leave before either arrives.
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let wing = Wing::of(king, rook);
        self.remove(king);
        self.remove(rook);
        self.add(Piece::new(us, Role::King), wing.king_target(us));
        self.add(Piece::new(us, Role::Rook), wing.rook_target(us));
    }
}
