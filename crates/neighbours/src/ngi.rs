//! The Neighbours game interface: agents over the network.
//!
//! An agent listens on a port and a client connects, or an agent connects to a server and joins a
//! game. Either way the agent gets requests as lines of text, similar to UCI.
//! `docs/neighbours/NGI.md` describes the protocol.
//!
//! - [`Request`] and [`Reply`]: the lines both ways, as types;
//! - [`Server`]: offers the built-in agent; [`join()`]: takes it to a game elsewhere;
//! - [`Client`]: a [`Player`](crate::Player) at the other end of a connection.

mod client;
mod join;
mod lines;
mod reply;
mod request;
mod server;
mod session;

pub use client::{Client, Timeouts};
pub use join::join;
pub use reply::{ParseReplyError, Reply};
pub use request::{ParseRequestError, Request};
pub use server::Server;
pub use session::{Outcome, Settings};

/// The version of the protocol.
pub const VERSION: u32 = 1;
