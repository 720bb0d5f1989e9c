//! Perft of each root move, by several threads and with a table.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::table::PerftTable;
use super::{perft, perft_with_table};
use crate::{Move, Position};

/// The counts of each root move, which add up to [`perft`]. The threads share the replies to the
/// root moves, so that none is left with one large move at the end.
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    table: Option<&PerftTable>,
) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let jobs = jobs(position, depth);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next_job = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = jobs.get(next_job.fetch_add(1, Relaxed)) {
            let nodes = match table {
                Some(table) => perft_with_table(&job.position, job.depth, table),
                None => perft(&job.position, job.depth),
            };
            counts[job.root_move].fetch_add(nodes, Relaxed);
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
