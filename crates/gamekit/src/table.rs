//! The transposition table: what earlier searches found out about positions, shared by all threads
//! without a lock.
//!
//! A cluster of 32 bytes holds three entries, each a 64-bit word and a 16-bit check, so that two
//! clusters share a cache line and no probe touches a second one. The words are atomics read and
//! written with relaxed ordering: threads may mix up the word of one write with the check of
//! another, but since the check is the key *and* a digest of the word, such a pair is taken for
//! the entry of either position only by the same one-in-65536 chance that any two keys collide.
//! A caller must therefore check that the move it gets is legal.

mod entry;

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};
use std::thread;

use thiserror::Error;

pub use self::entry::{Bound, Entry};
use self::entry::{Generation, Word};
use crate::{Key, Ply};

/// The memory for a table is not to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no memory for a table of {megabytes} MB")]
pub struct TableError {
    /// What was asked for.
    pub megabytes: usize,
}

/// A transposition table of a fixed size.
///
/// ```
/// use gamekit::table::{Bound, Entry, Table};
/// use gamekit::{Key, Ply, Score};
///
/// let table = Table::new(1)?;
/// let (key, ply) = (Key::new(0x1234_5678_9abc_def0), Ply::new(4));
/// let entry =
///     Entry { mv: None, score: Score::cp(25), eval: None, depth: 7, bound: Bound::Exact, was_pv: true };
/// table.store(key, ply, entry);
/// assert_eq!(table.probe(key, ply), Some(entry));
/// # Ok::<(), gamekit::table::TableError>(())
/// ```
#[derive(Debug)]
pub struct Table {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

const MEGABYTE: usize = 1 << 20;
const ENTRIES: usize = 3;

#[derive(Debug, Default)]
#[repr(align(32))]
struct Cluster {
    words: [AtomicU64; ENTRIES],
    checks: [AtomicU16; ENTRIES],
}

const _: () = assert!(size_of::<Cluster>() == 32 && align_of::<Cluster>() == 32);

impl Table {
    /// An empty table of so many megabytes (of 2^20 bytes).
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let bytes = megabytes.checked_mul(MEGABYTE).ok_or(TableError { megabytes })?;
        Self::with_clusters(bytes / size_of::<Cluster>())
    }

    /// An empty table with room for at least so many entries.
    pub fn with_entries(entries: usize) -> Result<Self, TableError> {
        Self::with_clusters(entries.div_ceil(ENTRIES))
    }

    fn with_clusters(count: usize) -> Result<Self, TableError> {
        Ok(Self { clusters: allocate(count)?, generation: AtomicU8::new(0) })
    }

    /// Empties the table and gives it another size in megabytes. Where the memory is not to be had,
    /// the old size stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        let old = self.clusters.len();
        let bytes = megabytes.checked_mul(MEGABYTE).ok_or(TableError { megabytes })?;
        // The old memory goes first: old and new together may not fit.
        self.clusters = Vec::new();
        match allocate(bytes / size_of::<Cluster>()) {
            Ok(clusters) => {
                self.clusters = clusters;
                Ok(())
            }
            Err(error) => {
                self.clusters = allocate(old).or_else(|_| allocate(1))?;
                Err(error)
            }
        }
    }

    /// How many entries there is room for.
    pub fn entries(&self) -> usize {
        self.clusters.len() * ENTRIES
    }

    /// The memory the table takes.
    pub fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }

    /// Forgets everything, on so many threads: a large table takes a while on one.
    pub fn clear(&self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        thread::scope(|scope| {
            for clusters in self.clusters.chunks(share) {
                scope.spawn(|| clusters.iter().for_each(Cluster::clear));
            }
        });
        self.generation.store(0, Relaxed);
    }

    /// Tells the table that a new search begins: what earlier ones left is replaced first.
    pub fn new_search(&self) {
        self.generation.store(self.generation().next().0, Relaxed);
    }

    /// What is known about the position with this key, for a node at `ply`.
    #[inline]
    pub fn probe(&self, key: Key, ply: Ply) -> Option<Entry> {
        let cluster = self.cluster(key);
        (0..ENTRIES)
            .map(|slot| cluster.load(slot))
            .find(|(word, check)| *check == check_of(key, *word))
            .and_then(|(word, _)| word.unpack(ply))
    }

    /// Stores what a search at `ply` found out about the position with this key.
    ///
    /// The entry goes where the position is already, else where the least is lost: an empty slot,
    /// or a shallow result of a search long past. A much deeper result for the same position
    /// from the same search stays, unless the new one is exact.
    #[inline]
    pub fn store(&self, key: Key, ply: Ply, entry: Entry) {
        let generation = self.generation();
        let cluster = self.cluster(key);
        let mut new = Word::pack(&entry, ply, generation);
        let mut target = 0;
        let mut least = i32::MAX;
        for slot in 0..ENTRIES {
            let (old, check) = cluster.load(slot);
            if old.bound().is_some() && check == check_of(key, old) {
                if keeps(old, &entry, generation) {
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
        cluster.words[target].store(new.0, Relaxed);
        cluster.checks[target].store(check_of(key, new), Relaxed);
    }

    /// Asks the processor for the cluster of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = std::ptr::from_ref(self.cluster(key)).cast();
            // SAFETY: every x86-64 processor has SSE; a prefetch neither faults nor changes memory,
            // and the address is that of a live cluster anyway.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// How full the table is of entries of the current search, per mille, judged by its first
    /// thousand clusters.
    pub fn hashfull(&self) -> usize {
        let generation = self.generation();
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let current = sample
            .iter()
            .flat_map(|cluster| (0..ENTRIES).map(|slot| cluster.load(slot).0))
            .filter(|word| word.bound().is_some() && word.generation() == generation)
            .count();
        current * 1000 / (sample.len() * ENTRIES)
    }

    #[inline]
    fn generation(&self) -> Generation {
        Generation(self.generation.load(Relaxed))
    }

    /// The high bits of the product spread the keys evenly over any number of clusters; the low
    /// bits of the key are left for the check.
    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[((key.bits() as u128 * self.clusters.len() as u128) >> 64) as usize]
    }
}

impl Cluster {
    #[inline]
    fn load(&self, slot: usize) -> (Word, u16) {
        (Word(self.words[slot].load(Relaxed)), self.checks[slot].load(Relaxed))
    }

    fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
        self.checks.iter().for_each(|check| check.store(0, Relaxed));
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

/// What is lost with an entry: its depth, less for each search that has begun since.
#[inline]
fn worth(word: Word, generation: Generation) -> i32 {
    const PER_SEARCH: i32 = 8;
    match word.bound() {
        Some(_) => word.depth() as i32 - PER_SEARCH * generation.since(word.generation()) as i32,
        None => i32::MIN,
    }
}

/// Empty clusters, at least one, or an error instead of the abort of an ordinary `Vec`.
fn allocate(count: usize) -> Result<Vec<Cluster>, TableError> {
    let count = count.max(1);
    let mut clusters = Vec::new();
    clusters
        .try_reserve_exact(count)
        .map_err(|_| TableError { megabytes: count.saturating_mul(size_of::<Cluster>()) / MEGABYTE })?;
    clusters.resize_with(count, Cluster::default);
    Ok(clusters)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;
    use crate::{Score, SplitMix64};

    const PLY: Ply = Ply::ROOT;

    fn entry(depth: u8) -> Entry {
        let mv = NonZeroU16::new(depth as u16 + 1);
        Entry {
            mv,
            score: Score::cp(17),
            eval: Some(Score::cp(-3)),
            depth,
            bound: Bound::Lower,
            was_pv: false,
        }
    }

    /// Keys that share the only cluster of the smallest table.
    fn keys() -> impl Iterator<Item = Key> {
        (1..).map(Key::new)
    }

    fn smallest() -> Table {
        Table::with_entries(1).expect("32 bytes are to be had")
    }

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = Table::new(1).expect("a megabyte is to be had");
        let mut rng = SplitMix64::new(5);
        let stored: Vec<Key> = (0..1000).map(|_| Key::new(rng.next_u64())).collect();
        for (i, &key) in stored.iter().enumerate() {
            table.store(key, PLY, entry(i as u8));
        }
        for (i, &key) in stored.iter().enumerate() {
            assert_eq!(table.probe(key, PLY), Some(entry(i as u8)));
        }
        let found = (0..10_000).filter(|_| table.probe(Key::new(rng.next_u64()), PLY).is_some()).count();
        assert!(found <= 2, "{found} of 10000 unknown positions were taken for known ones");
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        let table = smallest();
        assert_eq!(table.probe(Key::ZERO, PLY), None, "a key whose check is that of an empty slot");
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn the_shallowest_entry_goes_first() {
        let table = smallest();
        for (key, depth) in keys().zip([9, 5, 7, 6]) {
            table.store(key, PLY, entry(depth));
        }
        let depths: Vec<_> =
            keys().take(4).map(|key| table.probe(key, PLY).map(|entry| entry.depth)).collect();
        assert_eq!(depths, [Some(9), None, Some(7), Some(6)]);
    }

    #[test]
    fn entries_of_past_searches_go_before_shallow_ones_of_this() {
        let table = smallest();
        let [old, first, second, third] = [1, 2, 3, 4].map(Key::new);
        table.store(old, PLY, entry(10));
        table.new_search();
        table.new_search();
        for key in [first, second, third] {
            table.store(key, PLY, entry(2));
        }
        assert_eq!(table.probe(old, PLY), None);
        assert!([first, second, third].iter().all(|&key| table.probe(key, PLY).is_some()));
        assert_eq!(table.hashfull(), 1000);
    }

    #[test]
    fn a_position_keeps_its_move_and_its_deep_result() {
        let table = smallest();
        let key = Key::new(77);
        let without_move = |depth, bound| Entry { mv: None, bound, ..entry(depth) };
        table.store(key, PLY, entry(20));

        table.store(key, PLY, without_move(3, Bound::Upper));
        assert_eq!(table.probe(key, PLY), Some(entry(20)), "a shallow bound came from the same search");

        table.store(key, PLY, without_move(18, Bound::Upper));
        let kept_move = Entry { mv: entry(20).mv, ..without_move(18, Bound::Upper) };
        assert_eq!(table.probe(key, PLY), Some(kept_move));

        table.store(key, PLY, entry(20));
        table.store(key, PLY, without_move(3, Bound::Exact));
        assert_eq!(table.probe(key, PLY).map(|entry| entry.depth), Some(3), "exact wins");

        table.store(key, PLY, entry(20));
        table.new_search();
        table.store(key, PLY, without_move(3, Bound::Upper));
        assert_eq!(table.probe(key, PLY).map(|entry| entry.depth), Some(3), "a new search wins");
    }

    #[test]
    fn forced_ends_are_counted_from_the_asking_root() {
        let table = smallest();
        let key = Key::new(5);
        let mate = Entry { score: Score::mate_in(Ply::new(9)), ..entry(4) };
        table.store(key, Ply::new(6), mate);
        let seen_from = |ply| table.probe(key, Ply::new(ply)).map(|entry| entry.score);
        assert_eq!(seen_from(6), Some(Score::mate_in(Ply::new(9))));
        assert_eq!(seen_from(2), Some(Score::mate_in(Ply::new(5))));
        let lost = Entry { score: Score::mated_in(Ply::new(8)), ..entry(4) };
        table.store(key, Ply::new(2), lost);
        assert_eq!(seen_from(10), Some(Score::mated_in(Ply::new(16))));
    }

    /// The word of one write with the check of another: no more than chance lets pass.
    #[test]
    fn torn_writes_are_not_taken_for_entries() {
        let mut rng = SplitMix64::new(3);
        let mut taken = 0;
        for _ in 0..50_000 {
            let [first, second] = [(); 2].map(|()| Key::new(rng.next_u64()));
            let [one, other] = [(); 2].map(|()| entry(rng.below(256) as u8));
            let (table, torn) = (smallest(), smallest());
            table.store(first, PLY, one);
            torn.store(second, PLY, other);
            torn.clusters[0].words[0].store(table.clusters[0].words[0].load(Relaxed), Relaxed);
            if one.depth != other.depth {
                taken += [first, second].iter().filter(|&&key| torn.probe(key, PLY).is_some()).count();
            }
        }
        // 100000 probes, each with a chance of 1 in 65536.
        assert!(taken <= 10, "{taken} torn writes were taken for entries");
    }

    #[test]
    fn many_threads_never_read_what_none_wrote() {
        let table = Table::with_entries(300).expect("a few kilobytes are to be had");
        // All of an entry follows from its key, so any mixture of two would show.
        let entry_of = |key: Key| Entry {
            mv: NonZeroU16::new((key.bits() >> 7) as u16),
            score: Score::cp((key.bits() >> 20) as i16 as i32 / 2),
            eval: None,
            depth: (key.bits() >> 40) as u8,
            bound: Bound::Exact,
            was_pv: key.bits() >> 50 & 1 != 0,
        };
        let mut rng = SplitMix64::new(11);
        let keys: Vec<Key> = (0..2000).map(|_| Key::new(rng.next_u64())).collect();
        let (hits, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for seed in 0..4 {
                let (table, keys, hits, wrong) = (&table, &keys, &hits, &wrong);
                scope.spawn(move || {
                    let mut rng = SplitMix64::new(seed);
                    for _ in 0..200_000 {
                        let key = keys[rng.below(keys.len())];
                        if let Some(found) = table.probe(key, PLY) {
                            let counter = if found == entry_of(key) { hits } else { wrong };
                            counter.fetch_add(1, Relaxed);
                        }
                        table.store(key, PLY, entry_of(key));
                    }
                });
            }
        });
        let (hits, wrong) = (hits.into_inner(), wrong.into_inner());
        assert!(hits > 10_000, "only {hits} hits");
        // A probe meets up to three strangers whose checks may be the same by chance.
        assert!(wrong < 300, "{wrong} of {} entries were mixed up", hits + wrong);
    }

    #[test]
    fn sizes_are_kept_to() {
        let mut table = Table::new(2).expect("two megabytes are to be had");
        assert_eq!(table.bytes(), 2 * MEGABYTE);
        let million = Table::with_entries(1_000_000).expect("ten megabytes are to be had");
        assert!(million.entries() >= 1_000_000 && million.bytes() < 11 * MEGABYTE);
        table.resize(1).expect("one megabyte is to be had");
        assert_eq!(table.bytes(), MEGABYTE);
    }

    #[test]
    fn too_much_memory_is_an_error_and_the_old_size_stays() {
        assert_eq!(Table::new(usize::MAX).err(), Some(TableError { megabytes: usize::MAX }));
        let megabytes = 1 << 43;
        let mut table = smallest();
        assert_eq!(table.resize(megabytes), Err(TableError { megabytes }));
        assert_eq!(table.entries(), ENTRIES);
        assert_eq!(TableError { megabytes: 7 }.to_string(), "no memory for a table of 7 MB");
    }

    #[test]
    fn clearing_forgets_everything() {
        let table = Table::new(1).expect("a megabyte is to be had");
        let mut rng = SplitMix64::new(8);
        let keys: Vec<Key> = (0..5000).map(|_| Key::new(rng.next_u64())).collect();
        for &key in &keys {
            table.store(key, PLY, entry(1));
        }
        table.prefetch(keys[0]);
        assert!(table.hashfull() > 0);
        table.clear(3);
        assert!(keys.iter().all(|&key| table.probe(key, PLY).is_none()));
        assert_eq!(table.hashfull(), 0);
    }
}
