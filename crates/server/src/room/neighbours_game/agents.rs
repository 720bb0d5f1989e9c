//! Agents: the built-in one, which runs in the pool, and those on the network.

use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use gamekit::Color;
use gamekit::table::TableError;
use neighbours::ngi::{Client, Timeouts};
use neighbours::player::Agent;
use neighbours::search::{Limits, Searcher};
use neighbours::tables::Tables;
use neighbours::{End, Game, Level, Move, Player, PlayerError, Weights};
use parking_lot::Mutex;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::chance;
use crate::protocol::neighbours::{NeighboursHint, Seat};
use crate::refused::Refused;

/// Size of an agent's table: a few megabytes, kept from move to move.
const TABLE_ENTRIES: usize = 200_000;
const HINT_TIME: Duration = Duration::from_millis(500);
const NETWORK_TIME: Duration = Duration::from_secs(1);

/// An agent that thinks. Dropping it cancels the search, or the wait for the network.
pub(super) type Thinking = BoxFuture<'static, Chosen>;

/// The choice of an agent.
pub struct Chosen {
    pub(super) mv: Result<Move, Refused>,
    /// What it needs for its next move.
    pub(super) kept: Option<Kept>,
}

/// What an agent keeps from move to move.
pub enum Kept {
    /// The built-in agent with its table.
    Agent(Box<Agent>),
    /// The connection to a network agent.
    Network(Client),
    /// An agent that has connected. A search that nobody waits for any more may still hold it.
    Visitor(Arc<Mutex<Visitor>>),
}

/// An agent that has connected to this server, and its place among those that may.
pub struct Visitor {
    client: Client,
    _place: OwnedSemaphorePermit,
    is_ready: bool,
}

impl Visitor {
    /// Longest name that is shown, in characters.
    const LONGEST_NAME: usize = 40;

    /// Waits for the greeting of an agent; returns it with the id of the game that it wants to join.
    pub fn welcome(stream: TcpStream, place: OwnedSemaphorePermit) -> Result<(Self, String), PlayerError> {
        let (client, game) = Client::welcome(stream, Limits::time(NETWORK_TIME), Timeouts::default())?;
        Ok((Self { client, _place: place, is_ready: false }, game))
    }

    /// What it calls itself, short enough to be shown.
    pub fn name(&self) -> String {
        self.client.name().chars().filter(|letter| !letter.is_control()).take(Self::LONGEST_NAME).collect()
    }

    /// Tells it which side it plays. A line after the greeting does not wait for the other end; if
    /// that is gone, its first move shows it.
    pub fn seat(&mut self, color: Color) {
        let _ = self.client.seat(color);
    }

    /// Tells it why it cannot join, if it is still there.
    pub fn refuse(self, why: &str) {
        let _ = self.client.refuse(why);
    }

    fn choose(&mut self, game: &Game) -> Result<Move, PlayerError> {
        if !self.is_ready {
            self.client.new_game()?;
            self.is_ready = true;
        }
        self.client.choose(game)
    }
}

/// Asks the built-in agent; `known` is the agent of the last move.
pub(super) fn ask_agent(app: &App, game: &Game, level: u8, known: Option<Kept>) -> Result<Thinking, Refused> {
    let level = Level::new(level).ok_or_else(|| bad_level(level))?;
    let game = game.clone();
    let seed = chance::below(u64::MAX)?;
    let threads = app.pool.workers();
    let mut work = app.pool.run(move |cancelled| {
        let mut agent = match known {
            Some(Kept::Agent(agent)) => agent,
            _ => Box::new(new_agent(level, threads, seed)?),
        };
        let mv = agent.think(&game, cancelled, |_| ());
        Ok::<_, TableError>((mv, agent))
    })?;
    Ok(Box::pin(async move {
        match work.result().await {
            Some(Ok((Some(mv), agent))) => Chosen { mv: Ok(mv), kept: Some(Kept::Agent(agent)) },
            Some(Err(error)) => Chosen { mv: Err(Refused::internal(error)), kept: None },
            _ => Chosen { mv: Err(Refused::internal("the agent found no move")), kept: None },
        }
    }))
}

/// An agent of a level. Searches to a small depth are over before other threads could help.
fn new_agent(level: Level, threads: usize, seed: u64) -> Result<Agent, TableError> {
    let threads = if level.noise() == 0 { threads } else { 1 };
    let searcher = Searcher::new(&Weights::default(), TABLE_ENTRIES, threads)?;
    Ok(Agent::at_level(level, level.with_tables(searcher, &Tables::embedded()), seed))
}

/// Asks an agent on the network; `known` is the connection of its last move.
pub(super) fn ask_network(
    app: &App,
    game: &Game,
    address: &str,
    known: Option<Kept>,
) -> Result<Thinking, Refused> {
    let busy = |_| Refused::Busy("too many network agents are thinking".to_owned());
    let permit = Arc::clone(&app.network_agents).try_acquire_owned().map_err(busy)?;
    let game = game.clone();
    let (is_new, mut client) = match known {
        Some(Kept::Network(client)) => (false, client),
        _ => (true, Client::new(address, Limits::time(NETWORK_TIME), Timeouts::default())),
    };
    let chosen = spawn_blocking(move || {
        let ready = if is_new { client.new_game() } else { Ok(()) };
        let mv = ready.and_then(|()| client.choose(&game)).map_err(|error| discreet(&error));
        drop(permit);
        Chosen { mv, kept: Some(Kept::Network(client)) }
    });
    let failed = |error| Chosen { mv: Err(Refused::internal(error)), kept: None };
    Ok(Box::pin(async move { chosen.await.unwrap_or_else(failed) }))
}

/// Asks an agent that has connected.
pub(super) fn ask_visitor(game: &Game, known: Option<&Kept>) -> Result<Thinking, Refused> {
    let Some(Kept::Visitor(visitor)) = known else {
        return Err(Refused::internal("the agent has left"));
    };
    let (game, visitor) = (game.clone(), Arc::clone(visitor));
    let chosen = spawn_blocking(move || {
        let mv = visitor.lock().choose(&game).map_err(|error| discreet(&error));
        Chosen { mv, kept: Some(Kept::Visitor(visitor)) }
    });
    let failed = |error| Chosen { mv: Err(Refused::internal(error)), kept: None };
    Ok(Box::pin(async move { chosen.await.unwrap_or_else(failed) }))
}

/// Tells an agent on the network how the game ended, and lets it go.
pub(super) fn tell(kept: Option<Kept>, game: &Game, end: End) {
    let (game, result) = (game.clone(), end.result());
    match kept {
        Some(Kept::Network(mut client)) => drop(spawn_blocking(move || client.game_over(&game, result))),
        Some(Kept::Visitor(visitor)) => {
            drop(spawn_blocking(move || visitor.lock().client.game_over(&game, result)));
        }
        Some(Kept::Agent(_)) | None => {}
    }
}

/// Why an agent failed, without what it sent: it may be another kind of server.
fn discreet(error: &PlayerError) -> Refused {
    match error {
        PlayerError::Protocol { peer, expected, .. } => {
            Refused::Internal(format!("{peer} is no agent: expected {expected}, found something else"))
        }
        _ => Refused::internal(error),
    }
}

pub(super) fn hint(
    app: &App,
    game: &Game,
) -> Result<impl Future<Output = Result<NeighboursHint, Refused>> + use<>, Refused> {
    if let Some(end) = game.end() {
        return Err(Refused::Bad(format!("the game is over: {end}")));
    }
    let turn = game.position().turn();
    let tables = Tables::embedded();
    let verdict = tables.verdict(game.position()).map(|verdict| format!("{turn} {verdict}"));
    let (game, threads) = (game.clone(), app.pool.workers());
    let mut work = app.pool.run(move |cancelled| {
        let searcher = Searcher::new(&Weights::default(), TABLE_ENTRIES, threads)?.with_tables(tables);
        Ok::<_, TableError>(searcher.search(&game, &Limits::time(HINT_TIME), cancelled, |_| ()))
    })?;
    Ok(async move {
        let report = work.result().await.ok_or_else(|| Refused::internal("the agent failed"))?;
        let report = report.map_err(Refused::internal)?;
        let best = report.best().ok_or_else(|| Refused::bad("there is no move"))?;
        let score = report.score().raw();
        let line = report.lines.first().map(|(_, line)| line.iter().map(ToString::to_string).collect());
        Ok(NeighboursHint {
            mv: best.to_string(),
            score: turn.for_white(score),
            depth: report.depth,
            line: line.unwrap_or_default(),
            verdict,
        })
    })
}

/// Checks a player that a page has chosen.
pub(super) fn check(seat: &Seat) -> Result<(), Refused> {
    match seat {
        Seat::Person | Seat::Invited => Ok(()),
        Seat::Agent { level } => Level::new(*level).map(drop).ok_or_else(|| bad_level(*level)),
        Seat::Network { address } => {
            let port = address.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
            let bad =
                || Refused::Bad(format!("address {address:?}; expected host:port, as in localhost:7117"));
            port.map(drop).ok_or_else(bad)
        }
    }
}

fn bad_level(level: u8) -> Refused {
    Refused::Bad(format!("level {level}; expected 1 to {}", Level::FULL))
}
