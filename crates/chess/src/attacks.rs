//! Which squares a piece attacks.
//!
//! Kings, knights and pawns read a table. Bishops, rooks and queens read a larger one, whose index
//! is made of the occupied squares on their rays: by the `PEXT` instruction where the target has
//! BMI2, by a multiplication with a magic number elsewhere. [`rays`] walks square by square; it
//! fills the tables and the tests compare it with both.

#[cfg(any(test, not(target_feature = "bmi2")))]
mod magic;
#[cfg(any(test, target_feature = "bmi2"))]
mod pext;
pub mod rays;
pub mod sliders;

#[cfg(not(target_feature = "bmi2"))]
use magic as lookup;
#[cfg(target_feature = "bmi2")]
use pext as lookup;

use gamekit::{Bitboard, ByColor, Color, Square};

use crate::Role;

/// The squares that a king attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] =
        steps(&[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);
    TABLE[square]
}

/// The squares that a knight attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] =
        steps(&[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]);
    TABLE[square]
}

/// The squares that a pawn attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    static TABLE: ByColor<[Bitboard; 64]> =
        ByColor::new(steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)]));
    TABLE[color][square]
}

/// The squares that a bishop attacks, up to and with the first occupied one in each direction.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    lookup::bishop(square, occupied)
}

/// The squares that a rook attacks, up to and with the first occupied one in each direction.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lookup::rook(square, occupied)
}

/// The squares that a queen attacks.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that any piece but a pawn attacks.
#[inline]
pub fn piece(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares strictly between two squares of a common line, or none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 64] = rays::between_table();
    TABLE[a][b]
}

/// The whole line through two squares, from edge to edge, or none if they share no line.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 64] = rays::line_table();
    TABLE[a][b]
}

/// The diagonal that rises from left to right through a square.
#[inline]
pub fn rising_diagonal(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = rays::line_through_each(rays::RISING);
    TABLE[square]
}

/// The diagonal that falls from left to right through a square.
#[inline]
pub fn falling_diagonal(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = rays::line_through_each(rays::FALLING);
    TABLE[square]
}

/// The squares that single steps reach from each square.
const fn steps(offsets: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < offsets.len() {
            if let Some(to) = Square::ALL[from].offset(offsets[i].0, offsets[i].1) {
                table[from].insert(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;

    /// Every square with a million random occupancies, sparse and dense ones.
    #[test]
    fn pext_magic_and_ray_walking_agree() {
        let mut rng = SplitMix64::new(64);
        for round in 0..1_000_000 / 64 {
            let dense = rng.next_u64();
            let occupied = Bitboard::new(if round % 2 == 0 { dense } else { dense & rng.next_u64() });
            for square in Square::ALL {
                let walked = rays::walk(square, occupied, &rays::DIAGONALS);
                assert_eq!(pext::bishop(square, occupied), walked, "{square} {occupied:?}");
                assert_eq!(magic::bishop(square, occupied), walked, "{square} {occupied:?}");
                let walked = rays::walk(square, occupied, &rays::ORTHOGONALS);
                assert_eq!(pext::rook(square, occupied), walked, "{square} {occupied:?}");
                assert_eq!(magic::rook(square, occupied), walked, "{square} {occupied:?}");
            }
        }
    }

    #[test]
    fn leapers_attack_what_they_reach() {
        assert_eq!(king(Square::A1).len(), 3);
        assert_eq!(king(Square::E4).len(), 8);
        assert_eq!(knight(Square::G1), [Square::E2, Square::F3, Square::H3].into_iter().collect());
        assert_eq!(pawn(Color::White, Square::A2), Bitboard::of(Square::B3));
        assert_eq!(pawn(Color::Black, Square::E5), [Square::D4, Square::F4].into_iter().collect());
    }

    #[test]
    fn lines_join_the_squares_that_share_one() {
        assert_eq!(between(Square::A1, Square::D4), [Square::B2, Square::C3].into_iter().collect());
        assert_eq!(between(Square::A1, Square::B1), Bitboard::EMPTY);
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::C1, Square::D2).len(), 6);
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b).any(), a != b && queen(a, Bitboard::EMPTY).contains(b));
                assert!(between(a, b).is_subset_of(line(a, b)));
            }
            assert_eq!(
                rising_diagonal(a) | falling_diagonal(a),
                bishop(a, Bitboard::EMPTY) | Bitboard::of(a)
            );
        }
        assert_eq!(rising_diagonal(Square::B2).len(), 8);
    }
}
