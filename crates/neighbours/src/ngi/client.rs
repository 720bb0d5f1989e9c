//! A player at the other end of a connection.

use std::fmt;
use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use gamekit::{Color, GameResult};

use super::lines::{Lines, Next, is_timeout};
use super::{Reply, Request, VERSION};
use crate::search::Limits;
use crate::{Game, Move, Player, PlayerError};

/// Time limits for the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For a connection, and for an answer to anything but `go`.
    pub answer: Duration,
    /// For a move, beyond its time limit if it has one.
    pub mv: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { answer: Duration::from_secs(5), mv: Duration::from_secs(30) }
    }
}

/// An agent that listens on `HOST:PORT`, or one that has connected to us. After a failure, the next
/// game starts with a new connection to an agent that listens; one that has connected is gone.
#[derive(Debug)]
pub struct Client {
    address: String,
    /// Whether the agent listens.
    is_called: bool,
    limits: Limits,
    timeouts: Timeouts,
    name: Option<String>,
    connection: Option<Lines<TcpStream>>,
}

impl Client {
    /// A player that connects when its first game begins.
    pub fn new(address: impl Into<String>, limits: Limits, timeouts: Timeouts) -> Self {
        Self { address: address.into(), is_called: true, limits, timeouts, name: None, connection: None }
    }

    /// A player that has connected, and the game that it wants to join.
    pub fn welcome(
        stream: TcpStream,
        limits: Limits,
        timeouts: Timeouts,
    ) -> Result<(Self, String), PlayerError> {
        let address = stream.peer_addr().map_or_else(|_| "an agent".to_owned(), |peer| peer.to_string());
        let mut client = Self { is_called: false, ..Self::new(address, limits, timeouts) };
        let game = client.use_stream(stream)?;
        let game = game.ok_or_else(|| client.unexpected("join and a game before ngiok", "ngiok"))?;
        Ok((client, game))
    }

    /// Tells an agent that has joined a game what it plays.
    pub fn seat(&mut self, side: Color) -> Result<(), PlayerError> {
        self.ask(&[Request::Seat(side)])
    }

    /// Tells an agent that has connected that it cannot join, and why.
    pub fn refuse(mut self, why: &str) -> Result<(), PlayerError> {
        self.ask(&[Request::Refused(why.to_owned())])
    }

    fn failed(&self, error: io::Error) -> PlayerError {
        PlayerError::Connection(self.address.clone(), error)
    }

    fn unexpected(&self, expected: &'static str, found: impl fmt::Display) -> PlayerError {
        let found = found.to_string();
        PlayerError::Protocol { peer: self.address.clone(), expected, found }
    }

    /// Connects and asks for the agent's name.
    fn connect(&mut self) -> Result<(), PlayerError> {
        if !self.is_called {
            return Err(PlayerError::Left(self.name()));
        }
        let addresses = self.address.to_socket_addrs().map_err(|error| self.failed(error))?;
        let mut failure = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for address in addresses {
            match TcpStream::connect_timeout(&address, self.timeouts.answer) {
                Ok(stream) => return self.use_stream(stream).map(drop),
                Err(error) => failure = error,
            }
        }
        Err(self.failed(failure))
    }

    /// Greets the agent at the other end; returns the game that it wants to join, if it says so.
    fn use_stream(&mut self, stream: TcpStream) -> Result<Option<String>, PlayerError> {
        let set_up =
            stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(self.timeouts.answer)));
        set_up.map_err(|error| self.failed(error))?;
        self.connection = Some(Lines::new(stream));
        self.greet()
    }

    fn greet(&mut self) -> Result<Option<String>, PlayerError> {
        let deadline = Instant::now() + self.timeouts.answer;
        self.ask(&[Request::Hello(VERSION)])?;
        let mut wanted = None;
        loop {
            match self.reply(deadline, self.timeouts.answer)? {
                Reply::Name(name) => self.name = Some(name),
                Reply::Author(_) | Reply::Info(_) => {}
                Reply::Join(game) => wanted = Some(game),
                Reply::Hello => return Ok(wanted),
                other => return Err(self.unexpected("ngiok", other)),
            }
        }
    }

    fn ask(&mut self, requests: &[Request]) -> Result<(), PlayerError> {
        let text: String =
            requests.iter().flat_map(|request| [request.to_string(), "\n".to_owned()]).collect();
        let written = match &self.connection {
            Some(lines) => lines.source().write_all(text.as_bytes()),
            None => Err(io::ErrorKind::NotConnected.into()),
        };
        written.map_err(|error| self.failed(error))
    }

    /// The next reply; `waited` is the whole time limit, for the error.
    fn reply(&mut self, deadline: Instant, waited: Duration) -> Result<Reply, PlayerError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(lines) = self.connection.as_mut().filter(|_| !left.is_zero()) else {
            return Err(PlayerError::Silent(self.address.clone(), waited));
        };
        match lines.source().set_read_timeout(Some(left)).and_then(|()| lines.next()) {
            Ok(Next::Line(line)) => line.parse().map_err(|_| self.unexpected("a reply", line)),
            Ok(Next::TooLong) => Err(self.unexpected("a reply", "an endless line")),
            Ok(Next::End) => Err(self.failed(io::ErrorKind::UnexpectedEof.into())),
            Err(error) if is_timeout(&error) => Err(PlayerError::Silent(self.address.clone(), waited)),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn prepare(&mut self) -> Result<(), PlayerError> {
        if self.connection.is_none() {
            self.connect()?;
        }
        let deadline = Instant::now() + self.timeouts.answer;
        self.ask(&[Request::NewGame, Request::IsReady])?;
        loop {
            match self.reply(deadline, self.timeouts.answer)? {
                Reply::Ready => return Ok(()),
                // An agent of before `result` existed does not know the line.
                Reply::Info(_) | Reply::Error(_) => {}
                other => return Err(self.unexpected("readyok", other)),
            }
        }
    }

    fn ask_for_move(&mut self, game: &Game) -> Result<Move, PlayerError> {
        let waited = self.limits.time.unwrap_or_default() + self.timeouts.mv;
        let deadline = Instant::now() + waited;
        self.ask(&[Request::Position(game.clone()), Request::Go(self.limits.clone())])?;
        loop {
            match self.reply(deadline, waited)? {
                Reply::BestMove(Some(mv)) => return Ok(mv),
                Reply::Info(_) => {}
                other => return Err(self.unexpected("bestmove", other)),
            }
        }
    }
}

impl Player for Client {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.address.clone())
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.prepare().inspect_err(|_| self.connection = None)
    }

    fn choose(&mut self, game: &Game) -> Result<Move, PlayerError> {
        self.ask_for_move(game).inspect_err(|_| self.connection = None)
    }

    fn game_over(&mut self, game: &Game, result: GameResult) {
        // The agent may not know the last move yet, and may want to learn from it.
        let news = [Request::Position(game.clone()), Request::Result(result)];
        if self.connection.is_some() && self.ask(&news).is_err() {
            self.connection = None;
        }
    }
}
