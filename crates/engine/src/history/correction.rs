//! How wrong static evaluations were, by what positions have in common.

use chess::Position;
use gamekit::{Color, Score};

use super::boxed;
use crate::{techniques, tunables};

const ENTRIES: usize = 16_384;
/// Entries are kept in this fraction of a centipawn.
const GRAIN: i32 = 256;
/// No entry corrects by more than this.
const LIMIT: i32 = 96 * GRAIN;

type Table = Box<[[i16; ENTRIES]; 2]>;

const _: () = assert!(LIMIT <= i16::MAX as i32);

/// The slots that a position's correction is made of.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKeys {
    turn: Color,
    slots: [usize; 3],
}

impl CorrectionKeys {
    /// The slots of a position: its pawns, and each side's other pieces.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let keys = position.keys();
        let slots = [keys.pawns, keys.non_pawns[Color::White], keys.non_pawns[Color::Black]];
        Self { turn: position.turn(), slots: slots.map(|key| key.bits() as usize % ENTRIES) }
    }
}

/// The differences between what the search found and what the evaluation said, averaged over
/// positions with the same pawns, and over those with the same pieces of one side.
pub struct CorrectionHistory([Table; 3]);

impl CorrectionHistory {
    /// No corrections yet.
    #[expect(clippy::large_stack_arrays, reason = "32 KiB for a moment, when a worker is made")]
    pub fn new() -> Self {
        Self([(); 3].map(|()| boxed(&[0; ENTRIES])))
    }

    /// What to add to a static evaluation.
    #[inline]
    pub fn correction(&self, keys: &CorrectionKeys) -> Score {
        if !techniques::correction_history() {
            return Score::DRAW;
        }
        let sum: i32 = self
            .0
            .iter()
            .zip(keys.slots)
            .map(|(table, slot)| i32::from(table[keys.turn as usize][slot]))
            .sum();
        Score::cp(sum / GRAIN * tunables::correction_weight() / 1024)
    }

    /// Learns from the difference between a search's result and the evaluation.
    #[inline]
    pub fn learn(&mut self, keys: &CorrectionKeys, difference: Score, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = (difference.raw() * GRAIN).clamp(-LIMIT, LIMIT);
        for (table, slot) in self.0.iter_mut().zip(keys.slots) {
            let entry = &mut table[keys.turn as usize][slot];
            let moved = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
            *entry = moved.clamp(-LIMIT, LIMIT) as i16;
        }
    }
}
