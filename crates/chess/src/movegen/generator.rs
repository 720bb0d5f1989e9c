//! The generator itself.

use std::marker::PhantomData;

use gamekit::{Bitboard, Color, Rank, Square};

use super::selection::Selection;
use super::sink::Sink;
use crate::{Board, Move, MoveKind, Position, Role, attacks};

/// Generates the moves of one position. The side to move is a parameter, since pawns of the two
/// sides move differently.
pub struct Generator<'a, const WHITE: bool, M, T> {
    position: &'a Position,
    board: &'a Board,
    king: Square,
    us: Bitboard,
    them: Bitboard,
    sink: &'a mut T,
    selection: PhantomData<M>,
}

impl<'a, const WHITE: bool, M: Selection, T: Sink> Generator<'a, WHITE, M, T> {
    const COLOR: Color = if WHITE { Color::White } else { Color::Black };
    /// The ranks of a pawn's step.
    const FORWARD: i8 = if WHITE { 1 } else { -1 };
    /// The rank of pawns that may step a second time.
    const THIRD_RANK: Rank = if WHITE { Rank::Third } else { Rank::Sixth };
    /// The rank of pawns that promote with the next step.
    const SEVENTH_RANK: Rank = if WHITE { Rank::Seventh } else { Rank::Second };

    #[inline]
    pub fn new(position: &'a Position, sink: &'a mut T) -> Self {
        let board = position.board();
        Self {
            position,
            board,
            king: board.pieces(Self::COLOR, Role::King).lowest(),
            us: board.color(Self::COLOR),
            them: board.color(!Self::COLOR),
            sink,
            selection: PhantomData,
        }
    }

    #[inline]
    pub fn run(mut self) {
        let checkers = self.position.checkers();
        self.king_moves();
        if checkers.many() {
            return;
        }
        let (movable, allowed) = if checkers.is_empty() {
            (self.us, Bitboard::ALL)
        } else {
            // A pinned piece cannot answer: its line holds neither the checker nor a square
            // between.
            let answers = attacks::between(self.king, checkers.lowest()) | checkers;
            (self.us - self.position.pinned(), answers)
        };
        self.pieces(movable, allowed);
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

    /// The king's steps and castling. What the enemy attacks is found once for all of them, and
    /// only if the king could go anywhere.
    #[inline]
    fn king_moves(&mut self) {
        let steps = attacks::king(self.king) & M::targets(self.us, self.them);
        let castling = if M::QUIETS { self.open_castling_rooks() } else { Bitboard::EMPTY };
        if (steps | castling).is_empty() {
            return;
        }
        let without_king = self.occupied() ^ Bitboard::of(self.king);
        let attacked = self.board.attacked_by(!Self::COLOR, without_king);
        self.sink.piece(self.king, steps - attacked, self.them);
        for rook in castling {
            if !self.position.castling_path(self.king, rook).intersects(attacked) {
                self.sink.single(Move::new(self.king, rook, MoveKind::Castle));
            }
        }
    }

    /// The rooks with which the king may castle, if no square on its way is attacked.
    #[inline]
    fn open_castling_rooks(&self) -> Bitboard {
        let mut open = Bitboard::EMPTY;
        for rook in self.position.castling().rooks_of(Self::COLOR) {
            // Something usually stands between, which is quick to test.
            let blocked = attacks::between(self.king, rook).intersects(self.occupied());
            if !blocked && self.position.castling_is_open(self.king, rook) {
                open.insert(rook);
            }
        }
        open
    }

    /// The moves of these pieces, the king's aside, that end on an allowed square.
    #[inline]
    fn pieces(&mut self, movable: Bitboard, allowed: Bitboard) {
        let pinned = self.position.pinned();
        let free = movable - pinned;
        let targets = allowed & M::targets(self.us, self.them);
        let occupied = self.occupied();
        let (diagonal, orthogonal) = (self.board.diagonal_sliders(), self.board.orthogonal_sliders());

        self.pawns(movable & self.board.role(Role::Pawn), pinned, allowed);
        for from in self.board.role(Role::Knight) & free {
            self.sink.piece(from, attacks::knight(from) & targets, self.them);
        }
        for from in diagonal & free {
            self.sink.piece(from, attacks::bishop(from, occupied) & targets, self.them);
        }
        for from in orthogonal & free {
            self.sink.piece(from, attacks::rook(from, occupied) & targets, self.them);
        }
        for from in diagonal & movable & pinned {
            let line = attacks::line(self.king, from);
            self.sink.piece(from, attacks::bishop(from, occupied) & line & targets, self.them);
        }
        for from in orthogonal & movable & pinned {
            let line = attacks::line(self.king, from);
            self.sink.piece(from, attacks::rook(from, occupied) & line & targets, self.them);
        }
    }

    /// All pawns at once. A pinned pawn moves only along the line of its pin, which goes through
    /// the king: a push needs it on the king's file, a capture on the king's diagonal.
    #[inline]
    fn pawns(&mut self, pawns: Bitboard, pinned: Bitboard, allowed: Bitboard) {
        let free = pawns - pinned;
        let may_push = free | pawns & Bitboard::from(self.king.file());
        let (rising, falling) = (attacks::rising_diagonal(self.king), attacks::falling_diagonal(self.king));
        // Towards the h-file and towards the a-file.
        let (right, left) = if WHITE { (rising, falling) } else { (falling, rising) };
        let may_take_right = free | pawns & right;
        let may_take_left = free | pawns & left;
        let seventh = Bitboard::from(Self::SEVENTH_RANK);
        let empty = !self.occupied();
        let victims = self.them & allowed;

        if M::QUIETS {
            let single = (may_push - seventh).shift(0, Self::FORWARD) & empty;
            let double = (single & Bitboard::from(Self::THIRD_RANK)).shift(0, Self::FORWARD) & empty;
            self.sink.pawns(single & allowed, 8 * Self::FORWARD, MoveKind::Quiet);
            self.sink.pawns(double & allowed, 16 * Self::FORWARD, MoveKind::DoublePush);
        }
        if M::CAPTURES {
            let right = (may_take_right - seventh).shift(1, Self::FORWARD) & victims;
            let left = (may_take_left - seventh).shift(-1, Self::FORWARD) & victims;
            self.sink.pawns(right, 8 * Self::FORWARD + 1, MoveKind::Capture);
            self.sink.pawns(left, 8 * Self::FORWARD - 1, MoveKind::Capture);
            if pawns.intersects(seventh) {
                let push = (may_push & seventh).shift(0, Self::FORWARD) & empty & allowed;
                let right = (may_take_right & seventh).shift(1, Self::FORWARD) & victims;
                let left = (may_take_left & seventh).shift(-1, Self::FORWARD) & victims;
                self.sink.promotions(push, 8 * Self::FORWARD, false);
                self.sink.promotions(right, 8 * Self::FORWARD + 1, true);
                self.sink.promotions(left, 8 * Self::FORWARD - 1, true);
            }
        }
    }

    fn en_passant(&mut self, passed: Square) {
        let pawns = self.board.pieces(Self::COLOR, Role::Pawn);
        for from in attacks::pawn(!Self::COLOR, passed) & pawns {
            if self.position.en_passant_is_safe(from, passed) {
                self.sink.single(Move::new(from, passed, MoveKind::EnPassant));
            }
        }
    }
}
