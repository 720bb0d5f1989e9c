//! The game Neighbours, between people and agents.

use gamekit::Color;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Status;
use crate::room::Holders;

/// A request of a player.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "neighbours.ts")]
pub enum NeighboursRequest {
    /// A new game.
    New {
        /// Who plays White.
        white: Seat,
        /// Who plays Black.
        black: Seat,
        /// The position at the start, as in `bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1`; `null` for the
        /// usual one.
        start: Option<String>,
    },
    /// Resumes a game.
    Resume {
        /// The game's id.
        id: String,
    },
    /// A new game from a save file.
    Load {
        /// The file's text.
        text: String,
        /// Who plays White.
        white: Seat,
        /// Who plays Black.
        black: Seat,
    },
    /// The move of the person to move.
    Move {
        /// Two squares: `a1a2`.
        mv: String,
    },
    /// Takes back moves until a person is to move again.
    Takeback,
    /// Changes who plays a side, at any time.
    Sit {
        /// The side.
        side: Color,
        /// Who plays it from now on.
        seat: Seat,
    },
    /// Pauses the agents, or lets them continue.
    Pause {
        /// Whether they are paused.
        paused: bool,
    },
    /// Asks the agent for a move.
    Hint,
}

impl NeighboursRequest {
    /// The addresses of the network agents that it seats.
    pub fn agent_addresses(&self) -> impl Iterator<Item = &String> {
        let seats = match self {
            Self::New { white, black, .. } | Self::Load { white, black, .. } => [Some(white), Some(black)],
            Self::Sit { seat, .. } => [Some(seat), None],
            Self::Resume { .. } | Self::Move { .. } | Self::Takeback | Self::Pause { .. } | Self::Hint => {
                [None, None]
            }
        };
        seats.into_iter().flatten().filter_map(|seat| match seat {
            Seat::Network { address } => Some(address),
            Seat::Person | Seat::Invited | Seat::Agent { .. } => None,
        })
    }
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "neighbours.ts")]
pub enum Seat {
    /// A person at this page.
    Person,
    /// Whoever comes first: another person who opens the link of the game, or an agent that joins it
    /// by its id.
    Invited,
    /// The built-in agent.
    Agent {
        /// From 1 to 10.
        level: u8,
    },
    /// An agent that listens on the network (`petteia neighbours serve`).
    Network {
        /// `host:port`.
        address: String,
    },
}

/// Who holds a seat of a person or of somebody who is invited.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "neighbours.ts")]
pub enum Holder {
    /// Nobody: it is free, or played by the built-in agent or one at an address.
    #[default]
    Nobody,
    /// The person at this page.
    You,
    /// Another person.
    Other,
    /// An agent that has connected to this server.
    Agent {
        /// What it calls itself.
        name: String,
    },
}

/// An event of a game.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "neighbours.ts")]
pub enum NeighboursEvent {
    /// The whole game, after each change.
    State(Box<NeighboursState>),
    /// The agent's answer to `hint`.
    Hint(NeighboursHint),
}

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "neighbours.ts")]
#[expect(clippy::struct_excessive_bools, reason = "a page shows each of them by itself")]
pub struct NeighboursState {
    /// Its id, to resume it.
    pub id: String,
    /// The position at the start.
    pub start: String,
    /// The current position: ranks from the eighth down, `w` and `b` for pieces; then the side to
    /// move, plies since the last capture, move number.
    pub position: String,
    /// Who is to move.
    pub turn: Color,
    /// All moves.
    pub moves: Vec<String>,
    /// All legal moves; empty unless you are to move.
    pub legal: Vec<String>,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// Who holds White's seat.
    pub white_holder: Holder,
    /// Who holds Black's seat.
    pub black_holder: Holder,
    /// Whether you only watch.
    pub watching: bool,
    /// Whether it is over.
    pub status: Status,
    /// An agent is thinking.
    pub thinking: bool,
    /// The agents are paused.
    pub paused: bool,
    /// Why an agent failed, which pauses the game.
    pub trouble: Option<String>,
    /// Whether there is a move that you may take back.
    pub can_take_back: bool,
    /// The game as a save file.
    pub saved: String,
    /// Whose the seats are; pages see only what concerns them.
    #[serde(skip)]
    #[ts(skip)]
    pub(crate) holders: Holders,
}

/// The agent's advice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "neighbours.ts")]
pub struct NeighboursHint {
    /// The move.
    pub mv: String,
    /// The score for White, in thousandths of a won game; above 31 000 the game is decided.
    pub score: i32,
    /// Search depth.
    pub depth: u8,
    /// The line it expects.
    pub line: Vec<String>,
    /// What the endgame tables know, as in `White wins in 11 plies`.
    pub verdict: Option<String>,
}
