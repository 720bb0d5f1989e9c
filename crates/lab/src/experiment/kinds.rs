//! What moves do, counted over the whole tree.

use chess::Position;
use chess::perft::Kinds;

use super::{Experiment, ExperimentError, Findings, Settings, Table};

pub const EXPERIMENT: Experiment = Experiment {
    name: "kinds",
    about: "The last moves of the tree from the initial position, by what they do (`petteia perft --kinds`).",
    original: "Athens counts to depth 10; at depth 4 there are 1,576 captures, 469 checks and 8 mates.",
    run,
};

#[expect(clippy::unnecessary_wraps, reason = "all experiments have one type")]
fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let deepest = if settings.quick { 4 } else { 6 };
    let columns = ["depth"].into_iter().chain(Kinds::NAMES);
    let mut table = Table::new("Perft by kind", columns);
    for depth in 1..=deepest {
        let kinds = Kinds::count(&Position::initial(), depth);
        let counts = kinds.counts().into_iter().map(|count| count.to_string());
        table.push([depth.to_string()].into_iter().chain(counts));
    }
    Ok(Findings { tables: vec![table], ..Findings::default() })
}
