//! Petteia in the browser: a web server for playing, analysis, matches and training curves.
//!
//! [`Server`] serves one page, which is built from `web/` and embedded. From outside in:
//!
//! - `server`, `connections`, `guard`, `routes`, `assets`: who is served, access control, and what is
//!   answered over HTTP;
//! - `socket`: one page with its channels, which speaks the [`protocol`];
//! - `room`: games of chess and Neighbours, which outlive the pages that look at them; `analyse`,
//!   `review`, `study` and `watch` serve the analysis and match pages; `visitors` are agents of Neighbours
//!   that connect to join a game;
//! - `pool`: Petteia's searches, behind a fair queue; `engines`: all engines that can be chosen, which
//!   run as processes of their own;
//! - `lab`: the Lab page, which shows what the crates `lab` and `mcts` do;
//! - `store`: kept games; `explore`: what was played in a position; `puzzle_book`: puzzles; `learn`: training and learning runs; [`history`]: the record of the nets.
//!
//! Petteia is called as a library, other engines through UCI. The server connects to no other machine,
//! except to a network agent of Neighbours that is allowed or that a page on this machine names.
//!
//! ```no_run
//! use server::{Config, Server};
//!
//! let config = Config::new("games".into(), std::env::current_exe()?);
//! let server = Server::bind(config)?;
//! println!("{}", server.url());
//! server.run()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod analyse;
mod app;
mod assets;
mod blocking;
mod chance;
mod config;
mod connections;
mod engines;
mod entry;
mod explore;
mod guard;
pub mod history;
mod import;
mod lab;
mod learn;
mod notation;
mod outbox;
mod pool;
mod position_view;
pub mod protocol;
mod puzzle_book;
mod refused;
mod review;
mod room;
mod routes;
mod server;
mod socket;
mod store;
mod study;
mod visitors;
mod watch;

pub use config::{Config, Limits, ListError};
pub use server::{ServeError, Server};
