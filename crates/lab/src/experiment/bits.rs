//! What counting and finding bits costs.

use std::hint::black_box;

use gamekit::SplitMix64;

use super::{Experiment, ExperimentError, Findings, Settings, Table, timed};
use crate::bits::{COUNTS, OfWord, SCANS};

pub const EXPERIMENT: Experiment = Experiment {
    name: "bits",
    about: "Counting the bits of a word and finding the lowest, by each method of the books.",
    original: "Athens describes the methods and gives no figure.",
    run,
};

#[expect(clippy::unnecessary_wraps, reason = "all experiments have one type")]
fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let mut rng = SplitMix64::new(9);
    // As many pieces as sets of a chess position have: a few.
    let words: Vec<u64> = (0..1000)
        .map(|_| rng.next_u64() & rng.next_u64() & rng.next_u64())
        .filter(|&word| word != 0)
        .collect();
    let rounds = if settings.quick { 100 } else { 10_000 };
    let mut table = Table::new("A call, in nanoseconds", ["method", "count", "scan"]);
    for name in ["loop", "Kernighan", "table", "De Bruijn", "hardware"] {
        let cost = |methods: &[(&str, OfWord)]| {
            let found = methods.iter().find(|(other, _)| *other == name);
            found.map_or("-".to_owned(), |(_, method)| format!("{:.2}", nanoseconds(*method, &words, rounds)))
        };
        table.push([name.to_owned(), cost(&COUNTS), cost(&SCANS)]);
    }
    let notes = vec!["Words with eight ones on average; the call itself is included.".to_owned()];
    Ok(Findings { tables: vec![table], chart: None, notes })
}

fn nanoseconds(method: OfWord, words: &[u64], rounds: u32) -> f64 {
    let method = black_box(method);
    let (sum, time) = timed(|| {
        (0..rounds).map(|_| words.iter().map(|&word| u64::from(method(word))).sum::<u64>()).sum::<u64>()
    });
    black_box(sum);
    time.as_secs_f64() * 1e9 / f64::from(rounds) / words.len() as f64
}
