//! The agent's end of a connection, whoever opened it.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use gamekit::{Color, GameResult};
use parking_lot::Mutex;

use super::lines::{Lines, Next, is_timeout};
use super::{Reply, Request, VERSION};
use crate::Game;
use crate::search::{Limits, Search};

/// The settings of an agent.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Connections at a time; a server turns away more.
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

/// How often an agent checks whether to stop.
pub(super) const POLL: Duration = Duration::from_millis(50);

/// What the other end told of a game that was joined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The side that the agent played.
    pub seat: Option<Color>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// Why there was no seat.
    pub refused: Option<String>,
}

/// Answers requests until the other end leaves or is silent for too long, or `stop` is set.
pub(super) fn hold(
    stream: &TcpStream,
    settings: &Settings,
    search: Box<dyn Search>,
    stop: &AtomicBool,
) -> io::Result<Outcome> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(POLL))?;
    stream.set_write_timeout(Some(settings.idle))?;
    let connection = Connection {
        writer: Mutex::new(stream),
        searcher: Mutex::new(search),
        stop: AtomicBool::new(false),
        busy: AtomicBool::new(false),
    };
    let mut session = Session { settings, game: Game::default(), outcome: Outcome::default() };
    thread::scope(|scope| {
        let served = session.answer(&connection, &mut Lines::new(stream), stop, scope);
        connection.stop.store(true, Relaxed);
        served
    })?;
    Ok(session.outcome)
}

/// What an agent knows of its conversation.
struct Session<'a> {
    settings: &'a Settings,
    game: Game,
    outcome: Outcome,
}

impl Session<'_> {
    fn answer<'scope, 'env>(
        &mut self,
        connection: &'env Connection,
        lines: &mut Lines<&TcpStream>,
        stop: &AtomicBool,
        scope: &'scope thread::Scope<'scope, 'env>,
    ) -> io::Result<()> {
        let mut quiet = Duration::ZERO;
        while !stop.load(Relaxed) {
            match lines.next() {
                Ok(Next::Line(line)) if line.is_empty() => quiet = Duration::ZERO,
                Ok(Next::Line(line)) => {
                    quiet = Duration::ZERO;
                    match line.parse() {
                        Err(error) => connection.say(&Reply::Error(error.to_string()))?,
                        Ok(Request::Quit) => break,
                        Ok(request) => self.obey(request, connection, scope)?,
                    }
                }
                Ok(Next::End) => break,
                Ok(Next::TooLong) => connection.say(&Reply::Error("expected a shorter line".to_owned()))?,
                Err(error) if is_timeout(&error) => {
                    quiet = if connection.busy.load(Relaxed) { Duration::ZERO } else { quiet + POLL };
                    if quiet >= self.settings.idle {
                        return connection.say(&Reply::Error("silent for too long, goodbye".to_owned()));
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn obey<'scope, 'env>(
        &mut self,
        request: Request,
        connection: &'env Connection,
        scope: &'scope thread::Scope<'scope, 'env>,
    ) -> io::Result<()> {
        match request {
            Request::Quit | Request::Stop => connection.stop.store(true, Relaxed),
            Request::Result(result) => {
                // When the game is over, a late search has no use any more.
                connection.stop.store(true, Relaxed);
                self.outcome.result = Some(result);
                connection.searcher.lock().game_over(&self.game, result);
            }
            Request::Seat(side) => self.outcome.seat = Some(side),
            Request::Refused(why) => self.outcome.refused = Some(why),
            Request::Hello(version) => connection.greet(version)?,
            Request::IsReady => connection.say(&Reply::Ready)?,
            _ if connection.busy.load(Relaxed) => {
                let expected = "expected stop, isready or quit during a search";
                connection.say(&Reply::Error(expected.to_owned()))?;
            }
            Request::NewGame => connection.searcher.lock().clear(),
            Request::Position(next) => self.game = next,
            Request::Go(limits) => {
                let longest = self.settings.longest_search;
                let time = Some(limits.time.map_or(longest, |time| time.min(longest)));
                let (game, limits) = (self.game.clone(), Limits { time, ..limits });
                connection.stop.store(false, Relaxed);
                connection.busy.store(true, Relaxed);
                scope.spawn(move || connection.search(&game, &limits));
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
