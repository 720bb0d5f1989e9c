//! Which moves to generate.

use gamekit::Bitboard;

/// A choice among the legal moves, made at compile time.
pub trait Selection {
    /// Whether to generate captures and promotions.
    const CAPTURES: bool;
    /// Whether to generate the other moves.
    const QUIETS: bool;

    /// Where pieces may move, checks and pins aside.
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
