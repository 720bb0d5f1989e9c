//! What all connections share.

use std::path::Path;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::config::Config;
use crate::pool::Pool;
use crate::room::{BoardRequest, ChessRequest, Rooms};
use crate::server::ServeError;
use crate::store::Store;
use crate::watch::Matches;

/// Network agents that think at a time: each holds a thread while it is waited for.
const MOST_NETWORK_AGENTS: usize = 16;

/// The server's state.
#[derive(Debug)]
pub(crate) struct App {
    pub config: Config,
    pub pool: Pool,
    pub chess_games: Rooms<ChessRequest>,
    pub neighbours_games: Rooms<BoardRequest>,
    pub store: Store,
    pub matches: Matches,
    pub connections: Arc<Semaphore>,
    pub network_agents: Arc<Semaphore>,
}

impl App {
    pub fn new(config: Config) -> Result<Self, ServeError> {
        let limits = config.limits;
        let store = match &config.data {
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| ServeError::Data { path: folder.clone(), why: error.to_string() })?;
                open_store(&folder.join("games.sqlite"))?
            }
            None => Store::in_memory()
                .map_err(|error| ServeError::Data { path: "memory".into(), why: error.to_string() })?,
        };
        Ok(Self {
            pool: Pool::new(limits.engines, limits.hash_megabytes, limits.waiting),
            chess_games: Rooms::new(limits.games),
            neighbours_games: Rooms::new(limits.games),
            store,
            matches: Matches::new(&config),
            connections: Arc::new(Semaphore::new(limits.connections)),
            network_agents: Arc::new(Semaphore::new(MOST_NETWORK_AGENTS)),
            config,
        })
    }
}

fn open_store(path: &Path) -> Result<Store, ServeError> {
    Store::open(path).map_err(|error| ServeError::Data { path: path.to_owned(), why: error.to_string() })
}
