//! Chess against Petteia.

use std::collections::BTreeMap;

use gamekit::{Color, ScoreText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::analyse::Line;
use super::{ClockSetting, Clocks, MoveText, OpeningName, Status};

/// A request of the player.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum PlayRequest {
    /// A new game.
    New(NewGame),
    /// Resumes a game: after a reload, or from the list of kept games.
    Resume {
        /// The game's id.
        id: String,
    },
    /// The player's move.
    Move {
        /// In UCI notation; castling also as king takes rook.
        uci: String,
    },
    /// Takes back the player's last move and the reply to it.
    Takeback,
    /// Resigns.
    Resign,
    /// Offers a draw, claims one if [`GameState::claimable`] is set, or accepts one if
    /// [`GameState::draw_offered`] is.
    OfferDraw,
}

/// How a game is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "play.ts")]
pub struct NewGame {
    /// The player's side; `null` for a random one.
    pub color: Option<Color>,
    /// The opponent (`GET /api/engines`); `null` for Petteia.
    #[serde(default)]
    pub engine: Option<String>,
    /// Petteia's strength; other engines play as well as they can.
    pub strength: Strength,
    /// How long Petteia takes over its moves.
    #[serde(default)]
    pub pace: Pace,
    /// The position at the start.
    pub start: Start,
    /// Time control; `null` for a game without clocks.
    pub clock: Option<ClockSetting>,
}

/// Petteia's playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum Strength {
    /// Full strength.
    Full,
    /// That of a player with this rating; see `About` for the range.
    Elo {
        /// The rating.
        elo: u32,
    },
}

/// How long Petteia takes over a move at a limited strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum Pace {
    /// It answers at once.
    #[default]
    AtOnce,
    /// About as long as a person.
    Human,
}

/// The position at the start of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum Start {
    /// The initial position of chess.
    Initial,
    /// A position, and moves from there.
    Position(Line),
    /// A start position of Chess960.
    Chess960 {
        /// Its number from 0 to 959 (518 is that of chess); `null` for a random one.
        number: Option<u16>,
    },
}

/// An event of a game.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "play.ts")]
pub enum PlayEvent {
    /// The whole game, after each change.
    State(Box<GameState>),
    /// Petteia declines the draw.
    DrawDeclined,
}

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "play.ts")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that the page shows")]
pub struct GameState {
    /// Its id, to resume it.
    pub id: String,
    /// The player's side.
    pub color: Color,
    /// The opponent; `null` for Petteia.
    pub engine: Option<String>,
    /// Petteia's strength.
    pub strength: Strength,
    /// The time control.
    pub clock: Option<ClockSetting>,
    /// Castling is written king takes rook.
    pub chess960: bool,
    /// The position at the start.
    pub start_fen: String,
    /// The current position.
    pub fen: String,
    /// Who is to move.
    pub turn: Color,
    /// Whether the side to move is in check.
    pub check: bool,
    /// All moves.
    pub moves: Vec<PlayedMove>,
    /// The player's legal moves: from a square to squares. Empty when it is not the player's turn.
    pub dests: BTreeMap<String, Vec<String>>,
    /// Both clocks; `null` in a game without clocks.
    pub clocks: Option<Clocks>,
    /// Whether it is over.
    pub status: Status,
    /// Petteia is thinking about its move.
    pub thinking: bool,
    /// Number of searches that wait for an engine before Petteia's; usually 0.
    pub waiting: u32,
    /// How long Petteia takes over its moves.
    pub pace: Pace,
    /// Petteia offers a draw, which the player accepts by `offerDraw` and declines by a move.
    pub draw_offered: bool,
    /// The player may claim a draw by `offerDraw`.
    pub claimable: bool,
    /// There is a move to take back.
    pub can_take_back: bool,
    /// The opening, if it has a name.
    pub opening: Option<OpeningName>,
    /// Why Petteia does not think although it is to move; it tries again by itself.
    pub trouble: Option<String>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "play.ts")]
pub struct PlayedMove {
    /// The move.
    #[serde(flatten)]
    pub text: MoveText,
    /// The player's clock after the move.
    pub clock_ms: Option<u32>,
    /// Petteia's score for White, for its own moves.
    pub score: Option<ScoreText>,
    /// The depth of its search.
    pub depth: Option<u32>,
}
