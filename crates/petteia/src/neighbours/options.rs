//! Options that several commands share.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use neighbours::Weights;
use neighbours::search::{Limits, MAX_DEPTH};

/// How long the agent may think.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Plies to look ahead
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=MAX_DEPTH as i64))]
    depth: Option<u8>,
    /// Positions to look at for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
}

impl LimitArgs {
    /// The limits, or this much time where none is given.
    pub fn or_time(&self, default: Duration) -> Limits {
        let time = self.movetime.map(Duration::from_millis);
        let limits = Limits { nodes: self.nodes, time, ..Limits::default() };
        match self.depth {
            Some(depth) => Limits { depth, ..limits },
            None if limits.is_infinite() => Limits::time(default),
            None => limits,
        }
    }
}

/// The weights in a file, or the embedded ones.
pub fn read_weights(file: Option<&Path>) -> anyhow::Result<Weights> {
    let Some(file) = file else {
        return Ok(Weights::default());
    };
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    text.parse().with_context(|| format!("{} is not a weights file", file.display()))
}

/// A flag that Ctrl-C sets, so that a long job can finish what it is at. A second Ctrl-C ends the
/// program at once.
pub fn interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    ctrlc::set_handler(|| {
        if FLAG.swap(true, Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(Arc::clone(&FLAG))
}

/// A progress bar for games, of which some have been played before.
pub fn games_bar(games: u32, played: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left  {msg}");
    let bar = ProgressBar::new(u64::from(games));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(u64::from(played));
    bar.reset_eta();
    bar
}

/// Writes a file so that a reader finds the old content or the new one, never half of it.
pub fn write_whole(file: &Path, content: &str) -> anyhow::Result<()> {
    let draft = file.with_extension("tmp");
    fs::write(&draft, content)
        .and_then(|()| fs::rename(&draft, file))
        .with_context(|| format!("cannot write {}", file.display()))
}
