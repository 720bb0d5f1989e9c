//! Options that several commands share.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use mcts::{Method, NeighboursSearcher, Settings};
use neighbours::Weights;
use neighbours::search::{Limits, MAX_DEPTH, Search, Searcher};
use neighbours::tables::Tables;

use crate::cli::paths::data_folder;

/// The usual size of a search tree, about that of the hash table.
pub const TREE_MEGABYTES: usize = 11;

/// The folder of endgame tables in the data folder.
pub const TABLES_FOLDER: &str = "neighbours-tables";

/// The endgame tables of the data folder, or the embedded ones if these know as much. They are read
/// once.
pub fn tables() -> anyhow::Result<Arc<Tables>> {
    static READ: OnceLock<Arc<Tables>> = OnceLock::new();
    if let Some(tables) = READ.get() {
        return Ok(Arc::clone(tables));
    }
    let made = Tables::open(&data_folder()?.join(TABLES_FOLDER))?;
    let embedded = Tables::embedded();
    let best = if made.pieces() > embedded.pieces() { Arc::new(made) } else { embedded };
    Ok(Arc::clone(READ.get_or_init(|| best)))
}

/// Limits of a search.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Depth limit, in plies
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=MAX_DEPTH as i64))]
    depth: Option<u8>,
    /// Node limit per move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time per move, in ms
    #[arg(long, alias = "movetime", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    move_time: Option<u64>,
}

impl LimitArgs {
    /// The limits, or this much time if none is given.
    pub fn or_time(&self, default: Duration) -> Limits {
        let time = self.move_time.map(Duration::from_millis);
        let limits = Limits { nodes: self.nodes, time, ..Limits::default() };
        match self.depth {
            Some(depth) => Limits { depth, ..limits },
            None if limits.is_infinite() => Limits::time(default),
            None => limits,
        }
    }
}

/// Reads a weights file, or takes the built-in weights.
pub fn read_weights(file: Option<&Path>) -> anyhow::Result<Weights> {
    let Some(file) = file else {
        return Ok(Weights::default());
    };
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    text.parse().with_context(|| format!("{} is not a weights file", file.display()))
}

/// How a command searches.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Search method: PVS or MCTS
    #[arg(long, value_name = "METHOD", default_value_t = Method::Pvs)]
    searcher: Method,
    /// Weights file [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Hash table or search tree size in MB [default: 11]
    #[arg(long, value_name = "MB")]
    hash: Option<usize>,
    /// Old spelling, in entries.
    #[arg(long, hide = true, conflicts_with = "hash")]
    entries: Option<usize>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl SearchArgs {
    /// The evaluation's weights.
    pub fn weights(&self) -> anyhow::Result<Weights> {
        read_weights(self.weights.as_deref())
    }

    /// The search with these weights.
    pub fn search(&self, weights: &Weights) -> anyhow::Result<Box<dyn Search>> {
        let threads = self.threads.into();
        Ok(match self.searcher {
            Method::Pvs => Box::new(Searcher::new(weights, self.entries(), threads)?.with_tables(tables()?)),
            Method::Mcts => {
                let settings = Settings { threads, ..Settings::puct() };
                Box::new(NeighboursSearcher::new(weights, self.hash.unwrap_or(TREE_MEGABYTES), settings)?)
            }
        })
    }

    fn entries(&self) -> usize {
        /// Three entries take a cluster of 32 bytes.
        const PER_MEGABYTE: usize = 3 * (1 << 20) / 32;
        let entries = self.hash.map(|megabytes| megabytes.saturating_mul(PER_MEGABYTE));
        entries.or(self.entries).unwrap_or(Searcher::ENTRIES)
    }
}
