//! Work on many numbers, shared out to threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Visits the numbers below `count` in ranges. Returns whether all were visited: once `stop` is set,
/// no further range is begun.
pub(super) fn for_each_range(
    count: usize,
    threads: usize,
    stop: &AtomicBool,
    visit: impl Fn(Range<usize>) + Sync,
) -> bool {
    const LENGTH: usize = 1 << 15;
    let (next, visited) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while !stop.load(Relaxed) {
                    let start = next.fetch_add(LENGTH, Relaxed);
                    if start >= count {
                        break;
                    }
                    let range = start..count.min(start + LENGTH);
                    visited.fetch_add(range.len(), Relaxed);
                    visit(range);
                }
            });
        }
    });
    visited.into_inner() == count
}
