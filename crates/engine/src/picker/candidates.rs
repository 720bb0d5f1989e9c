//! Scored moves, selected best first.

use arrayvec::ArrayVec;
use chess::Move;

/// Scored moves, each packed into one number: the score in the upper half, then the index in the
/// list, then the move. The best is then a plain maximum, which vectorises.
pub struct Candidates(ArrayVec<u64, 256>);

/// First bit of the index.
const PLACE: u32 = 16;
/// First bit of the score.
const SCORE: u32 = 32;
/// Flipped to order signed scores as unsigned numbers.
const SIGN: u32 = 1 << 31;

impl Candidates {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, score: i32, mv: Move) {
        let score = u64::from(score as u32 ^ SIGN);
        self.0.push(score << SCORE | (self.0.len() as u64) << PLACE | u64::from(mv.bits().get()));
    }

    /// Removes the best move; among equals the last one. Cut-offs come early, so sorting would be
    /// wasted.
    #[inline]
    pub fn take_best(&mut self) -> Option<Move> {
        let last = self.0.pop()?;
        let best = self.0.iter().fold(last, |best, &candidate| best.max(candidate));
        if best != last {
            // The last one takes the place of the best.
            let place = best >> PLACE & 0xffff;
            self.0[place as usize] = last & !(0xffff << PLACE) | place << PLACE;
        }
        Move::from_bits(best as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamekit::SplitMix64;

    #[test]
    fn the_best_comes_first_and_of_equals_the_last() {
        let moves = chess::Position::initial().legal_moves();
        let mut rng = SplitMix64::new(1);
        for _ in 0..200 {
            let mut expected: Vec<(i32, Move)> =
                moves.iter().map(|&mv| (rng.below(7) as i32 * 10_000 - 30_000, mv)).collect();
            let mut candidates = Candidates::new();
            for &(score, mv) in &expected {
                candidates.push(score, mv);
            }
            while let Some(mv) = candidates.take_best() {
                let best = expected.iter().enumerate().max_by_key(|(_, (score, _))| *score).unwrap().0;
                assert_eq!(mv, expected.swap_remove(best).1);
            }
            assert!(expected.is_empty());
        }
    }
}
