//! What an evaluation costs in speed.

use std::sync::Arc;

use engine::bench;
use engine::eval::Evaluator;
use nnue::Net;

use super::{Experiment, ExperimentError, Findings, Settings, Table};

pub const EXPERIMENT: Experiment = Experiment {
    name: "evaluations",
    about: "The main engine's speed with each of its evaluations. What they bring is measured by games: \
            experiment `hybrid`, and docs/MEASUREMENTS.md.",
    original: "Athens: its net costs 80 % of the nodes a second.",
    run,
};

fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let depth = if settings.quick { 2 } else { 10 };
    let mut evaluators = vec![Evaluator::PieceSquare, Evaluator::Classical];
    evaluators.extend(Net::embedded().map(Arc::new).map(Evaluator::Nnue));
    if let Some(path) = &settings.net {
        let net = Net::open(path).map_err(|error| ExperimentError::Net(path.clone(), error))?;
        evaluators.push(Evaluator::Nnue(Arc::new(net)));
    }
    let mut table = Table::new(&format!("Bench to depth {depth}"), ["evaluation", "nodes", "knps", "share"]);
    let mut fastest = None;
    for evaluator in evaluators {
        let name = match &evaluator {
            Evaluator::Nnue(net) => net.shape(),
            other => other.to_string(),
        };
        let result = bench::run(depth, 1, evaluator);
        let first = *fastest.get_or_insert(result.speed());
        let share = format!("{:.0} %", 100.0 * result.speed() as f64 / first as f64);
        table.push([name, result.nodes.to_string(), (result.speed() / 1000).to_string(), share]);
    }
    let notes = vec![
        "The main engine follows a net along the moves of the search (an accumulator), which the lab's own player \
         does not."
            .to_owned(),
    ];
    Ok(Findings { tables: vec![table], chart: None, notes })
}
