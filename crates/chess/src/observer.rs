//! Following the changes of the board.

use gamekit::Square;

use crate::Piece;

/// Receives every change that [`Position::make`](crate::Position::make) makes to the board, so that
/// an evaluation can be updated move by move while the board knows nothing of evaluations.
///
/// `()` ignores all changes and costs nothing.
///
/// ```
/// use chess::{Observer, Piece, Position};
/// use gamekit::Square;
///
/// /// Counts the pieces on the board.
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
/// let capture = position.parse_uci("e1d2")?;
/// position.make(capture, &mut census);
/// assert_eq!(census.0, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// A piece appears: a promoted one, or a castling piece on its target.
    fn add(&mut self, piece: Piece, square: Square);
    /// A piece disappears: a captured one, a promoted pawn, or a castling piece from its origin.
    fn remove(&mut self, piece: Piece, square: Square);
    /// A piece moves to an empty square.
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
