//! The transposition table: the results of earlier searches, shared by all threads without a lock.
//!
//! A cluster of 32 bytes holds three entries, each a 64-bit word and a 16-bit check, so that two
//! clusters share a cache line and no probe touches a second one. The words are atomics read and
//! written with relaxed ordering. Two threads may leave the word of one write with the check of the
//! other; but the check is the key combined with a digest of the word, so such a mixture is read as
//! an entry only with the one-in-65536 chance with which any two keys collide. Callers must check
//! that the move of an entry is legal.

mod cluster;
mod entry;
mod memory;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use thiserror::Error;

use self::cluster::{Cluster, ENTRIES};
pub use self::entry::Entry;
use self::entry::Generation;
use self::memory::Memory;
use crate::{Key, Ply, prefetch};

/// The table's memory could not be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// More than the machine has free.
    #[error("no memory for a table of {megabytes} MB; {free} MB are free")]
    TooLarge {
        /// The size of the table.
        megabytes: usize,
        /// The free memory, in megabytes.
        free: usize,
    },
    /// The operating system refused it.
    #[error("no memory for a table of {megabytes} MB")]
    Refused {
        /// The size of the table.
        megabytes: usize,
    },
}

/// A transposition table of a fixed size.
///
/// ```
/// use gamekit::table::{Entry, Table};
/// use gamekit::{Bound, Key, Ply, Score};
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
    memory: Memory,
    generation: AtomicU8,
}

const MEGABYTE: usize = 1 << 20;

impl Table {
    /// An empty table of this size, in megabytes of 2^20 bytes.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Self::with_clusters(clusters_in(megabytes)?)
    }

    /// An empty table with room for at least `entries`.
    pub fn with_entries(entries: usize) -> Result<Self, TableError> {
        Self::with_clusters(entries.div_ceil(ENTRIES))
    }

    fn with_clusters(count: usize) -> Result<Self, TableError> {
        Ok(Self { memory: Memory::new(count)?, generation: AtomicU8::new(0) })
    }

    /// Empties the table and changes its size. All pages are touched, which takes a while on one
    /// thread if the table is large. If the memory cannot be allocated, the old size stays.
    pub fn resize(&mut self, megabytes: usize, threads: usize) -> Result<(), TableError> {
        let wanted = clusters_in(megabytes)?;
        let old = self.memory.len();
        // The old memory goes first: old and new together may not fit.
        self.memory = Memory::new(1)?;
        let result = Memory::new(wanted).map(|memory| self.memory = memory);
        if result.is_err() {
            self.memory = Memory::new(old)?;
        }
        self.memory.touch(threads);
        self.generation.store(0, Relaxed);
        result
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.memory.len() * ENTRIES
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.len() * size_of::<Cluster>()
    }

    /// Empties the table, on several threads: a large one takes a while on one.
    pub fn clear(&self, threads: usize) {
        self.memory.share_out(threads, |clusters| clusters.iter().for_each(Cluster::clear));
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn new_search(&self) {
        self.generation.store(self.generation().next().0, Relaxed);
    }

    /// The entry of the position with this key, for a node at `ply`.
    #[inline]
    pub fn probe(&self, key: Key, ply: Ply) -> Option<Entry> {
        self.cluster(key).probe(key, ply)
    }

    /// Stores the result of a search at `ply` of the position with this key.
    ///
    /// It replaces the position's old entry, else the least valuable one: an empty slot, or a
    /// shallow result of an old search. A much deeper result of the same search for the same
    /// position stays, unless the new one is exact.
    #[inline]
    pub fn store(&self, key: Key, ply: Ply, entry: Entry) {
        self.cluster(key).store(key, ply, &entry, self.generation());
    }

    /// Prefetches the cluster of a key that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// How full the table is of entries of the current search, per mille, estimated from its first
    /// thousand clusters. `nodes` is the number of nodes so far: while they cannot fill a
    /// thousandth of the table, the clusters need not be read, which would take a noticeable part
    /// of a short search.
    pub fn hashfull(&self, nodes: u64) -> usize {
        let generation = self.generation();
        let clusters = self.memory.clusters();
        if nodes < (clusters.len() * ENTRIES / 1000) as u64 {
            return 0;
        }
        let sample = &clusters[..clusters.len().min(1000)];
        let current: usize = sample.iter().map(|cluster| cluster.current(generation)).sum();
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
        let clusters = self.memory.clusters();
        &clusters[((key.bits() as u128 * clusters.len() as u128) >> 64) as usize]
    }
}

fn clusters_in(megabytes: usize) -> Result<usize, TableError> {
    let bytes = megabytes.checked_mul(MEGABYTE).ok_or(TableError::Refused { megabytes })?;
    Ok(bytes / size_of::<Cluster>())
}
