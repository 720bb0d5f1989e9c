//! `petteia train --benchmark`: the speed of training.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::HumanCount;
use nnue::Architecture;
use trainer::data::{Reader, Writer};
use trainer::training::{Loader, Origin, Sample, Session, synthetic};

/// Enough for random positions to miss every cache.
const GAMES: u64 = 12_000;
const PERIOD: Duration = Duration::from_secs(10);

/// The size of the net to measure with.
#[derive(clap::Args)]
pub struct Size {
    /// Hidden units of the net to measure with.
    #[arg(long, requires = "benchmark", default_value_t = 256)]
    hidden: usize,
    /// King buckets of the net to measure with.
    #[arg(long, requires = "benchmark", default_value_t = 1)]
    king_buckets: usize,
    /// Measure with a deep net.
    #[arg(long, requires = "benchmark")]
    deep: bool,
}

/// Loads synthetic games and trains on them for ten seconds.
pub fn run(size: &Size, threads: usize) -> Result<()> {
    let arch = Architecture::new(size.hidden, 1).context("--hidden")?;
    let arch = arch.with_king_buckets(size.king_buckets).context("--king-buckets")?;
    let arch = if size.deep { arch.deep().context("--hidden")? } else { arch };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("made-up.games");
    let mut writer = Writer::open(&path, "made up", |_| ())?;
    for number in 0..GAMES {
        writer.add(&synthetic::game(number))?;
    }
    writer.finish()?;

    let recipe = synthetic::recipe(arch);
    let start = Instant::now();
    let mut loader = Loader::new(&recipe, None, threads);
    loader.read(Reader::open(&path)?)?;
    let data = loader.finish();
    let positions = data.training.len() + data.validation.len();
    let speed = |count: usize, time: Duration| HumanCount((count as f64 / time.as_secs_f64()) as u64);
    println!(
        "loaded  {} positions, {} a second, {} bytes each",
        HumanCount(positions as u64),
        speed(positions, start.elapsed()),
        size_of::<Sample>()
    );

    let mut session = Session::new(Origin::random(arch, recipe.seed), &recipe, &data, threads);
    let (start, mut learned) = (Instant::now(), 0);
    while start.elapsed() < PERIOD {
        if session.step().is_some() {
            learned += data.training.len();
        }
    }
    learned += session.learned();
    println!("learned {} positions a second: {arch}, {threads} threads", speed(learned, start.elapsed()));
    Ok(())
}
