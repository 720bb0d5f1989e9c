//! The memory of a table: zeroed pages of the operating system, large ones where it has them.

use std::fs;
use std::thread;

use memmap2::{MmapMut, MmapRaw};

use super::cluster::Cluster;
use super::{MEGABYTE, TableError};

/// A large page: one entry of the processor's address cache covers 2 MB instead of 4 kB, which pays
/// off because probes are spread over the whole table.
const LARGE_PAGE: usize = 2 * MEGABYTE;

/// Clusters in memory of their own, which begins with a large page if there is room for one.
#[derive(Debug)]
pub struct Memory {
    map: MmapRaw,
    /// Where the clusters begin in the map.
    offset: usize,
    count: usize,
}

impl Memory {
    /// Empty clusters, at least one.
    pub fn new(count: usize) -> Result<Self, TableError> {
        let count = count.max(1);
        let bytes = count.saturating_mul(size_of::<Cluster>());
        let megabytes = bytes.div_ceil(MEGABYTE);
        let map = |bytes| match MmapMut::map_anon(bytes) {
            Ok(map) => Ok(MmapRaw::from(map)),
            Err(_) => Err(TableError::Refused { megabytes }),
        };
        if bytes < LARGE_PAGE {
            return Ok(Self { map: map(bytes)?, offset: 0, count });
        }
        if let Some(free) = free_megabytes().filter(|&free| megabytes > free) {
            return Err(TableError::TooLarge { megabytes, free });
        }
        let map = map(bytes.saturating_add(LARGE_PAGE))?;
        let offset = map.as_ptr().align_offset(LARGE_PAGE);
        #[cfg(target_os = "linux")]
        {
            // Where the kernel has no large pages, small ones do.
            map.advise_range(memmap2::Advice::HugePage, offset, bytes).unwrap_or_default();
        }
        Ok(Self { map, offset, count })
    }

    /// How many clusters there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// All clusters.
    #[inline]
    pub fn clusters(&self) -> &[Cluster] {
        // SAFETY: the map holds `offset` bytes and then `count` clusters, begins with a page, so
        // that the clusters are aligned, and lives as long as the slice. Its bytes were zeros at
        // first, which make a cluster, and are only ever reached through this slice of atomics.
        unsafe {
            let first = self.map.as_mut_ptr().add(self.offset);
            std::slice::from_raw_parts(first.cast(), self.count)
        }
    }

    /// Touches every page, so that the operating system provides the memory now and not during a
    /// search.
    pub fn touch(&self, threads: usize) {
        const CLUSTERS_PER_PAGE: usize = 4096 / size_of::<Cluster>();
        self.share_out(threads, |clusters| {
            clusters.iter().step_by(CLUSTERS_PER_PAGE).for_each(Cluster::clear);
        });
    }

    /// Runs a job over all clusters, a part of them on each thread.
    pub fn share_out(&self, threads: usize, job: impl Fn(&[Cluster]) + Sync) {
        /// The least share that is worth another thread.
        const LEAST: usize = LARGE_PAGE / size_of::<Cluster>();
        let share = self.count.div_ceil(threads.max(1)).next_multiple_of(LEAST);
        let mut shares = self.clusters().chunks(share);
        let own = shares.next();
        thread::scope(|scope| {
            let others: Vec<_> = shares.map(|clusters| scope.spawn(|| job(clusters))).collect();
            own.into_iter().for_each(&job);
            for other in others {
                other.join().expect("the job does not panic");
            }
        });
    }
}

/// The memory that is free, where the system reports it.
///
/// Linux allocates more memory than there is and kills a program that then uses it, so the table
/// asks beforehand.
fn free_megabytes() -> Option<usize> {
    let report = fs::read_to_string("/proc/meminfo").ok()?;
    let line = report.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn large_memory_begins_with_a_large_page() {
        let clusters = LARGE_PAGE / size_of::<Cluster>();
        for count in [clusters, clusters + 1, 5 * clusters / 2] {
            let memory = Memory::new(count).expect("enough memory");
            let address = memory.clusters().as_ptr().addr();
            assert_eq!((memory.clusters().len(), address % LARGE_PAGE), (count, 0));
        }
    }

    #[test]
    fn every_cluster_is_in_one_share() {
        let count = 3 * LARGE_PAGE / size_of::<Cluster>() + 7;
        let memory = Memory::new(count).expect("enough memory");
        for (threads, shares) in [(0, 1), (1, 1), (2, 2), (4, 4), (100, 4)] {
            let lengths = Mutex::new(Vec::new());
            memory.share_out(threads, |clusters| {
                lengths.lock().expect("no thread panicked").push(clusters.len());
            });
            let lengths = lengths.into_inner().expect("no thread panicked");
            assert_eq!((lengths.len(), lengths.iter().sum()), (shares, count), "{threads} threads");
        }
    }

    #[test]
    fn new_memory_is_empty_from_end_to_end() {
        for count in [1, 1000, 100_000] {
            let memory = Memory::new(count).expect("enough memory");
            assert!(memory.clusters().iter().all(Cluster::is_empty), "{count} clusters");
        }
    }
}
