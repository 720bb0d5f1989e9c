//! What the page and the server say to each other.
//!
//! One WebSocket (`/ws`) carries everything that lives: games, analysis, matches. Each part of the page
//! that talks chooses a *channel*, a number; answers come back on it, so that one page can play and
//! analyse at once. A request that starts something ends what ran on its channel before. What is asked
//! once and answered once goes over plain HTTP instead: see [`library`].
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
pub mod library;
pub mod neighbours;
pub mod play;
pub mod watch;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a page says.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "message.ts")]
pub struct ClientMessage {
    /// Where answers go; chosen by the page.
    pub channel: u32,
    /// What is wanted.
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
    /// Ends whatever runs on the channel. A game stays and can be resumed by its id.
    Close,
}

/// What the server says.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "message.ts")]
pub struct ServerMessage {
    /// The channel of the request; `null` where a message was too damaged to have one.
    pub channel: Option<u32>,
    /// What happened.
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
    /// The request was not obeyed, and why. Everything else stays as it was.
    Refused(Refusal),
}

/// Why a request was not obeyed; over HTTP it comes with a status of 4xx or 5xx.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "message.ts")]
pub struct Refusal {
    /// A sentence for people.
    pub reason: String,
}

/// A side of either game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "chess.ts")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum Side {
    White,
    Black,
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

/// Whether a game goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "chess.ts")]
pub enum Status {
    /// It does.
    Ongoing,
    /// It does not.
    Over {
        /// `1-0`, `0-1` or `1/2-1/2`.
        result: String,
        /// Who won; `null` for a draw.
        winner: Option<Side>,
        /// A sentence: `Black wins by checkmate`.
        reason: String,
    },
}

/// Time for a game.
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
    /// Whose clock runs from now on, if any.
    pub running: Option<Side>,
}
