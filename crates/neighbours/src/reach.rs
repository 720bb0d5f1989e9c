//! Move generation for all pieces at once.
//!
//! A piece moves exactly as many squares as it has neighbours. The pieces are grouped by that
//! number, and each group moves together, direction by direction: one shift of the whole set per
//! square.

use gamekit::{Bitboard, Square};

use crate::Move;

/// The number of neighbours of every square, as a binary number with one digit per bitboard.
#[derive(Clone, Copy, Debug)]
pub struct NeighbourCounts([Bitboard; 4]);

impl NeighbourCounts {
    /// Counts the pieces around each square: full adders over the eight shifted boards.
    #[inline]
    pub fn of(occupied: Bitboard) -> Self {
        let (left, right) = (occupied.shift(-1, 0), occupied.shift(1, 0));
        // Three squares of a rank; above and below they all count, beside only the outer two.
        let row_ones = left ^ occupied ^ right;
        let row_twos = (left & right) | (occupied & (left ^ right));
        let [above_ones, above_twos] = [row_ones.shift(0, -1), row_twos.shift(0, -1)];
        let [below_ones, below_twos] = [row_ones.shift(0, 1), row_twos.shift(0, 1)];
        let [beside_ones, beside_twos] = [left ^ right, left & right];

        let ones = above_ones ^ below_ones ^ beside_ones;
        let carried = (above_ones & below_ones) | (beside_ones & (above_ones ^ below_ones));
        let [either, both] = [above_twos ^ below_twos, above_twos & below_twos];
        let [either_too, both_too] = [beside_twos ^ carried, beside_twos & carried];
        Self([ones, either ^ either_too, both ^ both_too ^ (either & either_too), both & both_too])
    }

    /// The squares with this many neighbours, occupied or not.
    #[inline]
    pub fn exactly(&self, count: u8) -> Bitboard {
        let mut squares = Bitboard::ALL;
        for (digit, &plane) in self.0.iter().enumerate() {
            squares &= if count >> digit & 1 != 0 { plane } else { !plane };
        }
        squares
    }
}

/// A direction and a distance: the way from a start to a target, in squares of the board's
/// numbering.
#[derive(Clone, Copy, Debug)]
pub struct Step(i8);

impl Step {
    /// The move that ends on a square after this step.
    #[inline]
    pub const fn into(self, to: Square) -> Move {
        Move::new(Square::wrap((to as i8 - self.0) as u8), to)
    }
}

/// The targets of one side's pieces.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    own: Bitboard,
    occupied: Bitboard,
    counts: NeighbourCounts,
}

impl Reach {
    /// The targets of the pieces `own` on a board with these counts.
    #[inline]
    pub const fn new(own: Bitboard, occupied: Bitboard, counts: NeighbourCounts) -> Self {
        Self { own, occupied, counts }
    }

    /// Visits the targets by step; each target of a step is one legal move. A piece with eight
    /// neighbours cannot move: no line of the board is long enough.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(Step, Bitboard)) {
        for count in 1..8 {
            let movers = self.own & self.counts.exactly(count);
            if movers.is_empty() {
                continue;
            }
            self.walk::<-1, -1>(movers, count, &mut visit);
            self.walk::<0, -1>(movers, count, &mut visit);
            self.walk::<1, -1>(movers, count, &mut visit);
            self.walk::<-1, 0>(movers, count, &mut visit);
            self.walk::<1, 0>(movers, count, &mut visit);
            self.walk::<-1, 1>(movers, count, &mut visit);
            self.walk::<0, 1>(movers, count, &mut visit);
            self.walk::<1, 1>(movers, count, &mut visit);
        }
    }

    #[inline(always)]
    fn walk<const FILES: i8, const RANKS: i8>(
        &self,
        movers: Bitboard,
        count: u8,
        visit: &mut impl FnMut(Step, Bitboard),
    ) {
        let mut walking = movers;
        for _ in 1..count {
            walking = walking.shift(FILES, RANKS) - self.occupied;
        }
        let targets = walking.shift(FILES, RANKS) - self.own;
        if targets.any() {
            visit(Step((FILES + 8 * RANKS) * count as i8), targets);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_are_those_of_each_square(bits: u64) {
            let occupied = Bitboard::new(bits);
            let counts = NeighbourCounts::of(occupied);
            for square in Square::ALL {
                let neighbours = occupied.into_iter().filter(|other| square.distance(*other) == 1).count();
                for count in 0..16 {
                    prop_assert_eq!(counts.exactly(count).contains(square), neighbours == count as usize);
                }
            }
        }
    }
}
