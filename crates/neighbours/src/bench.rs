//! A fixed amount of work, to measure speed and detect changes of the search.

use std::sync::atomic::AtomicBool;

use gamekit::table::TableError;

use crate::search::{Limits, Report, Searcher};
use crate::{Game, Position, Weights};

/// The start, and middle-game positions of the agent's own games.
pub fn positions() -> Vec<Position> {
    let lines = include_str!("../bench.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("the embedded positions are well-formed")).collect()
}

/// Searches each position to a depth, on one thread, with an empty table.
pub fn bench(
    weights: &Weights,
    depth: u8,
    mut on_report: impl FnMut(&Position, &Report),
) -> Result<(), TableError> {
    let searcher = Searcher::new(weights, Searcher::ENTRIES, 1)?;
    for position in positions() {
        searcher.clear();
        let game = Game::new(position.clone());
        let report = searcher.search(&game, &Limits::depth(depth), &AtomicBool::new(false), |_| ());
        on_report(&position, &report);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_work_every_time() {
        let count = || {
            let mut nodes = Vec::new();
            bench(&Weights::default(), 4, |_, report| nodes.push(report.nodes)).expect("a table");
            nodes
        };
        let nodes = count();
        assert_eq!(nodes.len(), 21);
        assert_eq!(nodes, count());
    }
}
