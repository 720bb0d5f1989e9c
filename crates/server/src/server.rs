//! The server from its start to its end.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Query, State, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Router, middleware};
use serde::Deserialize;
use thiserror::Error;

use crate::app::App;
use crate::config::Config;
use crate::guard::{self, Guard, Local};
use crate::refused::Refused;
use crate::{assets, chance, connections, routes, socket, visitors};

/// Ports to try, one after the other.
const PORTS_TRIED: u16 = 100;

/// Why the server does not run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// No port is free.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The last address that was tried.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The data folder cannot be used.
    #[error("cannot keep games in {path}: {why}", path = .path.display())]
    Data {
        /// The folder or file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// The server failed.
    #[error("the server failed")]
    Failed(#[from] io::Error),
    /// There are no random numbers for a token.
    #[error("cannot make a token")]
    Token(#[from] getrandom::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    /// For agents that connect to join games.
    agents: Option<TcpListener>,
    token: Option<String>,
    ticket: Option<String>,
    app: Arc<App>,
}

impl Server {
    /// Finds a free port and opens the data folder.
    pub fn bind(mut config: Config) -> Result<Self, ServeError> {
        let listener = listen(SocketAddr::new(config.address, config.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let agents =
            config.agent_port.map(|port| listen_at(SocketAddr::new(config.address, port))).transpose()?;
        config.agent_port = agents.as_ref().map(TcpListener::local_addr).transpose()?.map(|at| at.port());
        let needs_token = !config.address.is_loopback();
        let secret = || needs_token.then(chance::id).transpose();
        let (token, ticket) = (secret()?, secret()?);
        Ok(Self { listener, address, agents, token, ticket, app: Arc::new(App::new(config)?) })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address at which agents connect to join games, if they may.
    pub fn agent_address(&self) -> Option<SocketAddr> {
        self.app.config.agent_port.map(|port| SocketAddr::new(self.address.ip(), port))
    }

    /// The address to open in a browser, with the token where one is needed.
    pub fn url(&self) -> String {
        self.url_with(self.token.as_deref())
    }

    /// An address that can be opened once, in the place of [`Server::url`]: it may be seen by others.
    pub fn url_for_once(&self) -> String {
        self.url_with(self.ticket.as_deref())
    }

    fn url_with(&self, secret: Option<&str>) -> String {
        let query = secret.map_or(String::new(), |secret| format!("?token={secret}"));
        format!("http://{}/{query}", self.address)
    }

    /// Serves until Ctrl-C or SIGTERM.
    pub fn run(self) -> Result<(), ServeError> {
        let store = self.app.store.clone();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            tokio::select! {
                served = self.serve() => served,
                () = asked_to_end() => Ok(()),
            }
        });
        // Searches are broken off; games are written.
        runtime.shutdown_background();
        store.flush();
        served
    }

    /// Serves forever, on the runtime of the caller.
    pub async fn serve(self) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        if let Some(agents) = self.agents {
            let agents = tokio::net::TcpListener::from_std(agents)?;
            tokio::spawn(visitors::receive(agents, Arc::clone(&self.app)));
        }
        let guard = Arc::new(Guard::new(self.address.port(), self.token, self.ticket));
        let limits = self.app.config.limits;
        let upload = DefaultBodyLimit::max(limits.upload_bytes);
        let router = Router::new()
            .route("/ws", any(upgrade))
            .nest("/api", routes::router().layer(upload))
            .fallback(get(assets::serve))
            .layer(middleware::from_fn_with_state(guard, guard::pass))
            .with_state(self.app);
        connections::serve(listener, router, limits.http_connections, limits.head_time).await;
        Ok(())
    }
}

/// Listens on this address and no other.
fn listen_at(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let listener = TcpListener::bind(address).map_err(|error| ServeError::Listen { address, error })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Listens on the address, or on the next free port.
fn listen(mut address: SocketAddr) -> Result<TcpListener, ServeError> {
    let first = address.port();
    loop {
        match TcpListener::bind(address) {
            Ok(listener) => return Ok(listener),
            Err(error)
                if error.kind() == io::ErrorKind::AddrInUse
                    && first != 0
                    && address.port() < first.saturating_add(PORTS_TRIED) =>
            {
                address.set_port(address.port() + 1);
            }
            Err(error) => return Err(ServeError::Listen { address, error }),
        }
    }
}

/// Who opens a page: a secret of its browser, by which its seats at games are known. Pages without
/// one are all the same player.
#[derive(Deserialize)]
struct PageKey {
    #[serde(default)]
    player: String,
}

const LONGEST_KEY: usize = 64;

/// Opens a WebSocket, unless there are too many.
async fn upgrade(
    State(app): State<Arc<App>>,
    local: Result<Local, Refused>,
    Query(PageKey { player }): Query<PageKey>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if player.len() > LONGEST_KEY {
        return Refused::Bad(format!(
            "a player's key of {} bytes; expected {LONGEST_KEY} at most",
            player.len()
        ))
        .into_response();
    }
    let Ok(permit) = Arc::clone(&app.connections).try_acquire_owned() else {
        return Refused::Busy("too many pages are open".to_owned()).into_response();
    };
    // A message that is too long is refused; only one that is far too long ends the connection.
    let most = 16 * app.config.limits.message_bytes;
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(async move |socket| {
        socket::talk(app, socket, player.into(), local.is_ok()).await;
        drop(permit);
    })
}

/// Waits for Ctrl-C or SIGTERM.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // If signals do not work, only SIGKILL ends the server.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
