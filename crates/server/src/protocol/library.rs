//! Requests over HTTP. Answers are JSON unless the table says otherwise.
//!
//! | request | answer |
//! | --- | --- |
//! | `GET /api/about` | [`About`] |
//! | `GET /api/games?text=&player=&opening=&result=&game=&offset=&limit=` | [`GameList`]; all parameters optional ([`GameQuery`]) |
//! | `GET /api/games/{id}` | [`KeptGame`] |
//! | `POST /api/games` with PGN or a Neighbours save file as text | [`Imported`]: all its games are kept |
//! | `DELETE /api/games/{id}` | nothing |
//! | `GET /api/games.pgn` | all kept chess games, PGN; `?game=neighbours` for the others |
//! | `GET /api/position?fen=` | [`PositionView`]: the evaluation, piece by piece |
//! | `GET /api/chess960?number=` | the Chess960 start position with this number (0 to 959), FEN |
//! | `GET /api/engines` | [`EngineList`] |
//! | `POST /api/engines/try` with [`NewEngine`] | [`EngineReport`]: what the program says of itself |
//! | `POST /api/engines` with [`NewEngine`] | [`EngineReport`]: the engine answered and was added |
//! | `DELETE /api/engines/{name}` | nothing |
//! | `GET /api/matches` | list of [`MatchEntry`] |
//! | `GET /api/matches/{id}/games/{number}` | one game, PGN |
//! | `GET /api/learn` | [`LearnOverview`] |
//! | `GET /api/learn/table?file=` | [`Table`]; `file` is the `file` of a [`CurveFile`] |
//!
//! Engines are added and removed only by pages on the machine itself.
//!
//! A refused request has a status of 4xx or 5xx and a [`Refusal`](super::Refusal).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::OpeningName;

/// The server and its limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct About {
    /// Petteia's version.
    pub version: String,
    /// The lowest rating of Petteia's levels.
    pub least_elo: u32,
    /// The highest rating below full strength.
    pub most_elo: u32,
    /// Most lines of an analysis.
    pub most_lines: u8,
    /// Levels of the Neighbours agent, from 1.
    pub neighbours_levels: u8,
    /// Number of searches at a time.
    pub engines: u32,
    /// The port at which agents of Neighbours may connect to join a game, if they may.
    pub agent_port: Option<u16>,
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

/// Which kept games to list, newest first. Texts match any part, in upper or lower case.
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
    /// Number of games to skip.
    pub offset: Option<u32>,
    /// Number of games to list: 50 if absent, at most 500.
    pub limit: Option<u32>,
}

/// Kept games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct GameList {
    /// Number of games that match.
    pub total: u32,
    /// The games of this page of the list.
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
    /// It was played here and is not over: `resume` continues it.
    pub resumable: bool,
}

/// Summary of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct GameSummary {
    /// Its id, to open, resume (if `resumable`) or delete it.
    pub id: String,
    /// Which game.
    pub game: GameKind,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Why it ended, in words; empty if unknown.
    pub reason: String,
    /// The opening.
    pub opening: Option<OpeningName>,
    /// Half-moves.
    pub plies: u32,
}

/// A whole kept game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct KeptGame {
    /// As in the list.
    pub entry: GameEntry,
    /// PGN, or a Neighbours save file.
    pub text: String,
}

/// The result of importing a file of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct Imported {
    /// The ids of its games.
    pub ids: Vec<String>,
}

/// The evaluation of a position, without search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct PositionView {
    /// For White, in centipawns.
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
    /// For its own side, in centipawns; `null` for kings, and if the position without it is
    /// illegal.
    pub worth: Option<i32>,
}

/// What a term of the evaluation contributes, in centipawns.
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

/// The engines that can be chosen, and what they may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct EngineList {
    /// The engines; the first is Petteia.
    pub engines: Vec<EngineChoice>,
    /// The page is on the machine itself and may add and remove engines.
    pub may_add: bool,
    /// Most threads of an analysis.
    pub most_threads: u32,
    /// Largest transposition table of an analysis, in megabytes.
    pub most_hash_megabytes: u32,
    /// Why `engines.toml` cannot be read, if so.
    pub problem: Option<String>,
}

/// Where an engine comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "library.ts")]
pub enum EngineKind {
    /// Petteia itself.
    Petteia,
    /// Petteia with another net.
    Net,
    /// A small engine of the lab.
    Lab,
    /// `engines.toml`.
    Configured,
    /// It was added in a page, and can be removed there.
    Added,
}

/// An engine to add.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export_to = "library.ts")]
pub struct NewEngine {
    /// The name to show; empty for the name that it gives itself.
    pub name: String,
    /// The program: its path, or its name if it is in `PATH`.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its options, where they differ from its defaults.
    pub options: BTreeMap<String, String>,
}

/// What an engine says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct EngineReport {
    /// Its name and version.
    pub name: String,
    /// Its authors.
    pub author: String,
    /// The options that can be set.
    pub options: Vec<EngineOption>,
    /// Options that it lacks, and its messages about the others.
    pub remarks: Vec<String>,
}

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: OptionType,
    /// The value unless set.
    pub default: String,
    /// The least number.
    #[ts(type = "number | null")]
    pub least: Option<i64>,
    /// The greatest number.
    #[ts(type = "number | null")]
    pub most: Option<i64>,
    /// What can be chosen.
    pub choices: Vec<String>,
}

/// The type of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "library.ts")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum OptionType {
    Check,
    Number,
    Choice,
    Text,
}

/// An engine that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct EngineChoice {
    /// Its id in requests.
    pub id: String,
    /// Its name to show.
    pub name: String,
    /// Where it comes from.
    pub kind: EngineKind,
    /// It is Petteia, which can play at a given rating.
    pub has_levels: bool,
    /// It can play games and analyse: an engine that speaks only `XBoard`'s protocol plays matches.
    pub searches: bool,
}

/// A match that can be watched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct MatchEntry {
    /// Its id in requests.
    pub id: String,
    /// The players' names.
    pub title: String,
    /// Games finished.
    pub games_done: u32,
    /// Games planned.
    pub games: u32,
    /// It is being played by this server.
    pub running: bool,
    /// When it was last changed, milliseconds since 1970.
    #[ts(type = "number")]
    pub changed_ms: i64,
}

/// The Learn page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct LearnOverview {
    /// Training and learning runs, the last changed first.
    pub runs: Vec<LearnRun>,
    /// The history of the nets: the tables of `nets/history.toml`.
    pub nets: Vec<TextTable>,
    /// How strong they became, net by net.
    pub generations: Vec<Generation>,
    /// The weights that the Neighbours agent plays with.
    pub weights: Vec<Weight>,
}

/// What a net is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct Generation {
    /// Its name.
    pub net: String,
    /// Elo over the classical evaluation: the sum of the matches of each net against the one before
    /// it.
    pub elo: f64,
    /// Half of its 95 % confidence interval.
    pub error: f64,
    /// The error of its static evaluation against long searches, if it was measured.
    pub quality: Option<f64>,
}

/// A training or learning run: a folder with tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct LearnRun {
    /// The folder's name.
    pub name: String,
    /// Its game.
    pub game: GameKind,
    /// Its tables.
    pub curves: Vec<CurveFile>,
    /// When it was last changed, milliseconds since 1970.
    #[ts(type = "number")]
    pub changed_ms: i64,
    /// It changed within the last minute, so it is still running.
    pub live: bool,
}

/// A table of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "library.ts")]
pub struct CurveFile {
    /// Its name in requests.
    pub file: String,
    /// Its name to show: the file's name without extension.
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
    /// Their values, thinned out to at most two thousand; `null` if a cell is not a number.
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
