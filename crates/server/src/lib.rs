//! Petteia in the browser: one local page to play, analyse, watch and follow what learns.
//!
//! [`Server`] serves the page and talks with it; the page is built from `web/` and embedded. From outside in:
//!
//! - `server`, `guard`, `routes`, `assets`: who may ask, and what is answered at once over HTTP;
//! - `socket`: one page with its channels, by the messages of the [`protocol`];
//! - `room`: a game of chess or Neighbours that outlives the pages that look at it; `analyse` and `watch`
//!   are what the other pages show;
//! - `pool`: the engines, and the fair queue before them;
//! - `store`: kept games; `learn`: what training and learning left behind; [`history`]: the record of the nets.
//!
//! Engines are asked through their facades, not through text. No request leaves the machine, except to
//! a network agent of Neighbours that somebody names.
//!
//! ```no_run
//! use server::{Config, Server};
//!
//! let config = Config::new(Some("games".into()), std::env::current_exe()?);
//! let server = Server::bind(config)?;
//! println!("{}", server.url());
//! server.run()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod analyse;
mod app;
mod assets;
mod chance;
mod config;
mod guard;
pub mod history;
mod import;
mod learn;
mod notation;
mod outbox;
mod pool;
mod position_view;
pub mod protocol;
mod refused;
mod room;
mod routes;
mod server;
mod socket;
mod store;
mod watch;

pub use config::{Config, EnginesError, Limits};
pub use server::{ServeError, Server};
