//! An agent that connects to a server to take a seat in a game.

use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::AtomicBool;

use super::Reply;
use super::session::{self, Outcome, Settings};
use crate::search::Search;

/// Connects to a server, asks for a seat in a game, and plays until it is over.
pub fn join(
    server: impl ToSocketAddrs,
    game: &str,
    settings: &Settings,
    search: Box<dyn Search>,
    stop: &AtomicBool,
) -> io::Result<Outcome> {
    let mut stream = TcpStream::connect(server)?;
    stream.write_all(format!("{}\n", Reply::Join(game.to_owned())).as_bytes())?;
    session::hold(&stream, settings, search, stop)
}
