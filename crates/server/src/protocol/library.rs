//! What is asked for over HTTP, as JSON unless it says otherwise.
//!
//! | request | answer |
//! | --- | --- |
//! | `GET /api/about` | [`About`] |
//! | `GET /api/games?text=&player=&opening=&result=&game=&offset=&limit=` | [`GameList`]; all parameters optional ([`GameQuery`]) |
//! | `GET /api/games/{id}` | [`KeptGame`] |
//! | `POST /api/games` with PGN or a Neighbours save file as text | [`Imported`]: all games of it are kept |
//! | `DELETE /api/games/{id}` | nothing |
//! | `GET /api/games.pgn` | all kept chess games, PGN; `?game=neighbours` for the others |
//! | `GET /api/position?fen=` | [`PositionView`]: what the evaluation thinks, piece by piece |
//! | `GET /api/chess960?number=` | the initial position of Chess960 with this number (0 to 959), FEN |
//! | `GET /api/engines` | list of [`EngineChoice`] |
//! | `GET /api/matches` | list of [`MatchEntry`] |
//! | `GET /api/matches/{id}/games/{number}` | one game, PGN |
//! | `GET /api/learn` | [`LearnOverview`] |
//! | `GET /api/learn/table?file=` | [`Table`]; `file` is the `file` of a [`CurveFile`] |
//!
//! A request that cannot be met has a status of 4xx or 5xx and a [`Refusal`](super::Refusal).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::OpeningName;

/// The server and its limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct About {
    /// Petteia's version.
    pub version: String,
    /// The weakest rating Petteia plays like.
    pub least_elo: u32,
    /// The strongest, short of full strength.
    pub most_elo: u32,
    /// The greatest number of lines of an analysis.
    pub most_lines: u8,
    /// Levels of the Neighbours agent, from 1.
    pub neighbours_levels: u8,
    /// How many engines think at a time.
    pub engines: u32,
}

/// Which game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "library.ts")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum GameKind {
    Chess,
    Neighbours,
}

/// Which kept games to list, newest first. Texts match any part, whatever the case.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export_to = "library.ts", optional_fields)]
pub struct GameQuery {
    /// In a player, the opening or the reason.
    pub text: Option<String>,
    /// A player.
    pub player: Option<String>,
    /// The opening's name or code.
    pub opening: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// Chess or Neighbours; both if absent.
    pub game: Option<GameKind>,
    /// How many to skip.
    pub offset: Option<u32>,
    /// How many to list: 50 if absent, 500 at most.
    pub limit: Option<u32>,
}

/// Kept games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct GameList {
    /// How many there are in all.
    pub total: u32,
    /// Those that were asked for.
    pub games: Vec<GameEntry>,
}

/// A kept game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct GameEntry {
    /// The game.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// When it was last changed, milliseconds since 1970.
    #[ts(type = "number")]
    pub changed_ms: i64,
    /// It was played here and is not over: `resume` goes on with it.
    pub resumable: bool,
}

/// What a game is known by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct GameSummary {
    /// By which it is opened, resumed (if its result is `*` and `resumable`) or deleted.
    pub id: String,
    /// Which game.
    pub game: GameKind,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Why it ended, in words; empty where nobody knows.
    pub reason: String,
    /// The opening.
    pub opening: Option<OpeningName>,
    /// Half-moves.
    pub plies: u32,
}

/// A kept game whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct KeptGame {
    /// As in the list.
    pub entry: GameEntry,
    /// PGN, or a Neighbours save file.
    pub text: String,
}

/// What came of a file of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct Imported {
    /// The ids of its games.
    pub ids: Vec<String>,
}

/// What the evaluation thinks of a position, without looking ahead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct PositionView {
    /// For White, in hundredths of a pawn.
    pub evaluation: i32,
    /// What each piece contributes: the evaluation less that of the position without it.
    pub pieces: Vec<PieceWorth>,
    /// What each term of the classical evaluation contributes.
    pub terms: Vec<TermWorth>,
}

/// What a piece contributes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct PieceWorth {
    /// Where it stands.
    pub square: String,
    /// Its letter in FEN.
    pub piece: String,
    /// For its own side, in hundredths of a pawn; `null` for kings, and where the position without it is illegal.
    pub worth: Option<i32>,
}

/// What a term of the evaluation contributes, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct TermWorth {
    /// Its name.
    pub name: String,
    /// For White.
    pub white: i32,
    /// For Black.
    pub black: i32,
}

/// An engine that matches can be played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct EngineChoice {
    /// For requests.
    pub id: String,
    /// For people.
    pub name: String,
    /// It is Petteia, which plays at any rating of the range.
    pub has_levels: bool,
}

/// A match that can be watched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct MatchEntry {
    /// For requests.
    pub id: String,
    /// The players' names.
    pub title: String,
    /// Games finished.
    pub games_done: u32,
    /// Games planned.
    pub games: u32,
    /// It is played here and now.
    pub running: bool,
    /// When it was last changed, milliseconds since 1970.
    #[ts(type = "number")]
    pub changed_ms: i64,
}

/// All that learns or has learned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct LearnOverview {
    /// Runs, those that changed last first.
    pub runs: Vec<LearnRun>,
    /// The history of the nets: the tables of `nets/history.toml`.
    pub nets: Vec<TextTable>,
    /// The weights that the Neighbours agent plays with.
    pub weights: Vec<Weight>,
}

/// A training or learning run: a folder with tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct LearnRun {
    /// The folder's name.
    pub name: String,
    /// Which game is learned.
    pub game: GameKind,
    /// Its tables.
    pub curves: Vec<CurveFile>,
    /// When it was last changed, milliseconds since 1970.
    #[ts(type = "number")]
    pub changed_ms: i64,
    /// It changed within the last minute: somebody is learning.
    pub live: bool,
}

/// A table of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct CurveFile {
    /// For requests.
    pub file: String,
    /// For people: the file's name without its ending.
    pub name: String,
    /// The names of its columns; the first is what the others depend on.
    pub columns: Vec<String>,
}

/// The numbers of a table, column by column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Their values, thinned out to two thousand at most; `null` where there is no number.
    pub values: Vec<Vec<Option<f64>>>,
    /// When the file was last changed, milliseconds since 1970.
    #[ts(type = "number")]
    pub changed_ms: i64,
}

/// A table of texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct TextTable {
    /// The heading above it.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// A weight of the Neighbours evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct Weight {
    /// Its feature.
    pub name: String,
    /// Its value: 1 is a won game.
    pub value: f64,
}
