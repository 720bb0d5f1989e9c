//! Threads and what they gain.

use std::time::Duration;

use super::{Experiment, ExperimentError, Findings, Settings, Table, positions, search};
use crate::player::{Profile, Sharing};

pub const EXPERIMENT: Experiment = Experiment {
    name: "parallel",
    about: "PV splitting, young brothers wait and Lazy SMP on 1, 2 and 4 threads: time to a depth, and nodes a \
            second.",
    original: "Athens: Lazy SMP takes 5209, 4586 and 2590 ms on 1, 2 and 4 threads. Madrid's young brothers lose \
               time, because every thread is joined at every node.",
    run,
};

const WAYS: [(&str, Sharing); 3] = [
    ("PV splitting", Sharing::PvSplitting),
    ("young brothers wait", Sharing::YoungBrothersWait),
    ("Lazy SMP", Sharing::LazySmp),
];

fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let positions = positions(settings);
    let depth = if settings.quick { 4 } else { 7 };
    let base = Profile { table: Some(16), ..*Profile::named("madrid-pext").expect("the profile is listed") };
    let title = format!("Depth {depth} of {} positions", positions.len());
    let columns = ["way", "threads", "nodes", "ms", "knps", "speed-up"];
    let mut table = Table::new(&title, columns);
    for (name, sharing) in WAYS {
        let mut alone = Duration::ZERO;
        for threads in [1, 2, 4] {
            (settings.tell)(&format!("{name}, threads: {threads}"));
            let profile = Profile { sharing, threads, ..base };
            let (mut nodes, mut time) = (0, Duration::ZERO);
            for position in &positions {
                let (report, spent) = search(profile, position, depth, None)?;
                nodes += report.info.nodes;
                time += spent;
            }
            if threads == 1 {
                alone = time;
            }
            table.push([
                name.to_owned(),
                threads.to_string(),
                nodes.to_string(),
                time.as_millis().to_string(),
                format!("{:.0}", nodes as f64 / time.as_secs_f64() / 1e3),
                format!("{:.2}", alone.as_secs_f64() / time.as_secs_f64()),
            ]);
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let notes = vec![format!(
        "This machine runs {cores} threads at once; with more than that, threads take turns, and what is gained is \
         nothing but another order of search."
    )];
    Ok(Findings { tables: vec![table], chart: None, notes })
}
