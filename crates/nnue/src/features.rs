//! How a net sees the board.
//!
//! Each side sees the board its own way up, with its king on the left: ranks are reversed for Black,
//! and files are reversed if the viewer's own king stands on the files e to h. A piece on a square is
//! then one of [`INPUTS`](crate::INPUTS) features:
//!
//! ```text
//! feature = 384 * (0 own, 1 other) + 64 * (0 pawn, 1 knight, .. 5 king) + square (a1 = 0, b1 = 1, .. h8 = 63)
//! ```

use chess::{Board, Piece, Role};
use gamekit::{Color, File, Square};

/// The way a side looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    viewer: Color,
    /// What turns a square as the board has it into the one that the viewer sees.
    turn: u8,
}

impl View {
    /// The view of a side whose king stands there.
    #[inline]
    pub const fn new(viewer: Color, king: Square) -> Self {
        let ranks = match viewer {
            Color::White => 0,
            Color::Black => 0b11_1000,
        };
        let files = if king.file() as u8 >= File::E as u8 { 0b00_0111 } else { 0 };
        Self { viewer, turn: ranks ^ files }
    }

    /// The view of a side on a board.
    #[inline]
    pub fn of(board: &Board, viewer: Color) -> Self {
        Self::new(viewer, board.pieces(viewer, Role::King).lowest())
    }

    /// Whether files are reversed.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.turn & 0b00_0111 != 0
    }

    /// The number of the feature that a piece on a square is.
    ///
    /// ```
    /// use chess::Piece;
    /// use gamekit::{Color, Square};
    /// use nnue::features::View;
    ///
    /// // With the kings on e1 and e8 both sides see the mirrored board.
    /// let white = View::new(Color::White, Square::E1);
    /// assert_eq!(white.feature(Piece::WhitePawn, Square::E2), Square::D2.index());
    /// assert_eq!(white.feature(Piece::BlackKnight, Square::G8), 384 + 64 + Square::B8.index());
    /// let black = View::new(Color::Black, Square::E8);
    /// assert_eq!(black.feature(Piece::BlackPawn, Square::E7), Square::D2.index());
    /// ```
    #[inline]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        let other = (piece.color() as usize) ^ (self.viewer as usize);
        other * 384 + piece.role() as usize * 64 + (square as u8 ^ self.turn) as usize
    }
}

/// The features of all pieces as one side sees them, one for each piece.
#[inline]
pub fn active(board: &Board, viewer: Color) -> impl Iterator<Item = usize> {
    let view = View::of(board, viewer);
    let pieces = board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square)));
    pieces.map(move |(piece, square)| view.feature(piece, square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    fn seen(fen: &str, viewer: Color) -> Vec<usize> {
        let position: Position = fen.parse().unwrap();
        let mut features: Vec<usize> = active(position.board(), viewer).collect();
        features.sort_unstable();
        features
    }

    #[test]
    fn every_feature_is_a_piece_on_a_square() {
        for view in [View::new(Color::White, Square::C4), View::new(Color::Black, Square::H8)] {
            let mut features: Vec<usize> = Piece::ALL
                .into_iter()
                .flat_map(|piece| Square::ALL.into_iter().map(move |square| view.feature(piece, square)))
                .collect();
            features.sort_unstable();
            assert!(features.into_iter().eq(0..crate::INPUTS));
        }
    }

    #[test]
    fn both_sides_see_the_initial_position_alike() {
        assert_eq!(seen(chess::fen::INITIAL, Color::White), seen(chess::fen::INITIAL, Color::Black));
    }

    #[test]
    fn the_king_is_seen_on_the_left() {
        for king in Square::ALL {
            for viewer in Color::ALL {
                let square = View::new(viewer, king).feature(Piece::new(viewer, Role::King), king) - 5 * 64;
                assert!(square % 8 < 4, "{king}");
            }
        }
    }

    #[test]
    fn a_mirror_changes_nothing() {
        let here = "4k2r/8/8/3p4/8/2N5/8/K7 w - - 0 1";
        let mirrored = "r2k4/8/8/4p3/8/5N2/8/7K w - - 0 1";
        for viewer in Color::ALL {
            assert_eq!(seen(here, viewer), seen(mirrored, viewer));
        }
    }
}
