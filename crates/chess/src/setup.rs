//! Any arrangement of pieces with the rest of a position's state, legal or not.

use gamekit::{Bitboard, Color, Rank, Square};
use thiserror::Error;

use crate::castling::{Wing, back_rank};
use crate::{Board, CastlingRights, Piece, Role};

/// What a board editor or a FEN describes, not yet checked:
/// [`Position::new`](crate::Position::new) decides whether it is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Who is to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: CastlingRights,
    /// The square that a pawn just passed over with a double step.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, counted up after Black's.
    pub fullmove_number: u16,
}

/// Why a [`Setup`] is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalSetup {
    /// A side has no king or several.
    #[error("{0} has {1} kings; expected one")]
    Kings(Color, usize),
    /// A pawn stands on the first or the eighth rank.
    #[error("a pawn stands on {0}; expected pawns on ranks 2 to 7 only")]
    PawnOnBackRank(Square),
    /// A side has more pieces than promotions could give it.
    #[error(
        "{0} has {1} pawns and {2} pieces beyond the initial ones; expected at most 8 together, since each \
         promotion costs a pawn"
    )]
    TooManyPieces(Color, usize, usize),
    /// The side that just moved left its king in check.
    #[error("{0} is in check but it is not {0}'s turn")]
    OpponentInCheck(Color),
    /// A castling right without the rook, or without the king on the same rank.
    #[error("castling with {0}: expected {1}'s rook there and its king on the same rank")]
    CastlingRook(Square, Color),
    /// Two rooks with castling rights on the same wing.
    #[error("{0} may castle with two rooks on the same wing; expected one at most")]
    CastlingWing(Color),
    /// No pawn can just have passed over the en passant square.
    #[error("en passant on {0}: expected a pawn that just went past this square with a double step")]
    EnPassant(Square),
}

impl Setup {
    /// No pieces, White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Whether a legal position can look like this.
    pub(crate) fn check(&self) -> Result<(), IllegalSetup> {
        for color in Color::ALL {
            self.check_pieces(color)?;
        }
        let back_ranks = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
        if let Some(square) = (self.board.role(Role::Pawn) & back_ranks).first() {
            return Err(IllegalSetup::PawnOnBackRank(square));
        }
        for color in Color::ALL {
            self.check_castling(color)?;
        }
        let misplaced = self.castling.rooks() - back_ranks;
        if let Some(square) = misplaced.first() {
            return Err(IllegalSetup::CastlingRook(square, self.turn));
        }
        self.check_en_passant()?;
        let waiting_king = self.board.pieces(!self.turn, Role::King).lowest();
        if self.board.is_attacked(waiting_king, self.turn, self.board.occupied()) {
            return Err(IllegalSetup::OpponentInCheck(!self.turn));
        }
        Ok(())
    }

    fn check_pieces(&self, color: Color) -> Result<(), IllegalSetup> {
        let count = |role| self.board.pieces(color, role).len();
        if count(Role::King) != 1 {
            return Err(IllegalSetup::Kings(color, count(Role::King)));
        }
        let beyond = |role, initial| count(role).saturating_sub(initial);
        let bishops = self.board.pieces(color, Role::Bishop);
        let promoted = beyond(Role::Knight, 2)
            + (bishops & Bitboard::LIGHT).len().saturating_sub(1)
            + (bishops & Bitboard::DARK).len().saturating_sub(1)
            + beyond(Role::Rook, 2)
            + beyond(Role::Queen, 1);
        let pawns = count(Role::Pawn);
        if pawns + promoted > 8 {
            return Err(IllegalSetup::TooManyPieces(color, pawns, promoted));
        }
        Ok(())
    }

    fn check_castling(&self, color: Color) -> Result<(), IllegalSetup> {
        let king = self.board.pieces(color, Role::King).lowest();
        let castling = self.castling.rooks_of(color);
        for rook in castling {
            let is_rook = self.board.piece_at(rook) == Some(Piece::new(color, Role::Rook));
            if !is_rook || king.rank() != back_rank(color) {
                return Err(IllegalSetup::CastlingRook(rook, color));
            }
        }
        let on_wing = |wing| castling.into_iter().filter(|&rook| Wing::of(king, rook) == wing).count();
        if Wing::ALL.into_iter().any(|wing| on_wing(wing) > 1) {
            return Err(IllegalSetup::CastlingWing(color));
        }
        Ok(())
    }

    fn check_en_passant(&self) -> Result<(), IllegalSetup> {
        let Some(passed) = self.en_passant else { return Ok(()) };
        let (rank, forward) = match self.turn {
            Color::White => (Rank::Sixth, -1),
            Color::Black => (Rank::Third, 1),
        };
        let pawn = passed.offset(0, forward);
        let origin = passed.offset(0, -forward);
        let possible = passed.rank() == rank
            && self.board.piece_at(passed).is_none()
            && origin.is_some_and(|origin| self.board.piece_at(origin).is_none())
            && pawn.is_some_and(|pawn| self.board.piece_at(pawn) == Some(Piece::new(!self.turn, Role::Pawn)));
        if possible { Ok(()) } else { Err(IllegalSetup::EnPassant(passed)) }
    }
}
