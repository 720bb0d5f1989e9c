//! The result of a search, and how it is packed into one word.

use std::num::NonZeroU16;

use crate::{Bound, Ply, Score};

/// The result of searching a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that refuted the position: the game's own 16 bits.
    pub mv: Option<NonZeroU16>,
    /// The score, forced ends counted from the root of the current search.
    pub score: Score,
    /// The static evaluation, where one was made.
    pub eval: Option<Score>,
    /// How deep the position was searched.
    pub depth: u8,
    /// What the score proves.
    pub bound: Bound,
    /// Whether the position has ever been on a principal variation.
    pub was_pv: bool,
}

impl Entry {
    /// The estimate, or the score where its bound improves on it and nothing is forced.
    #[inline]
    pub fn refine(&self, estimate: Score) -> Score {
        let improves = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > estimate,
            Bound::Upper => self.score < estimate,
        };
        if improves && !self.score.is_decisive() { self.score } else { estimate }
    }
}

/// An entry in 64 bits. From the lowest:
///
/// | bits | field |
/// | --- | --- |
/// | 16 | move, 0 for none |
/// | 16 | score, signed, forced ends counted from the node |
/// | 16 | evaluation, signed, [`NO_EVAL`] for none |
/// | 8 | depth |
/// | 2 | bound, 0 only in an empty slot |
/// | 1 | was on a principal variation |
/// | 5 | generation |
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Word(pub u64);

const NO_EVAL: i16 = i16::MIN;

impl Word {
    /// Packs an entry found at `ply` by the search with this generation.
    #[inline]
    pub fn pack(entry: &Entry, ply: Ply, generation: Generation) -> Self {
        let mv = entry.mv.map_or(0, NonZeroU16::get);
        let score = entry.score.to_table(ply).raw() as i16 as u16;
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.raw() as i16) as u16;
        let flags = entry.bound as u8 | u8::from(entry.was_pv) << 2 | generation.0 << 3;
        Self(
            mv as u64
                | (score as u64) << 16
                | (eval as u64) << 32
                | (entry.depth as u64) << 48
                | (flags as u64) << 56,
        )
    }

    /// The entry for a search at `ply`; `None` from an empty slot.
    #[inline]
    pub fn unpack(self, ply: Ply) -> Option<Entry> {
        let eval = (self.0 >> 32) as i16;
        Some(Entry {
            mv: NonZeroU16::new(self.0 as u16),
            score: Score::cp((self.0 >> 16) as i16 as i32).from_table(ply),
            eval: (eval != NO_EVAL).then(|| Score::cp(eval as i32)),
            depth: self.depth(),
            bound: self.bound()?,
            was_pv: self.0 >> 58 & 1 != 0,
        })
    }

    #[inline]
    pub fn depth(self) -> u8 {
        (self.0 >> 48) as u8
    }

    #[inline]
    pub fn bound(self) -> Option<Bound> {
        match self.0 >> 56 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

    #[inline]
    pub fn generation(self) -> Generation {
        Generation((self.0 >> 59) as u8)
    }

    /// The word with the move of another one, if it has none itself.
    #[inline]
    pub fn or_move_of(self, other: Self) -> Self {
        if self.0 as u16 == 0 { Self(self.0 | other.0 & 0xffff) } else { self }
    }

    /// Sixteen bits that depend on every bit of the word.
    #[inline]
    pub fn fold(self) -> u16 {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16
    }
}

/// A search's number, modulo 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Generation(pub u8);

impl Generation {
    #[inline]
    pub fn next(self) -> Self {
        Self((self.0 + 1) % 32)
    }

    /// How many searches ago `earlier` was.
    #[inline]
    pub fn since(self, earlier: Self) -> u8 {
        (self.0 + 32 - earlier.0) % 32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_entry() -> impl Strategy<Value = Entry> {
        let bound = prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)];
        let eval = proptest::option::of(-31_000..31_000);
        (any::<u16>(), -31_000..31_000, eval, any::<u8>(), bound, any::<bool>()).prop_map(
            |(mv, score, eval, depth, bound, was_pv)| Entry {
                mv: NonZeroU16::new(mv),
                score: Score::cp(score),
                eval: eval.map(Score::cp),
                depth,
                bound,
                was_pv,
            },
        )
    }

    proptest! {
        #[test]
        fn unpacks_what_was_packed(entry in any_entry(), generation in 0_u8..32) {
            let word = Word::pack(&entry, Ply::ROOT, Generation(generation));
            prop_assert_eq!(word.unpack(Ply::ROOT), Some(entry));
            prop_assert_eq!(word.generation(), Generation(generation));
            prop_assert_eq!(word.depth(), entry.depth);
        }
    }

    #[test]
    fn generations_go_round() {
        assert_eq!(Generation(31).next(), Generation(0));
        assert_eq!(Generation(2).since(Generation(30)), 4);
        assert_eq!(Generation(7).since(Generation(7)), 0);
    }

    #[test]
    fn estimates_are_refined_by_what_is_proved() {
        let entry = |cp: i32, bound| Entry {
            mv: None,
            score: Score::cp(cp),
            eval: None,
            depth: 1,
            bound,
            was_pv: false,
        };
        let refined = |cp, bound| entry(cp, bound).refine(Score::DRAW).raw();
        assert_eq!([-9, 9].map(|cp| refined(cp, Bound::Exact)), [-9, 9]);
        assert_eq!([-9, 9].map(|cp| refined(cp, Bound::Lower)), [0, 9]);
        assert_eq!([-9, 9].map(|cp| refined(cp, Bound::Upper)), [-9, 0]);
        assert_eq!(refined(Score::MATE.raw() - 3, Bound::Exact), 0);
    }
}
