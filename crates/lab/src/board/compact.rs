//! Five sets and two squares: 336 bits.
//!
//! ```text
//!   12 sets, one a piece             12 x 64 = 768 bits
//!   2 colors + 6 roles                8 x 64 = 512 bits
//!   2 colors, diagonal sliders,
//!   straight sliders, pawns           5 x 64
//!   and the squares of the kings    + 2 x  8 = 336 bits
//! ```
//!
//! A queen slides both ways, so it needs no set of its own: it is in both sets of sliders. Kings
//! are one square each, and what is in no set but its color's is a knight. This is what the Athens
//! thesis calls the mirrored form (after Leela Chess Zero, which also turns the board so that the
//! side to move always plays upwards; that saves no bits and is left out here).

use chess::{Piece, Role, attacks};
use gamekit::{Bitboard, ByColor, Color, Square};

use super::{Squares, visit_targets};

/// A board of 42 bytes, padded to 48.
#[derive(Clone, Debug)]
pub struct Compact {
    colors: ByColor<Bitboard>,
    diagonal: Bitboard,
    straight: Bitboard,
    pawns: Bitboard,
    kings: ByColor<Square>,
}

const _: () = assert!(size_of::<Compact>() == 48);

impl Compact {
    fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    fn role(&self, square: Square) -> Role {
        match (self.diagonal.contains(square), self.straight.contains(square)) {
            (true, true) => Role::Queen,
            (true, false) => Role::Bishop,
            (false, true) => Role::Rook,
            _ if self.pawns.contains(square) => Role::Pawn,
            _ if self.kings.iter().any(|&king| king == square) => Role::King,
            _ => Role::Knight,
        }
    }

    /// The sets beside the color's that hold a role.
    fn sets(&mut self, role: Role) -> [Option<&mut Bitboard>; 2] {
        match role {
            Role::Pawn => [Some(&mut self.pawns), None],
            Role::Bishop => [Some(&mut self.diagonal), None],
            Role::Rook => [Some(&mut self.straight), None],
            Role::Queen => [Some(&mut self.diagonal), Some(&mut self.straight)],
            Role::Knight | Role::King => [None, None],
        }
    }
}

impl Squares for Compact {
    const NAME: &'static str = "compact";

    fn empty() -> Self {
        Self {
            colors: ByColor::default(),
            diagonal: Bitboard::EMPTY,
            straight: Bitboard::EMPTY,
            pawns: Bitboard::EMPTY,
            kings: ByColor::new(Square::A1, Square::A1),
        }
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.color_at(square).map(|color| Piece::new(color, self.role(square)))
    }

    fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors[color].contains(square))
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color()].insert(square);
        self.sets(piece.role()).into_iter().flatten().for_each(|set| set.insert(square));
        if piece.role() == Role::King {
            self.kings[piece.color()] = square;
        }
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color()].remove(square);
        self.sets(piece.role()).into_iter().flatten().for_each(|set| set.remove(square));
    }

    fn king(&self, color: Color) -> Square {
        self.kings[color]
    }

    fn for_each_piece(&self, color: Color, mut visit: impl FnMut(Role, Square)) {
        self.colors[color].into_iter().for_each(|square| visit(self.role(square), square));
    }

    fn for_each_target(&self, piece: Piece, from: Square, visit: impl FnMut(Square, bool)) {
        let attacked = attacks::piece(piece.role(), from, self.occupied());
        visit_targets(attacked, self.colors[piece.color()], self.colors[!piece.color()], visit);
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let (enemies, occupied) = (self.colors[by], self.occupied());
        let others = self.diagonal | self.straight | self.pawns | Bitboard::of(self.kings[by]);
        let near = (attacks::pawn(!by, square) & self.pawns) | (attacks::knight(square) - others);
        near.intersects(enemies)
            || square.distance(self.kings[by]) == 1
            || attacks::bishop(square, occupied).intersects(self.diagonal & enemies)
            || attacks::rook(square, occupied).intersects(self.straight & enemies)
    }
}
