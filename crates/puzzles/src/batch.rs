//! Many games on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use parking_lot::Mutex;

use crate::finder::{Finder, Played};
use crate::puzzle::Puzzle;

/// Finds the puzzles of all games, one thread for each finder. `take` is called with the name of
/// each game and its puzzles, in the order of the games, and returns whether to go on. After `stop`
/// is set the games at hand are finished.
pub fn find_all<N: Send>(
    games: impl Iterator<Item = (N, Played)> + Send,
    finders: Vec<Finder>,
    stop: &AtomicBool,
    mut take: impl FnMut(N, Vec<Puzzle>) -> bool,
) {
    let queue = Mutex::new(games.fuse().enumerate());
    let is_done = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut finder in finders {
            let (queue, is_done, sender) = (&queue, &is_done, sender.clone());
            scope.spawn(move || {
                while !stop.load(Relaxed) && !is_done.load(Relaxed) {
                    let next = queue.lock().next();
                    let Some((number, (name, played))) = next else { break };
                    if sender.send((number, name, finder.find(&played))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Games do not end in the order in which they start.
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (number, name, found) in receiver {
            waiting.insert(number, (name, found));
            while let Some((name, found)) = waiting.remove(&due) {
                due += 1;
                if !is_done.load(Relaxed) && !take(name, found) {
                    is_done.store(true, Relaxed);
                }
            }
        }
    });
}
