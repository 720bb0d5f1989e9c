//! What a move changes on the board.

use arrayvec::ArrayVec;
use chess::{Observer, Piece, Role};
use gamekit::{Color, Square};

use super::{Layer, Rows};

/// Pieces with their squares; castling changes two each way, which is the most.
type Pieces = ArrayVec<(Piece, Square), 2>;

/// The pieces that a move puts on squares and takes off others.
#[derive(Clone, Default)]
pub struct Changes {
    added: Pieces,
    removed: Pieces,
}

impl Changes {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
    }

    /// Whether a side sees the board another way after the move.
    #[inline]
    pub(super) fn turn_view<L: Layer>(&self, viewer: Color) -> bool {
        let king = Piece::new(viewer, Role::King);
        let view = |pieces: &Pieces| {
            let square = pieces.iter().find(|(piece, _)| *piece == king)?.1;
            Some(L::number(L::view(viewer, square)))
        };
        view(&self.removed) != view(&self.added)
    }

    /// The rows to add, and those to subtract.
    #[inline]
    pub(super) fn rows<'a, L: Layer>(&self, layer: &'a L, view: L::View) -> (Rows<'a, 2>, Rows<'a, 2>) {
        let rows = |pieces: &Pieces| {
            pieces.iter().filter_map(|&(piece, square)| layer.row(view, piece, square)).collect()
        };
        (rows(&self.added), rows(&self.removed))
    }
}

impl Observer for Changes {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.added.push((piece, square));
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed.push((piece, square));
    }

    #[inline]
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed.push((piece, from));
        self.added.push((piece, to));
    }
}
