//! Where the pieces stand, and what they attack.

use std::fmt;

use gamekit::{Bitboard, ByColor, Color, File, Rank, Square};

use crate::{ByRole, Piece, Role, attacks};

/// Any arrangement of pieces, as sets by color and role and as a list by square.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    colors: ByColor<Bitboard>,
    roles: ByRole<Bitboard>,
    squares: [Option<Piece>; 64],
}

impl Board {
    /// No piece anywhere.
    pub const EMPTY: Self = Self {
        colors: ByColor::new(Bitboard::EMPTY, Bitboard::EMPTY),
        roles: ByRole::new([Bitboard::EMPTY; 6]),
        squares: [None; 64],
    };

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square]
    }

    /// The role of the piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.squares[square].map(Piece::role)
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares of one role's pieces, both sides'.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role]
    }

    /// The squares of one side's pieces of a role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color] & self.roles[role]
    }

    /// The pieces that attack like a bishop.
    #[inline]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.roles[Role::Bishop] | self.roles[Role::Queen]
    }

    /// The pieces that attack like a rook.
    #[inline]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.roles[Role::Rook] | self.roles[Role::Queen]
    }

    /// Puts a piece on a square, in place of whatever stood there.
    pub fn put(&mut self, piece: Piece, square: Square) {
        self.take(square);
        self.add(piece, square);
    }

    /// Takes the piece off a square.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square]?;
        self.remove(piece, square);
        Some(piece)
    }

    /// Adds a piece to an empty square.
    #[inline]
    pub(crate) fn add(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.squares[square], None);
        self.squares[square] = Some(piece);
        self.colors[piece.color()].insert(square);
        self.roles[piece.role()].insert(square);
    }

    /// Removes the piece that stands on a square.
    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.squares[square], Some(piece));
        self.squares[square] = None;
        self.colors[piece.color()].remove(square);
        self.roles[piece.role()].remove(square);
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub(crate) fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!(self.squares[from], Some(piece));
        debug_assert_eq!(self.squares[to], None);
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        self.colors[piece.color()] ^= both;
        self.roles[piece.role()] ^= both;
    }

    /// The pieces of both sides that attack a square when these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let white_pawns = self.pieces(Color::White, Role::Pawn);
        let black_pawns = self.pieces(Color::Black, Role::Pawn);
        (attacks::pawn(Color::Black, square) & white_pawns)
            | (attacks::pawn(Color::White, square) & black_pawns)
            | (attacks::knight(square) & self.roles[Role::Knight])
            | (attacks::king(square) & self.roles[Role::King])
            | (attacks::bishop(square, occupied) & self.diagonal_sliders())
            | (attacks::rook(square, occupied) & self.orthogonal_sliders())
    }

    /// Whether one side attacks a square when these squares are occupied.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let attackers = self.colors[by];
        let near = (attacks::pawn(!by, square) & self.roles[Role::Pawn])
            | (attacks::knight(square) & self.roles[Role::Knight])
            | (attacks::king(square) & self.roles[Role::King]);
        near.intersects(attackers)
            || attacks::bishop(square, occupied).intersects(self.diagonal_sliders() & attackers)
            || attacks::rook(square, occupied).intersects(self.orthogonal_sliders() & attackers)
    }

    /// Every square that one side attacks when these squares are occupied.
    #[inline]
    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let pieces = self.colors[color];
        let forward = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        let pawns = pieces & self.roles[Role::Pawn];
        let mut attacked = pawns.shift(-1, forward) | pawns.shift(1, forward);
        attacked |= attacks::king((pieces & self.roles[Role::King]).lowest());
        for knight in pieces & self.roles[Role::Knight] {
            attacked |= attacks::knight(knight);
        }
        for slider in pieces & self.diagonal_sliders() {
            attacked |= attacks::bishop(slider, occupied);
        }
        for slider in pieces & self.orthogonal_sliders() {
            attacked |= attacks::rook(slider, occupied);
        }
        attacked
    }
}

/// A diagram, the eighth rank on top.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{rank}")?;
            for file in File::ALL {
                write!(f, " {}", self.piece_at(Square::at(file, rank)).map_or('.', Piece::to_char))?;
            }
            writeln!(f)?;
        }
        f.write_str("  a b c d e f g h")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}
