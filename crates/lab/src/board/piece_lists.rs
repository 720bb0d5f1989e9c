//! Piece lists: where the pieces are, and no board at all.
//!
//! ```text
//!   White:  king e1, pawn e2, rook h1      What stands on h1? Ask every piece.
//!   Black:  king e8, queen d8              Where are Black's pieces? Here.
//! ```
//!
//! The opposite of a mailbox: the pieces of a side are at hand, and what stands on a square takes a
//! search of the lists. That was right when a chess board took a good part of the memory, and Shannon
//! described it so in 1950. Real programs keep such lists *beside* a mailbox, so that each answers
//! what the other cannot.

use chess::attacks::rays::Direction;
use chess::{Piece, Role, attacks};
use gamekit::{ByColor, Color, Square};

use super::{Squares, slides, steps};

/// The pieces of both sides.
#[derive(Clone, Debug)]
pub struct PieceLists(ByColor<List>);

#[derive(Clone, Copy, Debug)]
struct List {
    pieces: [(Role, Square); 16],
    len: usize,
}

impl List {
    fn pieces(&self) -> &[(Role, Square)] {
        &self.pieces[..self.len]
    }
}

impl PieceLists {
    /// Whether a piece that is not a pawn gets from square to square with nothing in between.
    fn reaches(&self, role: Role, from: Square, to: Square) -> bool {
        steps(role).iter().any(|&direction| {
            let mut walk = Walk { at: from, direction };
            if slides(role) {
                walk.find(|&square| square == to || self.color_at(square).is_some()) == Some(to)
            } else {
                walk.next() == Some(to)
            }
        })
    }
}

/// The squares in a direction.
struct Walk {
    at: Square,
    direction: Direction,
}

impl Iterator for Walk {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        self.at = self.at.offset(self.direction.0, self.direction.1)?;
        Some(self.at)
    }
}

impl Squares for PieceLists {
    const NAME: &'static str = "piece lists";

    fn empty() -> Self {
        let none = List { pieces: [(Role::Pawn, Square::A1); 16], len: 0 };
        Self(ByColor::new(none, none))
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        Color::ALL.into_iter().find_map(|color| {
            let found = self.0[color].pieces().iter().find(|(_, on)| *on == square);
            found.map(|&(role, _)| Piece::new(color, role))
        })
    }

    fn put(&mut self, piece: Piece, square: Square) {
        let list = &mut self.0[piece.color()];
        list.pieces[list.len] = (piece.role(), square);
        list.len += 1;
    }

    fn take(&mut self, piece: Piece, square: Square) {
        let list = &mut self.0[piece.color()];
        let found = list.pieces().iter().position(|(_, on)| *on == square);
        list.len -= 1;
        list.pieces[found.expect("the piece is in the list")] = list.pieces[list.len];
    }

    fn king(&self, color: Color) -> Square {
        let king = self.0[color].pieces().iter().find(|(role, _)| *role == Role::King);
        king.expect("each side has a king").1
    }

    fn for_each_piece(&self, color: Color, mut visit: impl FnMut(Role, Square)) {
        self.0[color].pieces().iter().for_each(|&(role, square)| visit(role, square));
    }

    fn for_each_target(&self, piece: Piece, from: Square, mut visit: impl FnMut(Square, bool)) {
        for &direction in steps(piece.role()) {
            let most = if slides(piece.role()) { 7 } else { 1 };
            for to in (Walk { at: from, direction }).take(most) {
                let color = self.color_at(to);
                if color != Some(piece.color()) {
                    visit(to, color.is_some());
                }
                if color.is_some() {
                    break;
                }
            }
        }
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.0[by].pieces().iter().any(|&(role, from)| match role {
            Role::Pawn => attacks::pawn(by, from).contains(square),
            _ => self.reaches(role, from, square),
        })
    }
}
