//! The game Neighbours: persons and agents at one board.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Side, Status};

/// What can be asked for at the board.
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
        /// Where it starts, such as `bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1`; `null` for the usual start.
        start: Option<String>,
    },
    /// Takes a game up again by its id.
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
    /// Puts somebody else in a seat, at any time.
    Sit {
        /// The side.
        side: Side,
        /// Who plays it from now on.
        seat: Seat,
    },
    /// Holds the agents, or lets them go on.
    Pause {
        /// Whether they are held.
        paused: bool,
    },
    /// Asks the agent what it would play.
    Hint,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "neighbours.ts")]
pub enum Seat {
    /// Somebody at this page.
    Person,
    /// The built-in agent.
    Agent {
        /// From 1 to 10.
        level: u8,
    },
    /// An agent that listens on the network (`petteia neighbours serve-agent`).
    Network {
        /// `host:port`.
        address: String,
    },
}

/// What is told at the board.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "neighbours.ts")]
pub enum NeighboursEvent {
    /// The game as it stands: after each change, whole.
    State(Box<NeighboursState>),
    /// What the agent would play.
    Hint(NeighboursHint),
}

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "neighbours.ts")]
pub struct NeighboursState {
    /// By which it is resumed.
    pub id: String,
    /// Where it started.
    pub start: String,
    /// Where it stands: ranks from the eighth down, `w` and `b` for pieces; then the side to move,
    /// quiet plies, move number.
    pub position: String,
    /// Who is to move.
    pub turn: Side,
    /// All moves.
    pub moves: Vec<String>,
    /// All legal moves; empty unless a person is to move.
    pub legal: Vec<String>,
    /// Who plays White.
    pub white: Seat,
    /// Who plays Black.
    pub black: Seat,
    /// Whether it goes on.
    pub status: Status,
    /// An agent is thinking.
    pub thinking: bool,
    /// The agents are held.
    pub paused: bool,
    /// What went wrong with an agent; the game is paused then.
    pub trouble: Option<String>,
    /// Whether there is a move to take back.
    pub can_take_back: bool,
    /// The game as a save file.
    pub saved: String,
}

/// What the agent would play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "neighbours.ts")]
pub struct NeighboursHint {
    /// The move.
    pub mv: String,
    /// For White, in thousandths of a won game; past 31 000 the game is decided.
    pub score: i32,
    /// Moves looked ahead.
    pub depth: u8,
    /// The line it expects.
    pub line: Vec<String>,
}
