//! One technique after another added to the search.

use std::time::Duration;

use chess::Position;
use plot::Plot;

use super::{Experiment, ExperimentError, Findings, Settings, Table, positions, search};
use crate::player::evaluation::Evaluation;
use crate::player::{Method, Order, Profile, Pruning};

pub const EXPERIMENT: Experiment = Experiment {
    name: "techniques",
    about: "From minimax to a modern search, one technique at a time: nodes and time to each depth.",
    original: "Athens reaches depth 8 in under 5 seconds and 9 to 10 in about 5 minutes.",
    run,
};

/// Switches a technique on.
type Switch = fn(&mut Profile);

/// The techniques in the order in which they are added; each keeps all before it.
fn ladder() -> Vec<(&'static str, Profile)> {
    let minimax = Profile {
        evaluation: Evaluation::Tapered,
        ..*Profile::named("minimax").expect("the profile is listed")
    };
    let steps: [(&str, Switch); 11] = [
        ("alpha-beta", |profile| profile.method = Method::AlphaBeta),
        ("+ captures first", |profile| profile.order = Order::MvvLva),
        ("+ PVS", |profile| profile.method = Method::Pvs),
        ("+ killers", |profile| profile.killers = true),
        ("+ deepening", |profile| profile.deepening = true),
        ("+ table", |profile| profile.table = Some(16)),
        ("+ static null", |profile| profile.pruning.static_null = true),
        ("+ null move", |profile| profile.pruning.null_move = true),
        ("+ futility", |profile| profile.pruning.futility = true),
        ("+ late moves", |profile| {
            profile.pruning = Pruning { late_moves: true, reduce_from: Some(10), ..profile.pruning };
        }),
        ("+ quiescence", |profile| profile.quiescence = true),
    ];
    let mut ladder = vec![("minimax", minimax)];
    for (name, add) in steps {
        let mut profile = ladder[ladder.len() - 1].1;
        add(&mut profile);
        ladder.push((name, profile));
    }
    ladder
}

fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let positions = positions(settings);
    let (deepest, most_nodes) = if settings.quick { (3, 300_000) } else { (10, 60_000_000) };
    let columns: Vec<String> =
        ["search".to_owned()].into_iter().chain((1..=deepest).map(|depth| depth.to_string())).collect();
    let title = |what| format!("{what} to each depth, over {} positions", positions.len());
    let mut nodes_table = Table::new(&title("Nodes"), columns.clone());
    let mut time_table = Table::new(&title("Milliseconds"), columns);
    let mut chart = Plot::new("One technique after another", "depth", "nodes").logarithmic();
    for (name, profile) in ladder() {
        (settings.tell)(name);
        let measured = measure(&profile, &positions, deepest, most_nodes)?;
        let row = |cell: fn(&(u64, Duration)) -> String| {
            let cells = (0..deepest as usize).map(|index| measured.get(index).map_or("-".to_owned(), cell));
            [name.to_owned()].into_iter().chain(cells).collect::<Vec<_>>()
        };
        nodes_table.push(row(|(nodes, _)| nodes.to_string()));
        time_table.push(row(|(_, time)| time.as_millis().to_string()));
        let points =
            measured.iter().enumerate().map(|(index, (nodes, _))| ((index + 1) as f64, *nodes as f64));
        chart = chart.line(name, points);
    }
    let notes = vec![
        format!("A dash: the depth before took more than a tenth of {most_nodes} nodes."),
        "Nodes of searches without deepening are those of the one depth, of the others those of all up to it."
            .to_owned(),
    ];
    Ok(Findings { tables: vec![nodes_table, time_table], chart: Some(chart.to_string()), notes })
}

/// Nodes and time to each depth, until it takes too many.
fn measure(
    profile: &Profile,
    positions: &[Position],
    deepest: u32,
    most_nodes: u64,
) -> Result<Vec<(u64, Duration)>, ExperimentError> {
    let mut measured = Vec::new();
    for depth in 1..=deepest {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for position in positions {
            let (report, spent) = search(*profile, position, depth, None)?;
            nodes += report.info.nodes;
            time += spent;
        }
        measured.push((nodes, time));
        // The next depth takes many times as long.
        if nodes > most_nodes / 10 {
            break;
        }
    }
    Ok(measured)
}
