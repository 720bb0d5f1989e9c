//! The same work on many items, by engines side by side.

use std::sync::Mutex;
use std::thread;

use engine::eval::Evaluator;
use engine::{Engine, Settings};
use gamekit::table::TableError;

/// Gives each item to one of `threads` engines, and returns what they made of them, in the order of
/// the items. Every engine has a table of its own, which `work` may empty. `done` is called after
/// each item.
pub fn with_engines<T: Send, R: Send>(
    items: Vec<T>,
    evaluator: &Evaluator,
    threads: usize,
    work: impl Fn(&mut Engine, T) -> R + Sync,
    done: impl Fn() + Sync,
) -> Result<Vec<R>, TableError> {
    let engines = (0..threads.max(1)).map(|_| Engine::new(HASH_MEGABYTES)).collect::<Result<Vec<_>, _>>()?;
    let queue = Mutex::new(items.into_iter().enumerate());
    let work_on_all = |mut engine: Engine| {
        let mut results = Vec::new();
        engine.set_settings(Settings { evaluator: evaluator.clone(), ..Settings::default() });
        loop {
            let next = queue.lock().expect("no thread panics while it takes an item").next();
            let Some((number, item)) = next else { return results };
            results.push((number, work(&mut engine, item)));
            done();
        }
    };
    let work_on_all = &work_on_all;
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let start = |engine| scope.spawn(move || work_on_all(engine));
        let workers: Vec<_> = engines.into_iter().map(start).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a search does not panic")).collect()
    });
    results.sort_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// A table for one long search.
const HASH_MEGABYTES: usize = 64;
