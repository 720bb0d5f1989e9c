//! The state that all connections share.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::config::Config;
use crate::engines::Engines;
use crate::explore::Explorer;
use crate::pool::Pool;
use crate::puzzle_book::PuzzleBook;
use crate::room::{BoardRequest, ChessRequest, Rooms};
use crate::server::ServeError;
use crate::store::Store;
use crate::watch::Matches;

/// Network agents that think at a time: each blocks a thread.
const MOST_NETWORK_AGENTS: usize = 16;

pub(crate) struct App {
    pub config: Config,
    pub pool: Pool,
    pub engines: Arc<Engines>,
    pub chess_games: Rooms<ChessRequest>,
    pub neighbours_games: Rooms<BoardRequest>,
    pub store: Store,
    pub matches: Matches,
    pub explorer: Explorer,
    pub puzzles: PuzzleBook,
    pub connections: Arc<Semaphore>,
    pub network_agents: Arc<Semaphore>,
    /// Reviews at a time: each has an engine of its own.
    pub reviews: Semaphore,
    /// Monte Carlo trees at a time: each has memory of its own.
    pub trees: Semaphore,
    /// Held as long as this server uses the data folder.
    _lock: File,
}

impl App {
    pub fn new(config: Config) -> Result<Self, ServeError> {
        let limits = config.limits;
        let bad_data = |why| ServeError::Data { path: config.data.clone(), why };
        let engines = Arc::new(Engines::new(&config));
        Ok(Self {
            pool: Pool::new(limits.engines, limits.hash_megabytes, limits.waiting),
            chess_games: Rooms::new(limits.games, limits.unwatched_games),
            neighbours_games: Rooms::new(limits.games, limits.unwatched_games),
            _lock: lock(&config.data).map_err(bad_data)?,
            store: open_store(&config.data).map_err(bad_data)?,
            matches: Matches::new(&config, Arc::clone(&engines)),
            explorer: Explorer::new(&config),
            puzzles: PuzzleBook::new(&config),
            engines,
            connections: Arc::new(Semaphore::new(limits.connections)),
            reviews: Semaphore::new(limits.engines),
            trees: Semaphore::new(limits.engines),
            network_agents: Arc::new(Semaphore::new(MOST_NETWORK_AGENTS)),
            config,
        })
    }
}

/// Two servers would overwrite each other's games.
fn lock(folder: &Path) -> Result<File, String> {
    let open = || {
        std::fs::create_dir_all(folder)?;
        File::options().create(true).write(true).truncate(false).open(folder.join("serve.lock"))
    };
    let file = open().map_err(|error| error.to_string())?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err("another server uses this folder; expected one of its own (--data DIR)".to_owned())
        }
        Err(TryLockError::Error(error)) => Err(error.to_string()),
    }
}

fn open_store(folder: &Path) -> Result<Store, String> {
    Store::open(&folder.join("games.sqlite")).map_err(|error| error.to_string())
}
