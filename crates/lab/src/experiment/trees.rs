//! Monte Carlo tree search: what each form gets done.

use chess::Game;
use engine::eval::Evaluator;
use engine::{Limits, Stop};
use mcts::{ChessSearcher, Leaf, Parallel, Priors, Rollout};

use super::{Experiment, ExperimentError, Findings, Settings, Table, positions, timed};

pub const EXPERIMENT: Experiment = Experiment {
    name: "trees",
    about: "Tree searches of the crate `mcts`: simulations a second of UCT, its hybrids with minimax and PUCT, and of \
            the four parallel forms on 1, 2 and 4 threads.",
    original: "Athens' figure 38 orders the parallel forms by games won: sequential with more time, then tree with \
               virtual loss.",
    run,
};

fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let (uct, puct) = (mcts::Settings::uct(), mcts::Settings::puct());
    let rollout = |rollout| mcts::Settings { leaf: Leaf::Rollout(rollout), ..uct.clone() };
    let forms = [
        ("UCT, random games", uct.clone()),
        ("UCT, games cut after 4 moves", rollout(Rollout { cut: Some(4), ..Rollout::default() })),
        ("informed rollouts (IR)", rollout(Rollout { cut: Some(4), depth: 1, ..Rollout::default() })),
        ("informed cuts (IC)", rollout(Rollout { cut: Some(4), cut_depth: 2, ..Rollout::default() })),
        ("informed priors (IP)", mcts::Settings { priors: Priors::AlphaBeta { depth: 1 }, ..puct.clone() }),
        ("PUCT", puct.clone()),
    ];
    let mut of_forms = Table::new("One thread", ["form", "simulations", "a second"]);
    for (name, form) in forms {
        (settings.tell)(name);
        let (simulations, speed) = measure(settings, form)?;
        of_forms.push([name.to_owned(), simulations.to_string(), format!("{speed:.0}")]);
    }
    let columns = ["way", "1 thread", "2 threads", "4 threads"];
    let mut of_threads = Table::new("PUCT, simulations a second by how threads share the work", columns);
    for parallel in Parallel::ALL {
        let mut row = vec![format!("{parallel:?}").to_lowercase()];
        for threads in [1, 2, 4] {
            let (_, speed) = measure(settings, mcts::Settings { parallel, threads, ..puct.clone() })?;
            row.push(format!("{speed:.0}"));
        }
        of_threads.push(row);
    }
    Ok(Findings { tables: vec![of_forms, of_threads], ..Findings::default() })
}

/// Simulations and simulations a second.
fn measure(settings: &Settings<'_>, form: mcts::Settings) -> Result<(u64, f64), ExperimentError> {
    let wanted = if settings.quick { 20 } else { 1000 };
    let mut searcher = ChessSearcher::new(Evaluator::PieceSquare, 16, form)?;
    let limits = Limits { nodes: Some(wanted), ..Limits::default() };
    let (nodes, time) = timed(|| {
        positions(settings)
            .into_iter()
            .map(|position| {
                searcher.search(&Game::new(position), &limits, &Stop::default(), |_| ()).info.nodes
            })
            .sum::<u64>()
    });
    Ok((nodes, nodes as f64 / time.as_secs_f64().max(1e-9)))
}
