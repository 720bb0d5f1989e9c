//! Perft of each root move, by several threads and with a table.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::table::PerftTable;
use super::{perft, perft_while, perft_with_table};
use crate::{Move, Position};

/// The counts of each root move, which add up to [`perft`].
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    table: Option<&PerftTable>,
) -> Vec<(Move, u64)> {
    divide_by(position, depth, threads, |position, depth| match table {
        Some(table) => perft_with_table(position, depth, table),
        None => perft(position, depth),
    })
}

/// The same counts, unless `goes_on`, which is asked now and then, ends it.
pub fn divide_while(
    position: &Position,
    depth: u32,
    threads: usize,
    goes_on: impl Fn() -> bool + Sync,
) -> Option<Vec<(Move, u64)>> {
    let moves = divide_by(position, depth, threads, |position, depth| perft_while(position, depth, &goes_on));
    goes_on().then_some(moves)
}

/// The threads share the replies to the root moves, so that none is left with one large move at the
/// end.
fn divide_by(
    position: &Position,
    depth: u32,
    threads: usize,
    count: impl Fn(&Position, u32) -> u64 + Sync,
) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let jobs = jobs(position, depth);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next_job = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = jobs.get(next_job.fetch_add(1, Relaxed)) {
            counts[job.root_move].fetch_add(count(&job.position, job.depth), Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

/// A part of the tree: a position below one of the root moves.
struct Job {
    root_move: usize,
    position: Position,
    depth: u32,
}

fn jobs(position: &Position, depth: u32) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (root_move, &mv) in position.legal_moves().iter().enumerate() {
        let position = position.play(mv);
        if depth < 4 {
            jobs.push(Job { root_move, position, depth: depth.saturating_sub(1) });
        } else {
            let replies = position.legal_moves();
            jobs.extend(replies.iter().map(|&reply| Job {
                root_move,
                position: position.play(reply),
                depth: depth - 2,
            }));
        }
    }
    jobs
}
