//! Legal positions.

mod checks;
mod keys;
mod legality;
mod make;
mod mirror;

pub use checks::CheckingSquares;
pub use keys::Keys;

use gamekit::{Bitboard, Color, Key, Square};

use crate::{Board, CastlingRights, IllegalSetup, Piece, Role, Setup};

/// A legal position: one king a side, the side that just moved not in check, castling rights and en
/// passant square that agree with the board.
///
/// Moves are made in place and cannot be undone: copy the position if you need to go back (200
/// bytes, which is cheaper than undoing: see `docs/MEASUREMENTS.md`).
///
/// ```
/// use chess::Position;
///
/// let start = Position::initial();
/// assert_eq!(start.legal_moves().len(), 20);
///
/// let mv = start.parse_uci("e2e4")?;
/// let after = start.play(mv);
/// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), chess::UciMoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    keys: Keys,
    checkers: Bitboard,
    pinned: Bitboard,
    castling: CastlingRights,
    halfmove_clock: u16,
    fullmove_number: u16,
    turn: Color,
    /// Set only when an en passant capture is legal, so that equal positions have equal keys.
    en_passant: Option<Square>,
}

const _: () = assert!(size_of::<Position>() <= 192);

impl Position {
    /// Where every game of standard chess begins.
    pub fn initial() -> Self {
        let setup = crate::fen::INITIAL.parse().expect("the initial position is well written");
        Self::new(setup).expect("the initial position is legal")
    }

    /// The position that `setup` describes, if it is legal. An en passant square on which nothing
    /// can capture is forgotten.
    pub fn new(setup: Setup) -> Result<Self, IllegalSetup> {
        setup.check()?;
        let mut position = Self {
            keys: Keys::of(&setup.board, setup.turn, setup.castling),
            board: setup.board,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: setup.castling,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
            turn: setup.turn,
            en_passant: None,
        };
        position.find_checks();
        if let Some(passed) = setup.en_passant {
            position.allow_en_passant(passed);
        }
        Ok(position)
    }

    /// The position's description; `Position::new` gives the same position back.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks that may still castle.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square on which a legal en passant capture is possible.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, counted up after Black's.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.pieces(color, Role::King).lowest()
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the side to move that shield their king from a slider.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The key of the whole position: equal for positions that the repetition rule calls equal.
    #[inline]
    pub fn key(&self) -> Key {
        self.keys.position
    }

    /// The keys of the position and of its parts.
    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}

/// Equal for the repetition rule: the same pieces, side to move, rights and en passant capture. The
/// move counters are not compared.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.board == other.board
    }
}

impl Eq for Position {}
