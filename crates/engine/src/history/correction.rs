//! Correction history: average errors of the static evaluation, by features of the position.

use chess::Position;
use gamekit::{Color, Score, prefetch};

use super::Continuation;
use crate::boxed::boxed;
use crate::{techniques, tunables};

const ENTRIES: usize = 16_384;
/// Units of an entry in a centipawn.
const GRAIN: i32 = 256;
/// The bound of an entry.
const LIMIT: i32 = 96 * GRAIN;

/// Moves by piece and target square.
const MOVES: usize = 12 * 64;

type Table = Box<[[i16; ENTRIES]; 2]>;

const _: () = assert!(LIMIT <= i16::MAX as i32);

/// The table indices of a position.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKeys {
    turn: Color,
    slots: [usize; 3],
    /// The opponent's last move and our own before it.
    moves: Option<[Continuation; 2]>,
}

impl CorrectionKeys {
    /// The indices of a position by its pawns, each side's other pieces, and the last two moves.
    #[inline]
    pub fn of(position: &Position, moves: Option<[Continuation; 2]>) -> Self {
        let keys = position.keys();
        let slots = [keys.pawns, keys.non_pawns[Color::White], keys.non_pawns[Color::Black]];
        Self { turn: position.turn(), slots: slots.map(|key| key.bits() as usize % ENTRIES), moves }
    }
}

/// Average differences between search scores and static evaluations: by pawn structure, by the
/// other pieces of each side, and by the last two moves.
pub struct CorrectionHistory {
    structures: [Table; 3],
    moves: Box<[[i16; MOVES]; MOVES]>,
}

impl CorrectionHistory {
    /// Empty tables.
    #[expect(clippy::large_stack_arrays, reason = "32 KiB for a moment, when a worker is made")]
    pub fn new() -> Self {
        Self { structures: [(); 3].map(|()| boxed(&[0; ENTRIES])), moves: boxed(&[0; MOVES]) }
    }

    pub fn clear(&mut self) {
        self.structures.iter_mut().for_each(|table| table.as_flattened_mut().fill(0));
        self.moves.as_flattened_mut().fill(0);
    }

    /// The correction of a static evaluation.
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

    /// Fetches the entries of a position whose evaluation will soon be corrected.
    #[inline]
    pub fn prefetch(&self, keys: &CorrectionKeys) {
        for (table, slot) in self.structures.iter().zip(keys.slots) {
            prefetch(&table[keys.turn as usize][slot]);
        }
        if let Some([last, own]) = keys.moves {
            prefetch(&self.moves[own.index()][last.index()]);
        }
    }

    /// Moves the entries towards the difference between a search score and the evaluation.
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
