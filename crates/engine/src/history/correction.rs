//! How wrong static evaluations were, by what positions have in common.

use chess::Position;
use gamekit::{Color, Score};

use super::Continuation;
use crate::boxed::boxed;
use crate::{techniques, tunables};

const ENTRIES: usize = 16_384;
/// Entries are kept in this fraction of a centipawn.
const GRAIN: i32 = 256;
/// No entry corrects by more than this.
const LIMIT: i32 = 96 * GRAIN;

/// Moves by piece and target square.
const MOVES: usize = 12 * 64;

type Table = Box<[[i16; ENTRIES]; 2]>;

const _: () = assert!(LIMIT <= i16::MAX as i32);

/// The slots that a position's correction is made of.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKeys {
    turn: Color,
    slots: [usize; 3],
    /// The other side's last move and our own before it.
    moves: Option<[Continuation; 2]>,
}

impl CorrectionKeys {
    /// The slots of a position: its pawns, each side's other pieces, and the moves that led to it.
    #[inline]
    pub fn of(position: &Position, moves: Option<[Continuation; 2]>) -> Self {
        let keys = position.keys();
        let slots = [keys.pawns, keys.non_pawns[Color::White], keys.non_pawns[Color::Black]];
        Self { turn: position.turn(), slots: slots.map(|key| key.bits() as usize % ENTRIES), moves }
    }
}

/// The differences between what the search found and what the evaluation said, averaged over
/// positions with the same pawns, over those with the same pieces of one side, and over those that the same two moves
/// led to.
pub struct CorrectionHistory {
    structures: [Table; 3],
    moves: Box<[[i16; MOVES]; MOVES]>,
}

impl CorrectionHistory {
    /// No corrections yet.
    #[expect(clippy::large_stack_arrays, reason = "32 KiB for a moment, when a worker is made")]
    pub fn new() -> Self {
        Self { structures: [(); 3].map(|()| boxed(&[0; ENTRIES])), moves: boxed(&[0; MOVES]) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.structures.iter_mut().for_each(|table| table.as_flattened_mut().fill(0));
        self.moves.as_flattened_mut().fill(0);
    }

    /// What to add to a static evaluation.
    #[inline]
    pub fn correction(&self, keys: &CorrectionKeys) -> Score {
        if !techniques::correction_history() {
            return Score::DRAW;
        }
        let by_moves = match keys.moves {
            Some([last, own]) if techniques::continuation_correction() => {
                i32::from(self.moves[own.index()][last.index()])
            }
            _ => 0,
        };
        let sum: i32 = self
            .structures
            .iter()
            .zip(keys.slots)
            .map(|(table, slot)| i32::from(table[keys.turn as usize][slot]))
            .sum();
        Score::cp((sum + by_moves) / GRAIN * tunables::correction_weight() / 1024)
    }

    /// Learns from the difference between a search's result and the evaluation.
    #[inline]
    pub fn learn(&mut self, keys: &CorrectionKeys, difference: Score, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = (difference.raw() * GRAIN).clamp(-LIMIT, LIMIT);
        let learn = |entry: &mut i16| {
            let moved = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
            *entry = moved.clamp(-LIMIT, LIMIT) as i16;
        };
        for (table, slot) in self.structures.iter_mut().zip(keys.slots) {
            learn(&mut table[keys.turn as usize][slot]);
        }
        if let Some([last, own]) = keys.moves {
            learn(&mut self.moves[own.index()][last.index()]);
        }
    }
}
