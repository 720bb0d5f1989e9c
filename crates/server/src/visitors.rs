//! Agents of Neighbours that connect to this server to join a game.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::room::{self, BoardRequest, NeighboursGame, Visitor};

/// Agents that may be connected at a time.
const MOST_VISITORS: usize = 64;
/// Time before the next try when no connection can be accepted.
const PAUSE: Duration = Duration::from_millis(10);

/// Receives agents, forever. One more than there are places for is cut off.
pub(crate) async fn receive(listener: TcpListener, app: Arc<App>) {
    let places = Arc::new(Semaphore::new(MOST_VISITORS));
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
                    tokio::spawn(lead_to_game(stream, place, Arc::clone(&app)));
                }
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Leads an agent to the game that it names. Whatever goes wrong is told to the agent only.
async fn lead_to_game(stream: TcpStream, place: OwnedSemaphorePermit, app: Arc<App>) {
    let Ok(stream) = stream.into_std() else { return };
    let greeted = spawn_blocking(move || {
        stream.set_nonblocking(false).ok()?;
        Visitor::welcome(stream, place).ok()
    });
    let Ok(Some((visitor, game))) = greeted.await else { return };
    match room::resume::<NeighboursGame>(&app, &game).await {
        // The game answers the agent itself.
        Ok(room) => drop(room.ask("".into(), BoardRequest::Join(Box::new(visitor))).await),
        Err(refused) => visitor.refuse(&refused.to_string()),
    }
}
