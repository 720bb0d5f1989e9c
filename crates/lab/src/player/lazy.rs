//! Lazy SMP: everybody searches everything.
//!
//! ```text
//!   thread 0   depth 1 2 3 4 5 6 ...        all read and write
//!   thread 1   depth 2 3 4 5 6 7 ...        one table
//! ```
//!
//! Each thread searches the whole tree on its own; all that they share is the transposition table. What
//! one has found out the others find in the table, and since half of the threads are a ply ahead and
//! nothing keeps them in step, they mostly look at different nodes. It needs no shared nodes, no locks
//! and no thought, and on many cores it is the best that is known. It promises no particular value: what
//! a thread finds in the table depends on who was there first. Without a table the other threads are of no
//! use at all.
//!
//! This file also starts the threads of the other ways ([`split`](super::split)).

use std::thread;

use chess::Game;
use engine::{Report, SearchInfo};

use super::Sharing;
use super::worker::Worker;
use crate::board::Squares;

/// Searches with as many threads as the profile says; the first one decides.
pub(super) fn search<S: Squares>(
    mut first: Worker<'_, S>,
    game: &Game,
    on_info: &mut dyn FnMut(&SearchInfo),
) -> Report {
    let shared = first.shared;
    let profile = first.profile();
    let report = thread::scope(|scope| {
        for number in 1..profile.threads {
            let mut helper = Worker::new(shared, number, game);
            scope.spawn(move || match profile.sharing {
                Sharing::LazySmp => drop(helper.iterate(game, &mut |_| ())),
                Sharing::PvSplitting | Sharing::YoungBrothersWait => helper.help(),
            });
        }
        let report = first.iterate(game, on_info);
        shared.control.halt();
        shared.splits.wake();
        report
    });
    Report { info: SearchInfo { nodes: shared.control.nodes(), ..report.info }, ..report }
}
