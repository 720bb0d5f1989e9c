//! Bitboards: a set of squares for each color and each kind of piece.
//!
//! ```text
//!   white & pawns               a set has 64 squares,
//!   . . . . . . . .             a machine word 64 bits
//!   . . . . . . . .
//!   . . . . . . . .             all white pawns one step up:
//!   . . . . . . . .             set << 8, for eight pawns at once
//!   . . . . x . . .
//!   . . . . . . . .             white pieces under attack:
//!   x x x x . x x x             white & attacks of Black
//!   . . . . . . . .
//! ```
//!
//! Questions about many squares become one operation on words, which is why nearly all engines work
//! this way. What a knight or king attacks is a table of 64 sets. What a bishop or rook attacks
//! depends on the pieces in its way, and that is where bitboards differ: the [`Occupancy`] knows the
//! occupied squares in whatever form its look-up needs.

use chess::{ByRole, Piece, Role, attacks};
use gamekit::{Bitboard, ByColor, Color, Square};

use super::occupancy::Occupancy;
use super::{Squares, visit_targets};

/// A board of sets.
#[derive(Clone, Debug)]
pub struct Bitboards<O> {
    colors: ByColor<Bitboard>,
    roles: ByRole<Bitboard>,
    occupied: O,
}

impl<O: Occupancy> Squares for Bitboards<O> {
    const NAME: &'static str = O::NAME;

    fn empty() -> Self {
        Self { colors: ByColor::default(), roles: ByRole::default(), occupied: O::default() }
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.color_at(square)?;
        let role = Role::ALL.into_iter().find(|&role| self.roles[role].contains(square))?;
        Some(Piece::new(color, role))
    }

    fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors[color].contains(square))
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color()].insert(square);
        self.roles[piece.role()].insert(square);
        self.occupied.toggle(square);
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color()].remove(square);
        self.roles[piece.role()].remove(square);
        self.occupied.toggle(square);
    }

    fn king(&self, color: Color) -> Square {
        (self.colors[color] & self.roles[Role::King]).lowest()
    }

    fn for_each_piece(&self, color: Color, mut visit: impl FnMut(Role, Square)) {
        for role in Role::ALL {
            (self.colors[color] & self.roles[role]).into_iter().for_each(|square| visit(role, square));
        }
    }

    fn for_each_target(&self, piece: Piece, from: Square, visit: impl FnMut(Square, bool)) {
        let attacked = self.occupied.attacks(piece.role(), from);
        visit_targets(attacked, self.colors[piece.color()], self.colors[!piece.color()], visit);
    }

    /// As seen from the square: a knight there attacks the knights that attack it.
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let (enemies, roles) = (self.colors[by], &self.roles);
        let near = attacks::pawn(!by, square) & roles[Role::Pawn]
            | attacks::knight(square) & roles[Role::Knight]
            | attacks::king(square) & roles[Role::King];
        let diagonal = (roles[Role::Bishop] | roles[Role::Queen]) & enemies;
        let straight = (roles[Role::Rook] | roles[Role::Queen]) & enemies;
        near.intersects(enemies)
            || diagonal.any() && self.occupied.bishop(square).intersects(diagonal)
            || straight.any() && self.occupied.rook(square).intersects(straight)
    }
}
