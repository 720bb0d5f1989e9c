//! Many games on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use chess::pgn::Game;
use parking_lot::Mutex;

use crate::{Review, Reviewer};

/// Reviews games, one thread for each reviewer, and hands them over in order. When `stop` is set,
/// games that have begun are finished. `on_review` returns whether to go on.
pub fn review_all(
    games: impl Iterator<Item = Game> + Send,
    reviewers: Vec<Reviewer>,
    stop: &AtomicBool,
    mut on_review: impl FnMut(Game, Review) -> bool,
) {
    let games = Mutex::new(games.enumerate());
    let next = || games.lock().next();
    let (sender, receiver) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        for mut reviewer in reviewers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Relaxed)
                    && let Some((number, game)) = next()
                    && let Some(review) = reviewer.review(&game, |_, _| true)
                    && sender.send((number, game, review)).is_ok()
                {}
            });
        }
        drop(sender);
        // Games end in another order than they began.
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (number, game, review) in receiver {
            waiting.insert(number, (game, review));
            while let Some((game, review)) = waiting.remove(&due) {
                if !on_review(game, review) {
                    return;
                }
                due += 1;
            }
        }
    });
}
