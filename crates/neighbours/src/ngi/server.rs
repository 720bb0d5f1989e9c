//! A server for an agent.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;

use super::lines::{Lines, Next, is_timeout};
use super::{Reply, Request, VERSION};
use crate::Game;
use crate::search::{Limits, Search};

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Connections at a time; more are turned away.
    pub connections: usize,
    /// A connection that is silent for this long is closed.
    pub idle: Duration,
    /// The longest search, whatever the request.
    pub longest_search: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { connections: 8, idle: Duration::from_mins(10), longest_search: Duration::from_mins(1) }
    }
}

/// Makes the search of a connection.
type MakeSearch = dyn Fn() -> io::Result<Box<dyn Search>> + Send + Sync;

/// Listens for connections and plays on each of them.
pub struct Server {
    listener: TcpListener,
    settings: Settings,
    make_search: Box<MakeSearch>,
}

/// How often the server checks whether to stop.
const POLL: Duration = Duration::from_millis(50);

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
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLL))?;
        stream.set_write_timeout(Some(self.settings.idle))?;
        let connection = Connection {
            writer: Mutex::new(stream),
            searcher: Mutex::new((self.make_search)()?),
            stop: AtomicBool::new(false),
            busy: AtomicBool::new(false),
        };
        thread::scope(|scope| {
            let served = self.answer(&connection, &mut Lines::new(stream), stop, scope);
            connection.stop.store(true, Relaxed);
            served
        })
    }

    /// Answers requests until the other end disconnects or is silent for too long.
    fn answer<'scope, 'env>(
        &'env self,
        connection: &'env Connection,
        lines: &mut Lines<&TcpStream>,
        stop: &AtomicBool,
        scope: &'scope thread::Scope<'scope, 'env>,
    ) -> io::Result<()> {
        let mut game = Game::default();
        let mut quiet = Duration::ZERO;
        while !stop.load(Relaxed) {
            let line = match lines.next() {
                Ok(Next::Line(line)) => line,
                Ok(Next::End) => break,
                Ok(Next::TooLong) => {
                    connection.say(&Reply::Error("expected a shorter line".to_owned()))?;
                    continue;
                }
                Err(error) if is_timeout(&error) => {
                    quiet += POLL;
                    if connection.busy.load(Relaxed) {
                        quiet = Duration::ZERO;
                    } else if quiet >= self.settings.idle {
                        return connection.say(&Reply::Error("silent for too long, goodbye".to_owned()));
                    }
                    continue;
                }
                Err(error) => return Err(error),
            };
            quiet = Duration::ZERO;
            if line.is_empty() {
                continue;
            }
            match line.parse() {
                Err(error) => connection.say(&Reply::Error(error.to_string()))?,
                Ok(Request::Quit) => break,
                // When the game is over, a late search has no use any more.
                Ok(Request::Stop | Request::Result(_)) => connection.stop.store(true, Relaxed),
                Ok(Request::Hello(version)) => connection.greet(version)?,
                Ok(Request::IsReady) => connection.say(&Reply::Ready)?,
                Ok(_) if connection.busy.load(Relaxed) => {
                    let expected = "expected stop, isready or quit during a search";
                    connection.say(&Reply::Error(expected.to_owned()))?;
                }
                Ok(Request::NewGame) => connection.searcher.lock().clear(),
                Ok(Request::Position(next)) => game = next,
                Ok(Request::Go(limits)) => {
                    let longest = self.settings.longest_search;
                    let time = Some(limits.time.map_or(longest, |time| time.min(longest)));
                    let (game, limits) = (game.clone(), Limits { time, ..limits });
                    connection.stop.store(false, Relaxed);
                    connection.busy.store(true, Relaxed);
                    scope.spawn(move || connection.search(&game, &limits));
                }
            }
        }
        Ok(())
    }
}

/// One connection.
struct Connection<'a> {
    writer: Mutex<&'a TcpStream>,
    searcher: Mutex<Box<dyn Search>>,
    stop: AtomicBool,
    /// Whether a search is running. Cleared before its move is sent, so that the next request is
    /// accepted.
    busy: AtomicBool,
}

impl Connection<'_> {
    fn say(&self, reply: &Reply) -> io::Result<()> {
        self.write(&format!("{reply}\n"))
    }

    fn write(&self, text: &str) -> io::Result<()> {
        self.writer.lock().write_all(text.as_bytes())
    }

    fn greet(&self, version: u32) -> io::Result<()> {
        if version != VERSION {
            let text = format!("expected version {VERSION}, found {version}");
            return self.say(&Reply::Error(text));
        }
        self.say(&Reply::Name(format!("Petteia {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(&Reply::Author("the Petteia authors".to_owned()))?;
        self.say(&Reply::Hello)
    }

    fn search(&self, game: &Game, limits: &Limits) {
        let best = if game.end().is_some() {
            None
        } else {
            let report = self.searcher.lock().search(game, limits, &self.stop, &mut |info| {
                // The client is gone: stop the search.
                if self.write(&format!("{info}\n")).is_err() {
                    self.stop.store(true, Relaxed);
                }
            });
            report.best()
        };
        self.busy.store(false, Relaxed);
        let _ = self.say(&Reply::BestMove(best));
    }
}

fn turn_away(mut stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.write_all(format!("{}\n", Reply::Error("too many connections".to_owned())).as_bytes())
}
