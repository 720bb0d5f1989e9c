//! Who listens when pieces move.

use gamekit::Square;

use crate::Piece;

/// Hears every change of the board that [`Position::make`](crate::Position::make) carries out, so
/// that an evaluation can follow the game without the board knowing of it.
///
/// `()` is the observer that does not listen; it costs nothing.
///
/// ```
/// use chess::{Observer, Piece, Position};
/// use gamekit::Square;
///
/// /// Counts the men on the board.
/// struct Census(i32);
///
/// impl Observer for Census {
///     fn add(&mut self, _: Piece, _: Square) {
///         self.0 += 1;
///     }
///     fn remove(&mut self, _: Piece, _: Square) {
///         self.0 -= 1;
///     }
///     fn slide(&mut self, _: Piece, _: Square, _: Square) {}
/// }
///
/// let mut position: Position = "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1".parse()?;
/// let mut census = Census(3);
/// let capture = position.legal_captures()[0];
/// position.make(capture, &mut census);
/// assert_eq!(census.0, 2);
/// # Ok::<(), chess::ParsePositionError>(())
/// ```
pub trait Observer {
    /// A piece appears: a promoted one, or a castling piece on its target.
    fn add(&mut self, piece: Piece, square: Square);
    /// A piece disappears: a captured one, a promoted pawn, or a castling piece from its origin.
    fn remove(&mut self, piece: Piece, square: Square);
    /// A piece goes from one square to another, empty one.
    fn slide(&mut self, piece: Piece, from: Square, to: Square);
}

impl Observer for () {
    #[inline]
    fn add(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn remove(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn slide(&mut self, _: Piece, _: Square, _: Square) {}
}
