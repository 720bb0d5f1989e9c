//! Threads that search together, and which of them to believe.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use chess::{Move, Position};
use gamekit::{Bound, Key, Ply, Score};

use crate::search::{Memory, RootMove, RootMoves, Shared, Worker};
use crate::{Report, SearchInfo, tunables};

/// Runs all workers until the first has found all that was asked for. `history` are the keys of the positions
/// before this one.
pub fn search(
    memories: &mut [Memory],
    shared: &Shared,
    position: &Position,
    history: &[Key],
    on_info: impl FnMut(&SearchInfo),
) -> Report {
    let mut teller = Teller { shared, on_info, last: None };
    let root = root_moves(shared, position);
    if root.all().is_empty() {
        teller.tell_outcome(position);
        shared.control.wait_for_release();
        return teller.report(&[]);
    }
    shared.table.new_search();
    let mut workers: Vec<Worker> = memories
        .iter_mut()
        .enumerate()
        .map(|(thread, memory)| Worker::new(shared, thread, memory, history, root.clone()))
        .collect();
    let (first, helpers) = workers.split_first_mut().expect("there is at least one thread");
    thread::scope(|scope| {
        let helpers: Vec<_> =
            helpers.iter_mut().map(|helper| scope.spawn(|| helper.iterate(position, |_, _| {}))).collect();
        first.iterate(position, |worker, bound| teller.tell(worker, bound));
        // Found all there is to find: a held search still waits for its release.
        shared.control.wait_for_release();
        shared.control.halt();
        // Joined one by one, which ThreadSanitizer understands; the end of a scope it does not.
        for helper in helpers {
            helper.join().expect("a search does not panic");
        }
    });
    let best = vote(&workers);
    if !std::ptr::eq(best, &raw const workers[0]) {
        teller.tell(best, Bound::Exact);
    }
    teller.report(best.root_moves().best().map_or(&[], |root| &root.line))
}

/// The moves to consider: all, those asked for, or those that tablebases call best.
fn root_moves(shared: &Shared, position: &Position) -> RootMoves {
    let wanted = &shared.limits.searchmoves;
    let legal = position.legal_moves();
    if legal.iter().any(|mv| wanted.contains(mv)) {
        return RootMoves::new(legal.into_iter().filter(|mv| wanted.contains(mv)));
    }
    match shared.tablebase.root_moves(position) {
        Some((result, best)) => {
            shared.control.count_tablebase_hit();
            RootMoves::new(best).with_known_result(result)
        }
        None => RootMoves::new(legal),
    }
}

/// Tells the lines of a search, and keeps the last one that the report shows.
struct Teller<'a, F> {
    shared: &'a Shared<'a>,
    on_info: F,
    last: Option<SearchInfo>,
}

impl<F: FnMut(&SearchInfo)> Teller<'_, F> {
    fn tell(&mut self, worker: &Worker, bound: Bound) {
        let roots = worker.root_moves();
        if bound == Bound::Exact {
            for (index, root) in roots.all().iter().take(self.shared.lines).enumerate() {
                let info = self.info(worker, index + 1, root, bound);
                (self.on_info)(&info);
                if index == 0 {
                    self.last = Some(info);
                }
            }
        } else if self.shared.lines == 1
            && self.shared.control.elapsed() >= BOUNDS_FROM
            && let Some(root) = roots.current()
        {
            let info = self.info(worker, 1, root, bound);
            (self.on_info)(&info);
        }
    }

    fn info(&self, worker: &Worker, line: usize, root: &RootMove, bound: Bound) -> SearchInfo {
        let control = &self.shared.control;
        SearchInfo {
            depth: worker.completed_depth() + u32::from(bound != Bound::Exact),
            selective_depth: root.selective_depth,
            line,
            score: worker.root_moves().shown_score(root),
            bound,
            nodes: control.nodes(),
            time: control.elapsed(),
            hashfull: self.shared.table.hashfull(),
            tablebase_hits: control.tablebase_hits(),
            moves: root.line.clone(),
        }
    }

    /// Mate or stalemate: there is a score, but no move.
    fn tell_outcome(&mut self, position: &Position) {
        let mated = position.in_check();
        let info = SearchInfo {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score: if mated { Score::mated_in(Ply::ROOT) } else { Score::DRAW },
            bound: Bound::Exact,
            nodes: 0,
            time: self.shared.control.elapsed(),
            hashfull: 0,
            tablebase_hits: 0,
            moves: Vec::new(),
        };
        (self.on_info)(&info);
        self.last = Some(info);
    }

    fn report(self, line: &[Move]) -> Report {
        let info = self.last.expect("a search ends after its first iteration at the earliest");
        Report { best: line.first().copied(), ponder: line.get(1).copied(), info }
    }
}

/// Bounds are of interest only when a search takes its time.
const BOUNDS_FROM: Duration = Duration::from_secs(1);

/// The worker whose move the others agree with most: each votes for its move, the more strongly
/// the better and deeper its result. A proven mate is believed at once.
fn vote<'a, 'w>(workers: &'a [Worker<'w>]) -> &'a Worker<'w> {
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
        let margin = i64::from((best.shown_score() - worst).raw() + tunables::vote_margin());
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
