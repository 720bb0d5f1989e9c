//! Which of several threads to believe.

use std::collections::HashMap;

use chess::Move;
use gamekit::Score;

use crate::search::Worker;

/// The worker whose move the others agree with most: each votes for its move, the more strongly
/// the better and deeper its result. A proven mate is believed at once.
pub fn vote(workers: &[Worker]) -> &Worker {
    let first = &workers[0];
    let results = || workers.iter().filter_map(|worker| Some((worker, worker.root_moves().best()?)));
    if let Some((worker, _)) =
        results().filter(|(_, best)| best.shown_score().is_win()).max_by_key(|(_, best)| best.shown_score())
    {
        return worker;
    }
    let worst = results().map(|(_, best)| best.shown_score()).min().unwrap_or(Score::DRAW);
    let mut votes: HashMap<Move, i64> = HashMap::new();
    for (worker, best) in results() {
        let margin = i64::from((best.shown_score() - worst).raw()) + 14;
        *votes.entry(best.mv()).or_default() += margin * i64::from(worker.completed_depth());
    }
    results()
        .max_by_key(|(worker, best)| {
            let agreed = votes.get(&best.mv()).copied().unwrap_or(0);
            // Among equals the deepest, and among those the first.
            (agreed, worker.completed_depth(), std::cmp::Reverse(worker.thread()))
        })
        .map_or(first, |(worker, _)| worker)
}
