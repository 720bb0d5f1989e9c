//! A server for an agent.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::Reply;
use super::session::{self, POLL, Settings};
use crate::search::Search;

/// Makes the search of a connection.
type MakeSearch = dyn Fn() -> io::Result<Box<dyn Search>> + Send + Sync;

/// Listens for connections and plays on each of them.
pub struct Server {
    listener: TcpListener,
    settings: Settings,
    make_search: Box<MakeSearch>,
}

impl Server {
    /// Listens on an address; port 0 picks a free one. Each connection gets a search of its own.
    pub fn bind(
        address: impl ToSocketAddrs,
        settings: Settings,
        make_search: impl Fn() -> io::Result<Box<dyn Search>> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, settings, make_search: Box::new(make_search) })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is set. No connection can end it.
    pub fn run(&self, stop: &AtomicBool) {
        let open = AtomicUsize::new(0);
        thread::scope(|scope| {
            while !stop.load(Relaxed) {
                let Ok((stream, _)) = self.listener.accept() else {
                    thread::sleep(POLL);
                    continue;
                };
                if open.load(Relaxed) >= self.settings.connections {
                    let _ = turn_away(&stream);
                    continue;
                }
                open.fetch_add(1, Relaxed);
                let open = &open;
                scope.spawn(move || {
                    // A failed connection does not affect the others.
                    let _ = self.serve(&stream, stop);
                    open.fetch_sub(1, Relaxed);
                });
            }
        });
    }

    fn serve(&self, stream: &TcpStream, stop: &AtomicBool) -> io::Result<()> {
        session::hold(stream, &self.settings, (self.make_search)()?, stop).map(drop)
    }
}

fn turn_away(mut stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.write_all(format!("{}\n", Reply::Error("too many connections".to_owned())).as_bytes())
}
