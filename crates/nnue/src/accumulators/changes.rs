//! What a move changes on the board.

use chess::{Observer, Piece, Role};
use gamekit::{Color, Square};

use super::{Layer, Row};

/// Pieces with their squares; at most two, in castling.
type Pieces = [Option<(Piece, Square)>; 2];

const _: () = assert!(size_of::<Changes>() == 8);

/// The pieces that a move puts on squares and takes off others.
#[derive(Clone, Default)]
pub struct Changes {
    added: Pieces,
    removed: Pieces,
}

impl Changes {
    #[inline]
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether the move changes the view of a side.
    #[inline]
    pub(super) fn turn_view<L: Layer>(&self, layer: &L, viewer: Color) -> bool {
        let king = Piece::new(viewer, Role::King);
        let view = |pieces: &Pieces| {
            let square = pieces.iter().flatten().find(|(piece, _)| *piece == king)?.1;
            Some(layer.view(viewer, square))
        };
        view(&self.removed) != view(&self.added)
    }

    /// The rows to add, and those to subtract.
    #[inline]
    pub(super) fn rows<'a, L: Layer>(&self, layer: &'a L, view: L::View) -> [[Option<Row<'a>>; 2]; 2] {
        let row = |(piece, square)| layer.row(view, piece, square);
        [self.added, self.removed].map(|pieces| pieces.map(|change| change.and_then(row)))
    }
}

impl Observer for Changes {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        note(&mut self.added, piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        note(&mut self.removed, piece, square);
    }

    #[inline]
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        note(&mut self.removed, piece, from);
        note(&mut self.added, piece, to);
    }
}

/// Stores a piece in the first free place.
#[inline]
fn note(pieces: &mut Pieces, piece: Piece, square: Square) {
    let place = usize::from(pieces[0].is_some());
    pieces[place] = Some((piece, square));
}
