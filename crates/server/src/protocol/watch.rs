//! Matches between engines: those played here, live, and those that `petteia match` keeps in files.

use gamekit::ScoreText;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Clocks, Side};

/// What can be watched.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "watch.ts")]
pub enum WatchRequest {
    /// Starts a match and watches it.
    Start(NewMatch),
    /// Watches a match: one that runs here, or a file of the list (`GET /api/matches`).
    Open {
        /// Its id.
        id: String,
    },
    /// Ends the match that is watched, if it runs here; its results stay.
    Stop,
}

/// A match to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct NewMatch {
    /// Who plays, two or more; each with a name of its own.
    pub players: Vec<MatchPlayer>,
    /// Games between each two.
    pub games: u32,
    /// Games at a time.
    pub boards: u8,
    /// Time for each side as `SECONDS+INCREMENT`, such as `10+0.1`.
    pub time: String,
    /// Play Chess960.
    pub chess960: bool,
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct MatchPlayer {
    /// The id of a configured engine (`GET /api/engines`).
    pub engine: String,
    /// Petteia only: plays like a player of this rating; `null` for full strength.
    pub elo: Option<u32>,
}

/// What a watcher is told.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "watch.ts")]
pub enum WatchEvent {
    /// The match as it stands: at first and after each game.
    State(Box<MatchState>),
    /// A board changed: a move, or a new game.
    Board(Box<LiveBoard>),
}

/// A whole match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct MatchState {
    /// By which it is opened.
    pub id: String,
    /// The players' names.
    pub title: String,
    /// How long they may think, in words.
    pub limits: String,
    /// It is played here and now. A file may still grow, since another program can write it.
    pub running: bool,
    /// Games finished.
    pub games_done: u32,
    /// Games planned.
    pub games: u32,
    /// The players, best first.
    pub table: Vec<TableRow>,
    /// What the results say, as `petteia match` prints it.
    pub summary: String,
    /// The last games, newest first, a hundred at most.
    pub finished: Vec<FinishedGame>,
    /// The boards in play; empty for a file.
    pub boards: Vec<LiveBoard>,
    /// Why the match ended early, if it did.
    pub trouble: Option<String>,
}

/// A player's results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct TableRow {
    /// The player.
    pub name: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Elo relative to the other players; `null` before there is anything to say.
    pub elo: Option<f64>,
    /// Its error: 95 % of the time the truth is within.
    pub error: Option<f64>,
    /// Mean depth of its searches.
    pub depth: Option<f64>,
    /// Positions per second.
    pub nodes_per_second: Option<f64>,
}

/// A game that ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct FinishedGame {
    /// Its number, from 1. `GET /api/matches/{id}/games/{number}` is its PGN.
    pub number: u32,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// As PGN writes it.
    pub result: String,
    /// In words.
    pub reason: String,
    /// Half-moves.
    pub plies: u32,
}

/// A board in play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct LiveBoard {
    /// The game's number, from 1.
    pub number: u32,
    /// Its place on the page, from 0: the next game comes in the same place.
    pub place: u32,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Where it stands.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// The last move, as UCI writes it.
    pub last_move: Option<String>,
    /// All moves as people write them.
    pub moves: Vec<String>,
    /// Both clocks; `null` where time is not by the clock.
    pub clocks: Option<Clocks>,
    /// What White's engine last thought of the game.
    pub white_view: Option<EngineView>,
    /// What Black's engine last thought of the game.
    pub black_view: Option<EngineView>,
    /// The result once it is over, with the reason.
    pub result: Option<String>,
}

/// What an engine thinks of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct EngineView {
    /// The position's worth to White.
    pub score: Option<ScoreText>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// Positions it looked at.
    #[ts(type = "number | null")]
    pub nodes: Option<u64>,
    /// Milliseconds it took.
    pub time_ms: u32,
}
