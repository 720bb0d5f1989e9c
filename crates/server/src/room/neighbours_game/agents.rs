//! Agents: the built-in one, which runs in the pool, and those on the network.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use gamekit::table::TableError;
use neighbours::ngi::{Client, Timeouts};
use neighbours::player::Agent;
use neighbours::search::{Limits, Searcher};
use neighbours::{Game, Level, Move, Player, PlayerError, Weights};
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::chance;
use crate::protocol::neighbours::{NeighboursHint, Seat};
use crate::refused::Refused;

/// Size of the agent's table: a few megabytes, allocated for each move.
const TABLE_ENTRIES: usize = 200_000;
const HINT_TIME: Duration = Duration::from_millis(500);
const NETWORK_TIME: Duration = Duration::from_secs(1);

/// An agent that thinks. Dropping it cancels the search, or the wait for the network.
pub(super) type Thinking = BoxFuture<'static, Chosen>;

/// The choice of an agent.
pub struct Chosen {
    pub(super) mv: Result<Move, Refused>,
    /// The connection to a network agent, for its next move.
    pub(super) client: Option<Client>,
}

pub(super) fn ask_agent(app: &App, game: &Game, level: u8) -> Result<Thinking, Refused> {
    let level = Level::new(level).ok_or_else(|| bad_level(level))?;
    let game = game.clone();
    let seed = chance::below(u64::MAX)?;
    let mut work = app.pool.run(move |cancelled| {
        let searcher = Searcher::new(&Weights::default(), TABLE_ENTRIES, 1).ok()?;
        Agent::at_level(level, searcher, seed).think(&game, cancelled, |_| ())
    })?;
    Ok(Box::pin(async move {
        let mv = work.result().await.flatten();
        Chosen { mv: mv.ok_or_else(|| Refused::internal("the agent found no move")), client: None }
    }))
}

/// Asks an agent on the network; `known` is the connection of its last move.
pub(super) fn ask_network(
    app: &App,
    game: &Game,
    address: &str,
    known: Option<Client>,
) -> Result<Thinking, Refused> {
    let busy = |_| Refused::Busy("too many network agents are thinking".to_owned());
    let permit = Arc::clone(&app.network_agents).try_acquire_owned().map_err(busy)?;
    let game = game.clone();
    let is_new = known.is_none();
    let new = || Client::new(address, Limits::time(NETWORK_TIME), Timeouts::default());
    let mut client = known.unwrap_or_else(new);
    let chosen = spawn_blocking(move || {
        let ready = if is_new { client.new_game() } else { Ok(()) };
        let mv = ready.and_then(|()| client.choose(&game)).map_err(|error| discreet(&error));
        drop(permit);
        Chosen { mv, client: Some(client) }
    });
    let failed = |error| Chosen { mv: Err(Refused::internal(error)), client: None };
    Ok(Box::pin(async move { chosen.await.unwrap_or_else(failed) }))
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
    let game = game.clone();
    let mut work = app.pool.run(move |cancelled| {
        let searcher = Searcher::new(&Weights::default(), TABLE_ENTRIES, 1)?;
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
        })
    })
}

/// Checks a player that a page has chosen.
pub(super) fn check(seat: &Seat) -> Result<(), Refused> {
    match seat {
        Seat::Person => Ok(()),
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
