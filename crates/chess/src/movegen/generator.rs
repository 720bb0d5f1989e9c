//! The generator itself.

use std::marker::PhantomData;

use gamekit::{Bitboard, Color, Rank, Square};

use super::selection::Selection;
use super::sink::Sink;
use crate::{Board, Move, MoveKind, Position, Role, attacks};

/// The side to move, as a type: pawns go different ways.
pub trait Side {
    const COLOR: Color;
    /// Ranks that a pawn goes up with each step.
    const FORWARD: i8;
    /// Where a single step lands that may be followed by a second one.
    const THIRD_RANK: Rank;
    /// Where the next step promotes.
    const SEVENTH_RANK: Rank;

    /// The diagonal through a square along which pawns take to the right (towards the h-file).
    fn right_diagonal(square: Square) -> Bitboard;
    /// The diagonal through a square along which pawns take to the left.
    fn left_diagonal(square: Square) -> Bitboard;
}

pub struct White;
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const FORWARD: i8 = 1;
    const THIRD_RANK: Rank = Rank::Third;
    const SEVENTH_RANK: Rank = Rank::Seventh;

    #[inline]
    fn right_diagonal(square: Square) -> Bitboard {
        attacks::rising_diagonal(square)
    }

    #[inline]
    fn left_diagonal(square: Square) -> Bitboard {
        attacks::falling_diagonal(square)
    }
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const FORWARD: i8 = -1;
    const THIRD_RANK: Rank = Rank::Sixth;
    const SEVENTH_RANK: Rank = Rank::Second;

    #[inline]
    fn right_diagonal(square: Square) -> Bitboard {
        attacks::falling_diagonal(square)
    }

    #[inline]
    fn left_diagonal(square: Square) -> Bitboard {
        attacks::rising_diagonal(square)
    }
}

pub struct Generator<'a, S, M, T> {
    position: &'a Position,
    board: &'a Board,
    king: Square,
    us: Bitboard,
    them: Bitboard,
    sink: &'a mut T,
    choice: PhantomData<(S, M)>,
}

impl<'a, S: Side, M: Selection, T: Sink> Generator<'a, S, M, T> {
    #[inline]
    pub fn new(position: &'a Position, sink: &'a mut T) -> Self {
        let board = position.board();
        Self {
            position,
            board,
            king: board.pieces(S::COLOR, Role::King).lowest(),
            us: board.color(S::COLOR),
            them: board.color(!S::COLOR),
            sink,
            choice: PhantomData,
        }
    }

    #[inline]
    pub fn run(mut self) {
        let checkers = self.position.checkers();
        self.king_steps();
        if checkers.is_empty() {
            self.castle();
            self.pieces::<false>(Bitboard::ALL);
        } else if !checkers.many() {
            let checker = checkers.lowest();
            self.pieces::<true>(attacks::between(self.king, checker) | checkers);
        }
        if M::CAPTURES
            && let Some(passed) = self.position.en_passant()
        {
            self.en_passant(passed);
        }
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.us | self.them
    }

    #[inline]
    fn king_steps(&mut self) {
        let without_king = self.occupied() ^ Bitboard::of(self.king);
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king(self.king) & M::targets(self.us, self.them) {
            if !self.board.is_attacked(to, !S::COLOR, without_king) {
                safe.insert(to);
            }
        }
        self.sink.piece(self.king, safe, self.them);
    }

    #[inline]
    fn castle(&mut self) {
        if !M::QUIETS {
            return;
        }
        for rook in self.position.castling().rooks_of(S::COLOR) {
            if self.position.may_castle(self.king, rook) {
                self.sink.single(Move::new(self.king, rook, MoveKind::Castle));
            }
        }
    }

    /// The moves of all pieces but the king that end on an allowed square. In check a pinned piece
    /// cannot move: its line holds neither the checker nor a square that stops it.
    #[inline]
    fn pieces<const IN_CHECK: bool>(&mut self, allowed: Bitboard) {
        let pinned = self.position.pinned();
        let movable = if IN_CHECK { self.us - pinned } else { self.us };
        let targets = allowed & M::targets(self.us, self.them);
        let occupied = self.occupied();

        self.pawns(movable & self.board.role(Role::Pawn), pinned, allowed);

        for from in self.board.role(Role::Knight) & (self.us - pinned) {
            self.sink.piece(from, attacks::knight(from) & targets, self.them);
        }
        let diagonal = self.board.diagonal_sliders() & movable;
        for from in diagonal - pinned {
            self.sink.piece(from, attacks::bishop(from, occupied) & targets, self.them);
        }
        let orthogonal = self.board.orthogonal_sliders() & movable;
        for from in orthogonal - pinned {
            self.sink.piece(from, attacks::rook(from, occupied) & targets, self.them);
        }
        if !IN_CHECK && pinned.any() {
            for from in diagonal & pinned {
                let line = attacks::line(self.king, from);
                self.sink.piece(from, attacks::bishop(from, occupied) & line & targets, self.them);
            }
            for from in orthogonal & pinned {
                let line = attacks::line(self.king, from);
                self.sink.piece(from, attacks::rook(from, occupied) & line & targets, self.them);
            }
        }
    }

    /// All pawns at once. A pinned pawn moves only along the line of its pin, which goes through
    /// the king: a push needs it on the king's file, a capture on the king's diagonal.
    #[inline]
    fn pawns(&mut self, pawns: Bitboard, pinned: Bitboard, allowed: Bitboard) {
        let free = pawns - pinned;
        let may_push = free | pawns & Bitboard::from(self.king.file());
        let may_take_right = free | pawns & S::right_diagonal(self.king);
        let may_take_left = free | pawns & S::left_diagonal(self.king);
        let seventh = Bitboard::from(S::SEVENTH_RANK);
        let empty = !self.occupied();
        let victims = self.them & allowed;

        if M::QUIETS {
            let single = (may_push - seventh).shift(0, S::FORWARD) & empty;
            let double = (single & Bitboard::from(S::THIRD_RANK)).shift(0, S::FORWARD) & empty;
            self.sink.pawns(single & allowed, 8 * S::FORWARD, MoveKind::Quiet);
            self.sink.pawns(double & allowed, 16 * S::FORWARD, MoveKind::DoublePush);
        }
        if M::CAPTURES {
            let right = (may_take_right - seventh).shift(1, S::FORWARD) & victims;
            let left = (may_take_left - seventh).shift(-1, S::FORWARD) & victims;
            self.sink.pawns(right, 8 * S::FORWARD + 1, MoveKind::Capture);
            self.sink.pawns(left, 8 * S::FORWARD - 1, MoveKind::Capture);
            if pawns.intersects(seventh) {
                let push = (may_push & seventh).shift(0, S::FORWARD) & empty & allowed;
                let right = (may_take_right & seventh).shift(1, S::FORWARD) & victims;
                let left = (may_take_left & seventh).shift(-1, S::FORWARD) & victims;
                self.sink.promotions(push, 8 * S::FORWARD, false);
                self.sink.promotions(right, 8 * S::FORWARD + 1, true);
                self.sink.promotions(left, 8 * S::FORWARD - 1, true);
            }
        }
    }

    fn en_passant(&mut self, passed: Square) {
        let pawns = self.board.pieces(S::COLOR, Role::Pawn);
        for from in attacks::pawn(!S::COLOR, passed) & pawns {
            if self.position.en_passant_is_safe(from, passed) {
                self.sink.single(Move::new(from, passed, MoveKind::EnPassant));
            }
        }
    }
}
