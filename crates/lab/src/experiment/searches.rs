//! The searches of the books on the same trees.

use chess::Position;

use super::{Experiment, ExperimentError, Findings, Settings, Table, positions};
use crate::search;

pub const EXPERIMENT: Experiment = Experiment {
    name: "searches",
    about: "Minimax, alpha-beta, NegaScout and MTD(f) find the same values; how many nodes does each look at?",
    original: "Athens surveys them and gives no common figure.",
    run,
};

#[expect(clippy::unnecessary_wraps, reason = "all experiments have one type")]
fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let positions = positions(settings);
    let deepest = if settings.quick { 2 } else { 4 };
    let searches = search::all::<Position>();
    let columns = ["depth"].into_iter().chain(searches.iter().map(|(name, _)| *name));
    let mut table = Table::new(
        &format!("Nodes over {} positions, material, moves as generated", positions.len()),
        columns,
    );
    for depth in 1..=deepest {
        let nodes = searches.iter().map(|(_, search)| {
            let nodes: u64 = positions.iter().map(|position| search(position, depth).nodes).sum();
            nodes.to_string()
        });
        table.push([depth.to_string()].into_iter().chain(nodes));
    }
    let notes = vec![
        "Without an order of moves, as here, alpha-beta saves least; the experiment `techniques` adds what makes \
         it strong."
            .to_owned(),
        "MTD(f) counts the nodes of all its iterations, and has a table, which the others do without.".to_owned(),
    ];
    Ok(Findings { tables: vec![table], chart: None, notes })
}
