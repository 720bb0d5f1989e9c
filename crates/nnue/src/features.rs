//! How a net sees the board.
//!
//! Each side sees the board its own way up, with its king on the left: ranks are reversed for
//! Black, and files are reversed if the viewer's own king stands on the files e to h. A piece on a
//! square is then one of [`INPUTS`] features:
//!
//! ```text
//! feature = 384 * (0 own, 1 other) + 64 * (0 pawn, 1 knight, .. 5 king) + square (a1 = 0, b1 = 1, .. h8 = 63)
//! ```
//!
//! A net with king buckets has these features once for each bucket; the square of the viewer's king
//! chooses ([`Architecture::king_bucket`]).

use chess::{Board, Piece, Role};
use gamekit::{Color, File, Square};

use crate::{Architecture, INPUTS};

/// How one side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// `square ^ turn` is the square as the viewer sees it.
    turn: u8,
    viewer: Color,
    /// The first feature of the king bucket.
    first: u16,
}

impl View {
    /// The view of a side whose king is on this square.
    #[inline]
    pub const fn new(arch: Architecture, viewer: Color, king: Square) -> Self {
        let ranks = match viewer {
            Color::White => 0,
            Color::Black => 0b11_1000,
        };
        let files = if king.file() as u8 >= File::E as u8 { 0b00_0111 } else { 0 };
        let king_bucket = arch.king_bucket(Square::wrap(king as u8 ^ ranks));
        Self { turn: ranks ^ files, viewer, first: (king_bucket * INPUTS) as u16 }
    }

    /// The view of a side on a board.
    #[inline]
    pub fn of(arch: Architecture, board: &Board, viewer: Color) -> Self {
        Self::new(arch, viewer, board.pieces(viewer, Role::King).lowest())
    }

    /// The number of the view among those of its side: two for each king bucket.
    #[inline]
    pub const fn number(self) -> usize {
        2 * self.king_bucket() + (self.turn & 1) as usize
    }

    /// The king bucket.
    #[inline]
    pub const fn king_bucket(self) -> usize {
        self.first as usize / INPUTS
    }

    /// The feature of a piece on a square.
    ///
    /// ```
    /// use chess::Piece;
    /// use gamekit::{Color, Square};
    /// use nnue::Architecture;
    /// use nnue::features::View;
    ///
    /// // With the kings on e1 and e8 both sides see the mirrored board.
    /// let arch = Architecture::new(64, 1)?;
    /// let white = View::new(arch, Color::White, Square::E1);
    /// assert_eq!(white.feature(Piece::WhitePawn, Square::E2), Square::D2.index());
    /// assert_eq!(white.feature(Piece::BlackKnight, Square::G8), 384 + 64 + Square::B8.index());
    /// let black = View::new(arch, Color::Black, Square::E8);
    /// assert_eq!(black.feature(Piece::BlackPawn, Square::E7), Square::D2.index());
    /// # Ok::<(), nnue::SizeError>(())
    /// ```
    #[inline]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        let other = (piece.color() as usize) ^ (self.viewer as usize);
        let square = (square as u8 ^ self.turn) as usize;
        self.first as usize + other * (INPUTS / 2) + piece.role() as usize * 64 + square
    }
}

/// The features of all pieces as one side sees them, one for each piece.
#[inline]
pub fn active(arch: Architecture, board: &Board, viewer: Color) -> impl Iterator<Item = usize> {
    let view = View::of(arch, board, viewer);
    let pieces = board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square)));
    pieces.map(move |(piece, square)| view.feature(piece, square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    fn arch(king_buckets: usize) -> Architecture {
        Architecture::new(32, 1).unwrap().with_king_buckets(king_buckets).unwrap()
    }

    fn seen(fen: &str, viewer: Color) -> Vec<usize> {
        let position: Position = fen.parse().unwrap();
        let mut features: Vec<usize> = active(arch(4), position.board(), viewer).collect();
        features.sort_unstable();
        features
    }

    #[test]
    fn every_feature_is_a_piece_on_a_square() {
        for (viewer, king, bucket) in [(Color::White, Square::C4, 3), (Color::Black, Square::H8, 0)] {
            let view = View::new(arch(4), viewer, king);
            let mut features: Vec<usize> = Piece::ALL
                .into_iter()
                .flat_map(|piece| Square::ALL.into_iter().map(move |square| view.feature(piece, square)))
                .collect();
            features.sort_unstable();
            assert!(features.into_iter().eq(bucket * INPUTS..(bucket + 1) * INPUTS));
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
                let view = View::new(arch(1), viewer, king);
                let square = view.feature(Piece::new(viewer, Role::King), king) - 5 * 64;
                assert!(square % 8 < 4, "{king}");
            }
        }
    }

    #[test]
    fn every_view_has_a_number() {
        for king_buckets in [1, 4, 5] {
            let arch = arch(king_buckets);
            let mut numbers = Square::ALL.map(|king| View::new(arch, Color::Black, king).number()).to_vec();
            numbers.sort_unstable();
            numbers.dedup();
            assert!(numbers.into_iter().eq(0..2 * king_buckets));
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
