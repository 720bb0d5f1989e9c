//! Which moves are wanted.

use gamekit::Bitboard;

/// A choice among the legal moves, made at compile time.
pub trait Selection {
    /// Whether captures and promotions are wanted.
    const CAPTURES: bool;
    /// Whether the other moves are wanted.
    const QUIETS: bool;

    /// Where pieces may go, check and pins aside.
    #[inline]
    fn targets(us: Bitboard, them: Bitboard) -> Bitboard {
        match (Self::CAPTURES, Self::QUIETS) {
            (true, true) => !us,
            (true, false) => them,
            (false, true) => !(us | them),
            (false, false) => Bitboard::EMPTY,
        }
    }
}

/// Every move.
pub struct All;
/// Captures and promotions.
pub struct Captures;
/// Everything else.
pub struct Quiets;

impl Selection for All {
    const CAPTURES: bool = true;
    const QUIETS: bool = true;
}

impl Selection for Captures {
    const CAPTURES: bool = true;
    const QUIETS: bool = false;
}

impl Selection for Quiets {
    const CAPTURES: bool = false;
    const QUIETS: bool = true;
}
