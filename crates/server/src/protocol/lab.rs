//! The Lab: techniques of chess engines, looked at on one position.
//!
//! | request | answer |
//! | --- | --- |
//! | `GET /api/lab/searches?fen=&depth=` | list of [`LabSearch`], one for each search |
//! | `GET /api/lab/searches/{name}?fen=&depth=&path=` | [`SearchNode`]: the part of a search below the node at the end of `path`, places among the moves at each node with points between them (`3.0.1`) |
//! | `GET /api/lab/bitboards?fen=&square=&slider=` | [`LookUpView`] |
//! | `GET /api/lab/results` | list of [`ResultSection`] |
//!
//! A tree of the Monte Carlo kind grows on a channel: [`LabRequest`], [`LabEvent`].
//!
//! Scores and windows are for White, so that White looks for the greatest and Black for the least.
//! What a Monte Carlo tree says of a move is for the side that makes it, as in its formula.

use gamekit::{Color, ScoreText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::MoveText;
use super::library::TextTable;

/// A search of a position, and what is drawn of it at first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "lab.ts")]
pub struct LabSearch {
    /// Its name in requests.
    pub name: String,
    /// The root.
    pub root: SearchNode,
}

/// A node of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "lab.ts")]
pub struct SearchNode {
    /// The move that led here; `null` at the root.
    pub mv: Option<MoveText>,
    /// The side to move here.
    pub turn: Color,
    /// What White can have already; `null` for nothing yet.
    pub alpha: Option<ScoreText>,
    /// What Black can hold White to; `null` for nothing yet.
    pub beta: Option<ScoreText>,
    /// What the node is worth; `null` if it was cut off.
    pub value: Option<ScoreText>,
    /// In which sense.
    pub bound: ValueBound,
    /// Nodes looked at from here on, this one included.
    pub nodes: u32,
    /// It is searched once more, with a wider window.
    pub again: bool,
    /// It gives the node above its value.
    pub best: bool,
    /// Moves from here, drawn or not: those that were looked at, some twice, and those cut off.
    pub moves: u32,
    /// The nodes after these moves; empty if they are not drawn.
    pub children: Vec<SearchNode>,
}

/// In which sense a value is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "lab.ts")]
pub enum ValueBound {
    /// The node is worth this.
    Exact,
    /// It is worth this or more.
    AtLeast,
    /// It is worth this or less.
    AtMost,
    /// Nobody knows: it was cut off.
    Cut,
}

/// How the attacks of a slider are looked up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "lab.ts")]
pub struct LookUpView {
    /// Where it stands.
    pub square: String,
    /// All pieces.
    pub occupied: SquareSet,
    /// The squares that matter.
    pub relevant: SquareSet,
    /// The pieces on them.
    pub blockers: SquareSet,
    /// What it attacks.
    pub attacks: SquareSet,
    /// The magic number, in hexadecimal digits.
    pub magic: String,
    /// How far the product of blockers and magic number is shifted.
    pub shift: u32,
    /// What is left of the product: the index by the magic number.
    pub magic_index: u32,
    /// The index by `PEXT`.
    pub pext_index: u32,
    /// Entries of the square's table.
    pub entries: u32,
}

/// A set of squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "lab.ts")]
pub struct SquareSet {
    /// The squares, a1 first.
    pub squares: Vec<String>,
    /// The set as a number, in hexadecimal digits: a1 is the lowest bit.
    pub bits: String,
}

/// A piece whose attacks depend on what is in its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "lab.ts")]
#[expect(missing_docs, reason = "the variants say it")]
pub enum SliderKind {
    Bishop,
    Rook,
}

/// What experiments found: a section of the pages in `docs/lab`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "lab.ts")]
pub struct ResultSection {
    /// Its heading.
    pub title: String,
    /// What stands before its tables.
    pub about: Vec<String>,
    /// Its tables.
    pub tables: Vec<TextTable>,
    /// What stands after them.
    pub notes: Vec<String>,
}

/// A request for a Monte Carlo tree.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "lab.ts")]
pub enum LabRequest {
    /// Grows a tree, slowly at first, until it is as large as asked or the result is proved.
    Grow {
        /// The position; empty for the initial one.
        fen: String,
        /// Simulations, 1 to 20,000.
        simulations: u32,
    },
    /// Ends it; the last tree stays valid.
    Stop,
}

/// The course of a Monte Carlo search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(export_to = "lab.ts")]
pub enum LabEvent {
    /// The tree so far; at most ten times per second.
    Tree(GrowingTree),
}

/// A Monte Carlo tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "lab.ts")]
pub struct GrowingTree {
    /// The position.
    pub fen: String,
    /// Simulations so far.
    pub simulations: u32,
    /// It grows no more.
    pub finished: bool,
    /// All moves of the position, the best first, and below them the most visited nodes.
    pub moves: Vec<GrowingMove>,
}

/// A move in a Monte Carlo tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "lab.ts")]
pub struct GrowingMove {
    /// The move.
    pub mv: MoveText,
    /// Simulations through it: `N`.
    pub visits: u32,
    /// Their mean for the side that makes the move, from -1 (lost) to 1 (won): `Q`; `null` without
    /// visits.
    pub mean: Option<f32>,
    /// The probability that a first look gives it: `P`.
    pub prior: f32,
    /// Its result for the side that makes it, if that is proved: 1, 0 or -1.
    pub proved: Option<i8>,
    /// The moves after it that are shown.
    pub moves: Vec<GrowingMove>,
}
