//! Connections, as many as there are places for.
//!
//! A client that connects and sends nothing takes a place. It is shown out after a while, or as soon
//! as somebody else needs the place: the one that has waited longest goes first. A page that opens a
//! WebSocket leaves its place for one of those that [`crate::socket`] counts.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use parking_lot::Mutex;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// Time before the next try when no connection can be accepted.
const PAUSE: Duration = Duration::from_millis(10);

/// Serves everybody who connects, forever. A client has `head_time` to say what it wants.
pub(crate) async fn serve(listener: TcpListener, router: Router, most: usize, head_time: Duration) {
    let places = Arc::new(Places { most, state: Mutex::default() });
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // A move must not wait for the next packet.
                let _ = stream.set_nodelay(true);
                if let Some(place) = Places::take(&places) {
                    tokio::spawn(talk(stream, peer, place, router.clone(), head_time));
                }
            }
            // Most likely the process has no descriptor left.
            Err(error) if !is_clients_fault(&error) => {
                places.state.lock().show_out();
                tokio::time::sleep(PAUSE).await;
            }
            Err(_) => {}
        }
    }
}

/// Whether the client left before it was accepted.
fn is_clients_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of a connection until it ends or has to leave.
async fn talk(stream: TcpStream, peer: SocketAddr, place: Place, router: Router, head_time: Duration) {
    let place = Arc::new(place);
    let leave = Arc::clone(&place.leave);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let (place, answer) = (Arc::clone(&place), router.call(request));
        async move {
            place.stay();
            let answer = answer.await;
            place.wait();
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // How a connection fails is the client's business.
    tokio::select! {
        _ = connection => {}
        () = leave.notified() => {}
    }
}

/// The places for connections.
struct Places {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    taken: usize,
    /// Connections that wait for their client, by the turn in which they began to.
    waiting: BTreeMap<u64, Arc<Notify>>,
    turn: u64,
}

impl State {
    /// Makes the connection leave that has waited longest; returns whether there is one.
    fn show_out(&mut self) -> bool {
        match self.waiting.pop_first() {
            Some((_, leave)) => {
                leave.notify_one();
                true
            }
            None => false,
        }
    }
}

/// The place of a connection, which is free again when it is dropped.
struct Place {
    places: Arc<Places>,
    leave: Arc<Notify>,
    /// The turn of this connection, if it waits.
    turn: Mutex<Option<u64>>,
}

impl Places {
    /// A place, if one is free or can be freed.
    fn take(places: &Arc<Self>) -> Option<Place> {
        let mut state = places.state.lock();
        if state.taken >= places.most && !state.show_out() {
            return None;
        }
        state.taken += 1;
        drop(state);
        let place = Place { places: Arc::clone(places), leave: Arc::default(), turn: Mutex::default() };
        place.wait();
        Some(place)
    }
}

impl Place {
    /// The client is to send something; the connection may be shown out.
    fn wait(&self) {
        let mut own = self.turn.lock();
        let mut state = self.places.state.lock();
        state.turn += 1;
        let turn = state.turn;
        state.waiting.insert(turn, Arc::clone(&self.leave));
        *own = Some(turn);
    }

    /// A request is being answered.
    fn stay(&self) {
        if let Some(turn) = self.turn.lock().take() {
            self.places.state.lock().waiting.remove(&turn);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.stay();
        self.places.state.lock().taken -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_longest_waiting_leaves_first_and_who_is_served_stays() {
        let places = Arc::new(Places { most: 2, state: Mutex::default() });
        let served = Places::take(&places).expect("a place");
        served.stay();
        let waiting = Places::take(&places).expect("a place");
        let third = Places::take(&places).expect("the place of the one that waits");
        waiting.leave.notified().await;
        drop(waiting);
        third.stay();
        assert!(Places::take(&places).is_none(), "both are being served");
        served.wait();
        let fourth = Places::take(&places).expect("the place of the first");
        served.leave.notified().await;
        drop((served, third, fourth));
        assert_eq!(places.state.lock().taken, 0);
        assert!(places.state.lock().waiting.is_empty());
    }
}
