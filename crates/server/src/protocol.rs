//! The messages between the page and the server.
//!
//! Games, analyses and matches use one WebSocket (`/ws`). Each part of the page chooses a
//! *channel*, a number, for its requests, and the answers come back on it; so one page can play and
//! analyse at the same time. A request that starts something ends what ran on its channel before. A
//! request with a single answer uses plain HTTP instead: see [`library`], [`explore`],
//! [`puzzles`] and [`lab`].
//!
//! ```text
//! -> {"channel":1,"topic":"play","request":{"type":"new","color":"white",...}}
//! <- {"channel":1,"topic":"play","event":{"type":"state","id":"5f...","fen":"...",...}}
//! -> {"channel":1,"topic":"play","request":{"type":"move","uci":"e2e4"}}
//! -> {"channel":1,"topic":"play","request":{"type":"move","uci":"e2e5"}}
//! <- {"channel":1,"topic":"refused","event":{"reason":"illegal move \"e2e5\" in ..."}}
//! ```
//!
//! Scores and chances are always from White's point of view.
//!
//! The TypeScript twins of these types are written by the test `types` into `web/src/lib/protocol`.

pub mod analyse;
pub mod explore;
pub mod lab;
pub mod library;
pub mod neighbours;
pub mod play;
pub mod puzzles;
pub mod review;
pub mod study;
pub mod watch;

use gamekit::{Color, GameResult};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A message from a page.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "message.ts")]
pub struct ClientMessage {
    /// The channel for the answers, chosen by the page.
    pub channel: u32,
    /// The request.
    #[serde(flatten)]
    pub request: Request,
}

/// A request of any topic.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "topic", content = "request", rename_all = "camelCase")]
#[ts(export_to = "message.ts")]
pub enum Request {
    /// Chess against Petteia.
    Play(play::PlayRequest),
    /// Analysis of chess positions and games.
    Analyse(analyse::AnalyseRequest),
    /// Matches between engines.
    Watch(watch::WatchRequest),
    /// The game Neighbours.
    Neighbours(neighbours::NeighboursRequest),
    /// Monte Carlo trees.
    Lab(lab::LabRequest),
    /// Analysis of Neighbours.
    Study(study::StudyRequest),
    /// Closes the channel. A game stays and can be resumed by its id.
    Close,
}

/// A message from the server.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "message.ts")]
pub struct ServerMessage {
    /// The channel of the request; `null` if the request was too damaged to have one.
    pub channel: Option<u32>,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// An event of any topic.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "topic", content = "event", rename_all = "camelCase")]
#[ts(export_to = "message.ts")]
pub enum Event {
    /// Chess against Petteia.
    Play(play::PlayEvent),
    /// Analysis of chess positions and games.
    Analyse(analyse::AnalyseEvent),
    /// Matches between engines.
    Watch(watch::WatchEvent),
    /// The game Neighbours.
    Neighbours(neighbours::NeighboursEvent),
    /// Monte Carlo trees.
    Lab(lab::LabEvent),
    /// Analysis of Neighbours.
    Study(study::StudyEvent),
    /// The request was refused. Nothing has changed.
    Refused(Refusal),
}

/// Why a request was refused; over HTTP it comes with a status of 4xx or 5xx.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "message.ts")]
pub struct Refusal {
    /// A sentence to show.
    pub reason: String,
}

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "chess.ts")]
pub struct MoveText {
    /// As UCI writes it: `e2e4`, `e7e8q`; castling is `e1g1`, in Chess960 king takes rook.
    pub uci: String,
    /// As people write it: `Nbxd7+`.
    pub san: String,
}

/// A named opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "chess.ts")]
pub struct OpeningName {
    /// Its ECO code: `C50`.
    pub code: String,
    /// Its name.
    pub name: String,
}

/// Whether a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "chess.ts")]
pub enum Status {
    /// It is not.
    Ongoing,
    /// It is.
    Over {
        /// `1-0`, `0-1` or `1/2-1/2`.
        result: String,
        /// The winner; `null` for a draw.
        winner: Option<Color>,
        /// A sentence: `Black wins by checkmate`.
        reason: String,
    },
}

impl Status {
    /// The game is over, for this reason.
    pub fn over(result: GameResult, reason: &impl ToString) -> Self {
        Self::Over { result: result.to_string(), winner: result.winner(), reason: reason.to_string() }
    }
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "chess.ts")]
pub struct ClockSetting {
    /// Milliseconds at the start.
    pub base_ms: u32,
    /// Milliseconds added after each move.
    pub increment_ms: u32,
}

/// Both clocks at the moment of the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "chess.ts")]
pub struct Clocks {
    /// Milliseconds left for White.
    pub white_ms: u32,
    /// Milliseconds left for Black.
    pub black_ms: u32,
    /// The side whose clock runs, if any.
    pub running: Option<Color>,
}
