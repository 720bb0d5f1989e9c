//! The occupied squares, and what sliders attack among them.
//!
//! Five ways to the same answer, from the slowest to the fastest:
//!
//! | file | idea |
//! | --- | --- |
//! | [`walk`] | go on square by square until something is in the way |
//! | [`rays`] | a whole ray at once, less the ray behind its first piece |
//! | [`rotated`] | the occupied squares kept in four orders, so that every line is consecutive bits |
//! | [`magic`] | a multiplication moves the bits that matter together |
//! | [`pext`] | an instruction of the processor does |
//!
//! [`look_up`] shows the steps of the last two for one square.

pub mod look_up;
pub mod magic;
pub mod pext;
pub mod rays;
pub mod rotated;
pub mod walk;

use chess::{Role, attacks};
use gamekit::{Bitboard, Square};

/// The occupied squares in some form.
pub trait Occupancy: Clone + Default + Send + Sync {
    /// What bitboards with it are called in tables.
    const NAME: &'static str;

    /// A piece appears on a square or disappears from it.
    fn toggle(&mut self, square: Square);

    /// What a bishop attacks, up to and with the first piece in each direction.
    fn bishop(&self, square: Square) -> Bitboard;

    /// What a rook attacks.
    fn rook(&self, square: Square) -> Bitboard;

    /// What a piece that is not a pawn attacks.
    fn attacks(&self, role: Role, square: Square) -> Bitboard {
        match role {
            Role::Pawn => Bitboard::EMPTY,
            Role::Knight => attacks::knight(square),
            Role::King => attacks::king(square),
            Role::Bishop => self.bishop(square),
            Role::Rook => self.rook(square),
            Role::Queen => self.bishop(square) | self.rook(square),
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;

    /// All forms give what walking gives, for random sets of squares, sparse and dense.
    fn agrees_with_walking<O: Occupancy>() {
        let mut rng = SplitMix64::new(88);
        for round in 0..2000 {
            let dense = rng.next_u64();
            let occupied = Bitboard::new(if round % 2 == 0 { dense } else { dense & rng.next_u64() });
            let (mut form, mut plain) = (O::default(), walk::Walk::default());
            for square in occupied {
                form.toggle(square);
                plain.toggle(square);
            }
            for square in Square::ALL {
                assert_eq!(form.bishop(square), plain.bishop(square), "{} {square} {occupied:?}", O::NAME);
                assert_eq!(form.rook(square), plain.rook(square), "{} {square} {occupied:?}", O::NAME);
            }
        }
    }

    #[test]
    fn every_form_agrees_with_walking() {
        agrees_with_walking::<rays::Rays>();
        agrees_with_walking::<rotated::Rotated>();
        agrees_with_walking::<magic::Magic>();
        agrees_with_walking::<pext::Pext>();
    }
}
