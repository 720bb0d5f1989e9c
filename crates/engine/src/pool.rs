//! Lazy SMP: threads that search the same position, and the vote on their results.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use chess::{Move, Position};
use gamekit::{Bound, Key, Ply, Score};

use crate::search::{Memory, RootMove, RootMoves, Shared, Worker};
use crate::{Report, SearchInfo, tunables};

/// Runs all workers until the first is done. `history` holds the keys of the game's earlier
/// positions.
pub fn search(
    memories: &mut [Memory],
    shared: &Shared,
    position: &Position,
    history: &[Key],
    on_info: impl FnMut(&SearchInfo),
) -> Report {
    let mut reporter = Reporter { shared, on_info, last: None, told: None };
    let root = root_moves(shared, position);
    if root.all().is_empty() {
        reporter.report_outcome(position);
        shared.control.wait_for_release();
        return reporter.finish(&[]);
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
        first.iterate(position, |worker, bound| reporter.lines(worker, bound));
        // `go infinite` and `go ponder` may not answer before they are released.
        shared.control.wait_for_release();
        shared.control.halt();
        // Joined one by one, which ThreadSanitizer understands; the end of a scope it does not.
        for helper in helpers {
            helper.join().expect("a search does not panic");
        }
    });
    let best = vote(&workers);
    reporter.conclude(best);
    reporter.finish(best.root_moves().best().map_or(&[], |root| &root.line))
}

/// The moves to search: the candidates, the best by tablebases, or all.
fn root_moves(shared: &Shared, position: &Position) -> RootMoves {
    let wanted = &shared.candidates;
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

/// Passes the lines of a search to `on_info`, and keeps the last one for the report.
struct Reporter<'a, F> {
    shared: &'a Shared<'a>,
    on_info: F,
    last: Option<SearchInfo>,
    /// The first move of the line that was told last.
    told: Option<Move>,
}

impl<F: FnMut(&SearchInfo)> Reporter<'_, F> {
    fn lines(&mut self, worker: &Worker, bound: Bound) {
        let roots = worker.root_moves();
        if bound == Bound::Exact {
            for (index, root) in roots.all().iter().take(self.shared.lines).enumerate() {
                let info = self.tell(worker, index + 1, root, bound);
                if index == 0 {
                    self.last = Some(info);
                }
            }
        } else if self.shared.lines == 1
            && self.shared.control.elapsed() >= BOUNDS_FROM
            && let Some(root) = roots.current()
        {
            self.tell(worker, 1, root, bound);
        }
    }

    /// Tells the lines of the worker whose move is played, unless the last line begins with it: it
    /// may be another worker than the one that reports, or have changed its mind in an iteration
    /// that was not finished.
    fn conclude(&mut self, worker: &Worker) {
        let roots = worker.root_moves();
        let is_first = worker.thread() == 0;
        if is_first && self.told == roots.best().map(RootMove::mv) {
            return;
        }
        for (index, root) in roots.all().iter().take(self.shared.lines).enumerate() {
            let info = self.tell(worker, index + 1, root, root.bound);
            if index == 0 && !is_first {
                self.last = Some(SearchInfo { bound: Bound::Exact, ..info });
            }
        }
    }

    fn tell(&mut self, worker: &Worker, line: usize, root: &RootMove, bound: Bound) -> SearchInfo {
        let info = self.info(worker, line, root, bound);
        (self.on_info)(&info);
        if line == 1 {
            self.told = Some(root.mv());
        }
        info
    }

    fn info(&self, worker: &Worker, line: usize, root: &RootMove, bound: Bound) -> SearchInfo {
        let control = &self.shared.control;
        let nodes = control.nodes();
        SearchInfo {
            depth: worker.completed_depth() + u32::from(bound != Bound::Exact),
            selective_depth: root.selective_depth,
            line,
            score: worker.root_moves().shown_score(root),
            bound,
            chances: None,
            nodes,
            time: control.elapsed(),
            hashfull: self.shared.table.hashfull(nodes),
            tablebase_hits: control.tablebase_hits(),
            moves: root.line.clone(),
        }
    }

    /// Reports mate or stalemate at the root: a score without a move.
    fn report_outcome(&mut self, position: &Position) {
        let mated = position.in_check();
        let info = SearchInfo {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score: if mated { Score::mated_in(Ply::ROOT) } else { Score::DRAW },
            bound: Bound::Exact,
            chances: None,
            nodes: 0,
            time: self.shared.control.elapsed(),
            hashfull: 0,
            tablebase_hits: 0,
            moves: Vec::new(),
        };
        (self.on_info)(&info);
        self.last = Some(info);
    }

    fn finish(self, line: &[Move]) -> Report {
        let info = self.last.expect("a search ends after its first iteration at the earliest");
        Report { best: line.first().copied(), ponder: line.get(1).copied(), info }
    }
}

/// Bounds are reported in long searches only.
const BOUNDS_FROM: Duration = Duration::from_secs(1);

/// The worker whose move has the most votes. Each worker votes for its best move, weighted by its
/// score and depth; a mate decides at once.
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
            // Ties go to the deepest, then to the first.
            (agreed, worker.completed_depth(), std::cmp::Reverse(worker.thread()))
        })
        .map_or(first, |(worker, _)| worker)
}
