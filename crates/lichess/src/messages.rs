//! What Lichess says: the parts of its messages that a bot needs. Fields and kinds of messages that
//! are not listed here are passed over, so that new ones do no harm.

use gamekit::{Color, GameResult};
use serde::Deserialize;

/// The account of a token.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Account {
    pub id: String,
    pub username: String,
    pub title: Option<String>,
}

impl Account {
    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT)
    }
}

/// The title of bots.
const BOT: &str = "BOT";

/// A line of the stream of events.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Event {
    GameStart {
        game: GameStart,
    },
    Challenge {
        challenge: Challenge,
    },
    ChallengeCanceled {
        challenge: Canceled,
    },
    #[serde(other)]
    Other,
}

/// A game that began or goes on.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GameStart {
    pub id: String,
    #[serde(default)]
    pub compat: Compat,
}

/// With which interface a game can be played.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Compat {
    pub bot: bool,
}

impl Default for Compat {
    fn default() -> Self {
        Self { bot: true }
    }
}

/// A challenge that was taken back.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Canceled {
    pub id: String,
}

/// Someone asks for a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// The challenge's id; its game has the same one.
    pub id: String,
    /// Who asks; none if nobody is logged in.
    pub challenger: Option<User>,
    /// The variant of chess.
    pub variant: Variant,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// The clocks.
    pub time_control: TimeControl,
    /// `in` or `out`.
    #[serde(default)]
    pub direction: Option<String>,
}

/// A challenger.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct User {
    /// The name in small letters.
    pub id: String,
    /// The name.
    pub name: String,
    /// `BOT`, `GM` and the like.
    pub title: Option<String>,
    /// The rating at the kind of game in question.
    pub rating: Option<u32>,
}

impl User {
    /// Whether it is a program.
    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some(BOT)
    }
}

/// A variant of chess.
#[derive(Clone, Debug, Deserialize)]
pub struct Variant {
    /// `standard`, `chess960`, `fromPosition` or another.
    pub key: String,
}

/// The clocks of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TimeControl {
    /// In seconds.
    Clock {
        /// The time at the start.
        limit: u32,
        /// What a move adds.
        increment: u32,
    },
    /// Days a move, or no limit at all.
    #[serde(other)]
    Slow,
}

/// A line of the stream of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum GameLine {
    GameFull(Box<GameFull>),
    GameState(GameState),
    #[serde(rename_all = "camelCase")]
    OpponentGone {
        gone: bool,
        claim_win_in_seconds: Option<u64>,
    },
    #[serde(other)]
    Other,
}

/// A game as a whole.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameFull {
    pub id: String,
    pub variant: Variant,
    pub clock: Option<ClockSetting>,
    #[serde(default)]
    pub speed: String,
    pub rated: bool,
    /// Milliseconds since 1970.
    pub created_at: i64,
    pub white: Player,
    pub black: Player,
    #[serde(default = "startpos")]
    pub initial_fen: String,
    pub state: GameState,
}

impl GameFull {
    pub fn player(&self, color: Color) -> &Player {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// What Lichess writes instead of the FEN of the usual start.
pub(crate) const STARTPOS: &str = "startpos";

fn startpos() -> String {
    STARTPOS.to_owned()
}

/// Time at the start and for each move, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct ClockSetting {
    pub initial: u64,
    pub increment: u64,
}

/// A player of a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Player {
    pub id: Option<String>,
    pub name: Option<String>,
    pub title: Option<String>,
    pub rating: Option<u32>,
    pub ai_level: Option<u32>,
}

impl Player {
    /// The name, or what stands for it.
    pub fn shown(&self) -> String {
        match (&self.name, self.ai_level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => format!("Lichess AI level {level}"),
            (None, None) => "Anonymous".to_owned(),
        }
    }
}

/// What changes in a game.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GameState {
    /// All moves in UCI notation.
    pub moves: String,
    /// Milliseconds left.
    pub wtime: u64,
    pub btime: u64,
    /// Milliseconds that a move adds.
    pub winc: u64,
    pub binc: u64,
    pub status: String,
    pub winner: Option<Color>,
    /// Whether White offers a draw.
    #[serde(default)]
    pub wdraw: bool,
    #[serde(default)]
    pub bdraw: bool,
    pub expiration: Option<Expiration>,
}

impl GameState {
    pub fn is_over(&self) -> bool {
        !matches!(self.status.as_str(), "created" | "started")
    }

    /// The result; none while the game goes on, and if it ended without one.
    pub fn result(&self) -> Option<GameResult> {
        let is_draw = matches!(
            self.status.as_str(),
            "draw" | "stalemate" | "insufficientMaterialClaim" | "outoftime" | "timeout"
        );
        self.winner.map(GameResult::Win).or(is_draw.then_some(GameResult::Draw))
    }

    pub fn left(&self, color: Color) -> u64 {
        if color == Color::White { self.wtime } else { self.btime }
    }

    pub fn increment(&self, color: Color) -> u64 {
        if color == Color::White { self.winc } else { self.binc }
    }

    pub fn offers_draw(&self, color: Color) -> bool {
        if color == Color::White { self.wdraw } else { self.bdraw }
    }
}

/// By when a first move must be made, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Expiration {
    pub idle_millis: u64,
    pub millis_to_move: u64,
}

/// What an error says.
#[derive(Debug, Deserialize)]
pub(crate) struct ErrorMessage {
    pub error: String,
}

#[cfg(test)]
mod tests;
