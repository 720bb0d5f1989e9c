//! A table of counts.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Position;

/// A table of subtree sizes that threads share without locks.
///
/// An entry is two words: the count, and the count combined with the key. If two threads wrote one
/// half each, the halves do not fit together and the entry is ignored.
#[derive(Debug)]
pub struct PerftTable(Vec<Entry>);

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    nodes: AtomicU64,
}

impl PerftTable {
    /// A table of this many megabytes, if the memory can be allocated.
    pub fn new(megabytes: usize) -> Result<Self, TryReserveError> {
        let len = megabytes.saturating_mul(1 << 20) / size_of::<Entry>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(len)?;
        entries.resize_with(len, Entry::default);
        Ok(Self(entries))
    }

    pub(super) fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let key = key(position, depth);
        let entry = self.entry(key)?;
        let nodes = entry.nodes.load(Relaxed);
        (entry.check.load(Relaxed) ^ nodes == key).then_some(nodes)
    }

    pub(super) fn insert(&self, position: &Position, depth: u32, nodes: u64) {
        let key = key(position, depth);
        if let Some(entry) = self.entry(key) {
            entry.nodes.store(nodes, Relaxed);
            entry.check.store(key ^ nodes, Relaxed);
        }
    }

    /// The entry for a key: the high half of a product spreads keys over a table of any size.
    fn entry(&self, key: u64) -> Option<&Entry> {
        let index = (u128::from(key) * self.0.len() as u128) >> 64;
        self.0.get(index as usize)
    }
}

/// The same position at another depth is another entry, elsewhere in the table. Never zero: the
/// zeros of an unused entry fit the key zero.
fn key(position: &Position, depth: u32) -> u64 {
    position.key().bits().wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(1)
}
