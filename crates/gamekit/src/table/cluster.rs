//! Three entries in half a cache line, and which of them is replaced.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use super::entry::{Entry, Generation, Word};
use crate::{Bound, Key, Ply};

/// How many entries a cluster holds.
pub const ENTRIES: usize = 3;

/// The entries of a few positions. All bytes zero is an empty one.
#[derive(Debug, Default)]
#[repr(align(32))]
pub struct Cluster {
    words: [AtomicU64; ENTRIES],
    checks: [AtomicU16; ENTRIES],
}

const _: () = assert!(size_of::<Cluster>() == 32 && align_of::<Cluster>() == 32);

impl Cluster {
    /// The entry of a position, if it is here.
    #[inline]
    pub fn probe(&self, key: Key, ply: Ply) -> Option<Entry> {
        (0..ENTRIES)
            .map(|slot| self.load(slot))
            .find(|(word, check)| *check == check_of(key, *word))
            .and_then(|(word, _)| word.unpack(ply))
    }

    /// Stores an entry: over the one of the same position, unless that is worth more, else over the
    /// least valuable one.
    #[inline]
    pub fn store(&self, key: Key, ply: Ply, entry: &Entry, generation: Generation) {
        let mut new = Word::pack(entry, ply, generation);
        let mut target = 0;
        let mut least = i32::MAX;
        for slot in 0..ENTRIES {
            let (old, check) = self.load(slot);
            if old.bound().is_some() && check == check_of(key, old) {
                if keeps(old, entry, generation) {
                    return;
                }
                new = new.or_move_of(old);
                target = slot;
                break;
            }
            let worth = worth(old, generation);
            if worth < least {
                (least, target) = (worth, slot);
            }
        }
        self.words[target].store(new.0, Relaxed);
        self.checks[target].store(check_of(key, new), Relaxed);
    }

    /// The number of entries of this search.
    pub fn current(&self, generation: Generation) -> usize {
        let is_current = |word: &Word| word.bound().is_some() && word.generation() == generation;
        (0..ENTRIES).map(|slot| self.load(slot).0).filter(is_current).count()
    }

    /// Forgets all entries.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
        self.checks.iter().for_each(|check| check.store(0, Relaxed));
    }

    #[inline]
    fn load(&self, slot: usize) -> (Word, u16) {
        (Word(self.words[slot].load(Relaxed)), self.checks[slot].load(Relaxed))
    }
}

#[cfg(test)]
impl Cluster {
    /// Whether nothing was ever stored here.
    pub fn is_empty(&self) -> bool {
        (0..ENTRIES).all(|slot| self.load(slot) == (Word(0), 0))
    }

    /// A write that was interrupted half-way: the first word of another cluster with the check of
    /// this one.
    pub fn tear(&self, other: &Self) {
        self.words[0].store(other.words[0].load(Relaxed), Relaxed);
    }
}

#[inline]
fn check_of(key: Key, word: Word) -> u16 {
    key.bits() as u16 ^ word.fold()
}

/// Whether an old entry of the same position is worth more than the new one.
#[inline]
fn keeps(old: Word, new: &Entry, generation: Generation) -> bool {
    /// A shallower result that is this close is worth more: it is newer.
    const MARGIN: u8 = 4;
    new.bound != Bound::Exact
        && old.generation() == generation
        && old.depth() > new.depth.saturating_add(MARGIN)
}

/// The value of an entry: its depth, less for each search that has begun since.
#[inline]
fn worth(word: Word, generation: Generation) -> i32 {
    const PER_SEARCH: i32 = 8;
    match word.bound() {
        Some(_) => word.depth() as i32 - PER_SEARCH * generation.since(word.generation()) as i32,
        None => i32::MIN,
    }
}
