//! Matches between engines: those of this server, live, and the files of `petteia match`.

use gamekit::{Color, ScoreText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Clocks, MoveText, OpeningName};

/// A request of a watcher.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "watch.ts")]
pub enum WatchRequest {
    /// Starts a match and watches it.
    Start(NewMatch),
    /// Plays a position out many times, Petteia against itself, and watches it.
    Settle(Settle),
    /// Watches a match of this server, or a file of the list (`GET /api/matches`).
    Open {
        /// Its id.
        id: String,
    },
    /// Goes on with a match of this server that was stopped, and watches it.
    Resume {
        /// Its id.
        id: String,
    },
    /// Stops the match if this server plays it; its results stay.
    Stop,
}

/// A match to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct NewMatch {
    /// The players, at least two.
    pub players: Vec<MatchPlayer>,
    /// Games per pair of players.
    pub games: u32,
    /// Games at the same time.
    pub boards: u8,
    /// Time control as `SECONDS+INCREMENT`: `10+0.1`.
    pub time: String,
    /// Play Chess960.
    pub chess960: bool,
    /// Two players only: the test that ends the match as soon as it is decided.
    #[serde(default)]
    pub test: Option<TestBounds>,
}

/// What a sequential test (SPRT) decides between, in normalised Elo of the first player over the second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct TestBounds {
    /// The difference that is not enough.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
}

/// A position to play out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct Settle {
    /// The position.
    pub fen: String,
    /// Play by the rules of Chess960.
    pub chess960: bool,
    /// Games, at most a hundred.
    pub games: u32,
    /// Games at the same time.
    pub boards: u8,
    /// How well both sides play.
    pub strength: SettleStrength,
}

/// How well both sides play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export_to = "watch.ts")]
pub enum SettleStrength {
    /// As well as they can with this many nodes for each move.
    Nodes {
        /// The nodes.
        nodes: u32,
    },
    /// Like a player with this rating.
    Elo {
        /// The rating.
        elo: u32,
    },
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct MatchPlayer {
    /// The id of a configured engine (`GET /api/engines`).
    pub engine: String,
    /// Petteia only: the rating to play at; `null` for full strength.
    pub elo: Option<u32>,
}

/// An event of a match.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "watch.ts")]
pub enum WatchEvent {
    /// The whole match: at first, and after each game.
    State(Box<MatchState>),
    /// A board changed: a move, or a new game.
    Board(Box<LiveBoard>),
}

/// A whole match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct MatchState {
    /// Its id, to open it.
    pub id: String,
    /// The players' names.
    pub title: String,
    /// The time control or other limits, in words.
    pub limits: String,
    /// This server plays it now. Another program may be adding games to a file.
    pub running: bool,
    /// Games finished.
    pub games_done: u32,
    /// Games planned.
    pub games: u32,
    /// The players, best first.
    pub table: Vec<TableRow>,
    /// The results of each two players that meet.
    pub meetings: Vec<Meeting>,
    /// Between two players: how their difference went, game by game, thinned out.
    pub curve: Vec<CurvePoint>,
    /// The test that may end the match.
    pub test: Option<TestState>,
    /// It was stopped, and this server can go on with it.
    pub resumable: bool,
    /// The summary that `petteia match` prints.
    pub summary: String,
    /// The last games, newest first, at most a hundred.
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
    /// Elo relative to the other players; `null` before the first game.
    pub elo: Option<f64>,
    /// Half of its 95 % confidence interval.
    pub error: Option<f64>,
    /// Mean depth of its searches.
    pub depth: Option<f64>,
    /// Positions per second.
    pub nodes_per_second: Option<f64>,
}

/// The results of one player against another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct Meeting {
    /// The one.
    pub player: String,
    /// The other.
    pub opponent: String,
    /// Games that the one won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games that the one lost.
    pub losses: u32,
}

/// The difference of two players after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct CurvePoint {
    /// Games finished.
    pub games: u32,
    /// Elo of the first player over the second; `null` while one of them has every point.
    pub elo: Option<f64>,
    /// Half of its 95 % confidence interval.
    pub error: Option<f64>,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
}

/// The state of a sequential test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct TestState {
    /// What it decides between, in words.
    pub bounds: String,
    /// The log-likelihood ratio now.
    pub llr: f64,
    /// The ratio at which the smaller difference is accepted.
    pub lower: f64,
    /// The ratio at which the larger difference is accepted.
    pub upper: f64,
    /// Whether the larger difference was accepted; `null` while it is undecided.
    pub passed: Option<bool>,
}

/// A finished game.
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
    /// Why it ended, in words.
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
    /// Its place on the page, from 0; the next game takes the same place.
    pub place: u32,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The current position.
    pub fen: String,
    /// Who is to move.
    pub turn: Color,
    /// The last move, in UCI notation.
    pub last_move: Option<String>,
    /// All moves, in SAN.
    pub moves: Vec<String>,
    /// What the opening is called.
    pub opening: Option<OpeningName>,
    /// Both clocks; `null` in a game without clocks.
    pub clocks: Option<Clocks>,
    /// The last evaluation of White's engine.
    pub white_view: Option<EngineView>,
    /// The last evaluation of Black's engine.
    pub black_view: Option<EngineView>,
    /// What the mover thought at each move, for White; `null` where it said nothing.
    pub opinions: Vec<Option<ScoreText>>,
    /// The result and its reason, once the game is over.
    pub result: Option<String>,
}

/// An engine's evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "watch.ts")]
pub struct EngineView {
    /// The score for White.
    pub score: Option<ScoreText>,
    /// Search depth.
    pub depth: Option<u32>,
    /// Positions searched.
    #[ts(type = "number | null")]
    pub nodes: Option<u64>,
    /// Milliseconds spent.
    pub time_ms: u32,
    /// What it expects from the position on the board; empty if the game went another way.
    pub line: Vec<MoveText>,
}
