//! Learning as `AlphaZero` does: a network, a tree search, and nothing but the rules.
//!
//! The search plays against itself with the network's opinions of moves and positions. Its visits
//! are a better opinion of the moves than the network's, since the search looked ahead; and the
//! result of the game is a better opinion of its positions. So the network learns from both: the
//! loss is `(z - v)^2 - pi log p + c |theta|^2`, with the result `z`, the visits `pi`, and the
//! network's own `v` and `p`. The better network makes a better search, whose games teach the next
//! network. Here the game is Neighbours, where two processor cores are enough for that.
//!
//! A [`Run`] goes on in generations: games of the network that plays, then steps of the network
//! that learns, then perhaps a gate, where the new network must beat the old one to replace it. Now
//! and then it plays against [`ladder`] opponents of fixed strength. A game is a function of the
//! network, the seed and its number, so neither threads nor interruptions change the outcome.

pub mod ladder;
mod replay;
mod run;
mod selfplay;

pub use run::{Config, Row, Run, RunError};

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

/// The work was interrupted, and what was done of it is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// The results of `work` for all numbers below `count`, in their order.
fn parallel<T: Send>(
    threads: usize,
    count: u64,
    interrupted: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
) -> Result<Vec<T>, Interrupted> {
    let next = AtomicU64::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count || interrupted.load(Relaxed) {
                return done;
            }
            done.push((number, work(number)));
        }
    };
    let mut done: Vec<(u64, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(run)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no game panics")).collect()
    });
    if interrupted.load(Relaxed) {
        return Err(Interrupted);
    }
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
