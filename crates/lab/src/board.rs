//! Boards: several ways to hold the pieces, and one way to play with them.
//!
//! What a program asks of a board is always the same: what stands on a square, where the pieces of
//! a side are, where a piece may go, whether a square is attacked. [`Squares`] is this list of
//! questions, and every file below answers it in its own way:
//!
//! | file | how the pieces are held | how a rook finds its way |
//! | --- | --- | --- |
//! | [`piece_lists`] | a list of squares for each side | a search of both lists at every step |
//! | [`eight_by_eight`] | an array of 64 | four comparisons at every step |
//! | [`ten_by_twelve`] | an array of 120 with a border | the border stops it |
//! | [`ox88`] | an array of 128, half of it unused | one bit test at every step |
//! | [`bitboards`] | a set of squares for each kind of piece | by its [`occupancy`] |
//! | [`compact`] | five sets and two squares: 336 bits | as `bitboards` |
//!
//! [`Board`] adds what every chess program adds to the pieces: whose turn it is, castling, en
//! passant, a key. It makes moves on a copy, as `chess::Position` does.
//!
//! ```
//! use chess::Position;
//! use lab::board::ox88::Ox88;
//! use lab::board::{Board, perft};
//!
//! let board = Board::<Ox88>::of(&Position::initial());
//! assert_eq!(perft(&board, 3), 8902);
//! ```

pub mod bitboards;
pub mod compact;
pub mod eight_by_eight;
mod generator;
pub mod mailbox;
pub mod occupancy;
pub mod ox88;
pub mod piece_lists;
pub mod ten_by_twelve;

use std::borrow::Cow;

use chess::attacks::rays::Direction;
use chess::castling::Wing;
use chess::{CastlingRights, Move, MoveKind, MoveList, Piece, Position, Role, Setup, attacks, zobrist};
use gamekit::{Bitboard, Color, Key, Square};

/// The steps of a knight.
pub const KNIGHT_STEPS: [Direction; 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
/// The steps of a king, which are the directions of a queen: a rook's first, then a bishop's.
pub const QUEEN_STEPS: [Direction; 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// The directions or steps of a piece that is not a pawn.
pub const fn steps(role: Role) -> &'static [Direction] {
    match role {
        Role::Knight => &KNIGHT_STEPS,
        Role::Bishop => QUEEN_STEPS.split_at(4).1,
        Role::Rook => QUEEN_STEPS.split_at(4).0,
        Role::Queen | Role::King => &QUEEN_STEPS,
        Role::Pawn => &[],
    }
}

/// Whether a piece goes on in its direction until something is in its way.
pub const fn slides(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// The rank step of a side's pawns.
pub const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// A way to hold the pieces of a position.
pub trait Squares: Clone + Send + Sync {
    /// What it is called in tables.
    const NAME: &'static str;

    /// No piece anywhere.
    fn empty() -> Self;

    /// The piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// Whose piece stands on a square.
    fn color_at(&self, square: Square) -> Option<Color> {
        self.piece_at(square).map(Piece::color)
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, piece: Piece, square: Square);

    /// Takes the piece that stands on a square away.
    fn take(&mut self, piece: Piece, square: Square);

    /// Where a side's king stands.
    fn king(&self, color: Color) -> Square;

    /// Visits the pieces of a side.
    fn for_each_piece(&self, color: Color, visit: impl FnMut(Role, Square));

    /// Visits the squares to which a piece that is not a pawn may go by its way of moving, and says
    /// whether it takes something there.
    fn for_each_target(&self, piece: Piece, from: Square, visit: impl FnMut(Square, bool));

    /// Whether a side attacks a square.
    fn is_attacked(&self, square: Square, by: Color) -> bool;

    /// The pieces as the main engine holds them, for evaluations that are written for it.
    fn as_board(&self) -> Cow<'_, chess::Board> {
        let mut board = chess::Board::EMPTY;
        for color in Color::ALL {
            self.for_each_piece(color, |role, square| board.put(Piece::new(color, role), square));
        }
        Cow::Owned(board)
    }
}

/// A position on squares of some kind.
#[derive(Clone, Debug)]
pub struct Board<S> {
    squares: S,
    turn: Color,
    /// The rooks that may still castle.
    castling: Bitboard,
    /// The square that a pawn just passed.
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
    key: Key,
}

impl<S: Squares> Board<S> {
    /// The same position on these squares.
    pub fn of(position: &Position) -> Self {
        let mut board = Self {
            squares: S::empty(),
            turn: position.turn(),
            castling: position.castling().rooks(),
            en_passant: position.en_passant(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            key: Key::ZERO,
        };
        for square in Square::ALL {
            if let Some(piece) = position.piece_at(square) {
                board.put(piece, square);
            }
        }
        for rook in board.castling {
            board.key ^= zobrist::castling_rook(rook);
        }
        if board.turn == Color::Black {
            board.key ^= zobrist::BLACK_TO_MOVE;
        }
        board.key ^= board.en_passant_key();
        board
    }

    /// The pieces.
    pub fn squares(&self) -> &S {
        &self.squares
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The key of the position: equal for equal positions.
    pub fn key(&self) -> Key {
        self.key
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The whole position, as anything may describe it.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.squares.as_board().into_owned(),
            turn: self.turn,
            castling: CastlingRights::of_rooks(self.castling),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The square that a pawn just passed.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.squares.is_attacked(self.squares.king(self.turn), !self.turn)
    }

    /// The position after a move, or `None` if the move leaves the king in check.
    pub fn play(&self, mv: Move) -> Option<Self> {
        let mut next = self.clone();
        next.make(mv);
        let left_in_check = next.squares.is_attacked(next.squares.king(self.turn), next.turn);
        (!left_in_check).then_some(next)
    }

    /// The position after a null move: the other side is to move.
    pub fn pass(&self) -> Self {
        let mut next = self.clone();
        next.forget_en_passant();
        next.halfmove_clock += 1;
        next.end_turn(None);
        next
    }

    /// The moves that are legal.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        moves.into_iter().filter(|&mv| self.play(mv).is_some()).collect()
    }

    fn make(&mut self, mv: Move) {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let piece = self.squares.piece_at(from).expect("a move starts from a piece");
        let is_pawn = piece.role() == Role::Pawn;
        self.forget_en_passant();
        if mv.is_castle() {
            self.castle(from, to);
        } else {
            if mv.is_capture() {
                let on = if mv.kind() == MoveKind::EnPassant { passed_by(to, us) } else { to };
                let taken = self.squares.piece_at(on).expect("a capture takes a piece");
                self.take(taken, on);
            }
            self.take(piece, from);
            self.put(mv.promotion().map_or(piece, |role| Piece::new(us, role)), to);
        }
        self.forget_rights(piece, from, to);
        self.halfmove_clock = if is_pawn || mv.is_capture() { 0 } else { self.halfmove_clock + 1 };
        let passed = (mv.kind() == MoveKind::DoublePush).then(|| passed_by(to, us));
        self.end_turn(passed);
    }

    /// King and rook leave before either arrives: in Chess960 their squares may overlap.
    fn castle(&mut self, king: Square, rook: Square) {
        let (us, wing) = (self.turn, Wing::of(king, rook));
        let pieces = [Role::King, Role::Rook].map(|role| Piece::new(us, role));
        self.take(pieces[0], king);
        self.take(pieces[1], rook);
        self.put(pieces[0], wing.king_target(us));
        self.put(pieces[1], wing.rook_target(us));
    }

    /// A king that moves loses both rights, a rook that moves or is taken its own.
    fn forget_rights(&mut self, piece: Piece, from: Square, to: Square) {
        let mut touched = Bitboard::of(from) | Bitboard::of(to);
        if piece.role() == Role::King {
            touched |= Bitboard::from(chess::castling::back_rank(piece.color()));
        }
        for rook in self.castling & touched {
            self.key ^= zobrist::castling_rook(rook);
        }
        self.castling -= touched;
    }

    /// Before a piece moves: whether a pawn stood ready to take is not known after.
    fn forget_en_passant(&mut self) {
        self.key ^= self.en_passant_key();
        self.en_passant = None;
    }

    fn end_turn(&mut self, passed: Option<Square>) {
        self.fullmove_number += u16::from(self.turn == Color::Black);
        self.turn = !self.turn;
        self.en_passant = passed;
        self.key ^= zobrist::BLACK_TO_MOVE ^ self.en_passant_key();
    }

    /// The en passant square counts only if a pawn stands ready to take there.
    fn en_passant_key(&self) -> Key {
        let Some(passed) = self.en_passant else { return Key::ZERO };
        let pawn = Some(Piece::new(self.turn, Role::Pawn));
        let takers = attacks::pawn(!self.turn, passed);
        let is_possible = takers.into_iter().any(|square| self.squares.piece_at(square) == pawn);
        if is_possible { zobrist::en_passant(passed.file()) } else { Key::ZERO }
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.squares.put(piece, square);
        self.key ^= zobrist::piece(piece, square);
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.squares.take(piece, square);
        self.key ^= zobrist::piece(piece, square);
    }
}

/// The square behind a pawn: the one it passed, or where the pawn stands that is taken en passant.
fn passed_by(square: Square, color: Color) -> Square {
    square.offset(0, -forward(color)).expect("a pawn never stands on its own first rank")
}

/// Counts the ways to play `depth` half-moves, each of them on the board.
pub fn perft<S: Squares>(board: &Board<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    board.generate(&mut moves);
    moves.iter().filter_map(|&mv| board.play(mv)).map(|next| perft(&next, depth - 1)).sum()
}

/// The main engine's board answers the same questions.
impl Squares for chess::Board {
    const NAME: &'static str = "main engine";

    fn empty() -> Self {
        Self::EMPTY
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.piece_at(square)
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.put(piece, square);
    }

    fn take(&mut self, _: Piece, square: Square) {
        self.take(square);
    }

    fn king(&self, color: Color) -> Square {
        self.pieces(color, Role::King).lowest()
    }

    fn for_each_piece(&self, color: Color, mut visit: impl FnMut(Role, Square)) {
        for role in Role::ALL {
            self.pieces(color, role).into_iter().for_each(|square| visit(role, square));
        }
    }

    fn for_each_target(&self, piece: Piece, from: Square, visit: impl FnMut(Square, bool)) {
        let attacked = attacks::piece(piece.role(), from, self.occupied());
        visit_targets(attacked, self.color(piece.color()), self.color(!piece.color()), visit);
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_attacked(square, by, self.occupied())
    }

    fn as_board(&self) -> Cow<'_, chess::Board> {
        Cow::Borrowed(self)
    }
}

/// Visits the attacked squares that are empty or hold an enemy.
fn visit_targets(
    attacked: Bitboard,
    friends: Bitboard,
    enemies: Bitboard,
    mut visit: impl FnMut(Square, bool),
) {
    (attacked & enemies).into_iter().for_each(|square| visit(square, true));
    (attacked - friends - enemies).into_iter().for_each(|square| visit(square, false));
}
