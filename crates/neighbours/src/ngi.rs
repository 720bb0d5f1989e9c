//! The Neighbours game interface: agents over the network.
//!
//! An agent listens on a port; a client connects and sends requests as lines of text, similar to
//! UCI. `docs/neighbours/NGI.md` describes the protocol.
//!
//! - [`Request`] and [`Reply`]: the lines both ways, as types;
//! - [`Server`]: offers the built-in agent;
//! - [`Client`]: a [`Player`](crate::Player) at the other end of a connection.

mod client;
mod lines;
mod reply;
mod request;
mod server;

pub use client::{Client, Timeouts};
pub use reply::{ParseReplyError, Reply};
pub use request::{ParseRequestError, Request};
pub use server::{Server, Settings};

/// The version of the protocol.
pub const VERSION: u32 = 1;
