//! Chess against Petteia. The server knows the rules; the page shows what it is told.

use std::collections::BTreeMap;

use gamekit::ScoreText;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ClockSetting, Clocks, MoveText, OpeningName, Side, Status};

/// What a player can ask for.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum PlayRequest {
    /// A new game.
    New(NewGame),
    /// Takes a game up again: after a reload, or one from the list of kept games that is not over.
    Resume {
        /// The game's id.
        id: String,
    },
    /// The player's move.
    Move {
        /// As UCI writes it; castling also as king takes rook.
        uci: String,
    },
    /// Takes back the player's last move and the reply to it.
    Takeback,
    /// Gives up.
    Resign,
    /// Offers a draw, or claims one where [`GameState::claimable`] is set.
    OfferDraw,
}

/// How a game is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "play.ts")]
pub struct NewGame {
    /// The player's side; `null` leaves it to chance.
    pub color: Option<Side>,
    /// Petteia's strength.
    pub strength: Strength,
    /// Where the game starts.
    pub start: Start,
    /// Time for each side; `null` for a game without clocks.
    pub clock: Option<ClockSetting>,
}

/// How well Petteia plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum Strength {
    /// As well as it can.
    Full,
    /// Like a player of this rating; see `About` for the range.
    Elo {
        /// The rating.
        elo: u32,
    },
}

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum Start {
    /// The initial position of chess.
    Initial,
    /// A position and moves that lead on from it: "from here".
    Position {
        /// The position.
        fen: String,
        /// The moves, as UCI writes them.
        moves: Vec<String>,
        /// Castling is written king takes rook.
        chess960: bool,
    },
    /// An initial position of Chess960.
    Chess960 {
        /// Its number from 0 to 959 (518 is that of chess); `null` leaves it to chance.
        number: Option<u16>,
    },
}

/// What a player is told.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum PlayEvent {
    /// The game as it stands: after each change, whole.
    State(Box<GameState>),
    /// Petteia does not accept the draw.
    DrawDeclined,
}

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "play.ts")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that the page shows")]
pub struct GameState {
    /// By which it is resumed.
    pub id: String,
    /// The player's side.
    pub color: Side,
    /// Petteia's strength.
    pub strength: Strength,
    /// The clock it is played with.
    pub clock: Option<ClockSetting>,
    /// Castling is written king takes rook.
    pub chess960: bool,
    /// Where the game started.
    pub start_fen: String,
    /// Where it stands.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// Whether the side to move is in check.
    pub check: bool,
    /// All moves.
    pub moves: Vec<PlayedMove>,
    /// The player's legal moves: from a square to squares. Empty when it is not the player's turn.
    pub dests: BTreeMap<String, Vec<String>>,
    /// Both clocks; `null` in a game without.
    pub clocks: Option<Clocks>,
    /// Whether it goes on.
    pub status: Status,
    /// Petteia is thinking about its move.
    pub thinking: bool,
    /// How many others wait for an engine before Petteia can think; 0 as a rule.
    pub waiting: u32,
    /// The player may claim a draw by `offerDraw`.
    pub claimable: bool,
    /// There is a move to take back.
    pub can_take_back: bool,
    /// The opening, as far as it has a name.
    pub opening: Option<OpeningName>,
    /// Why Petteia does not think although it should; it tries again by itself.
    pub trouble: Option<String>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "play.ts")]
pub struct PlayedMove {
    /// The move.
    #[serde(flatten)]
    pub text: MoveText,
    /// What its player's clock showed afterwards.
    pub clock_ms: Option<u32>,
    /// What Petteia thought the position is worth to White, for its own moves.
    pub score: Option<ScoreText>,
    /// How deep it looked.
    pub depth: Option<u32>,
}
