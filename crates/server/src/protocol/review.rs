//! Reviews of games, as `petteia annotate` makes them.

use gamekit::{Chances, ScoreText};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::MoveText;

/// A reviewed game. The same game has the same review every time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "review.ts")]
pub struct GameReview {
    /// Nodes that were searched for each position.
    #[ts(type = "number")]
    pub nodes: u64,
    /// The positions; the first is the start.
    pub positions: Vec<ReviewedPosition>,
    /// The moves between them.
    pub moves: Vec<ReviewedMove>,
    /// How well White played.
    pub white: SideReview,
    /// How well Black played.
    pub black: SideReview,
    /// Names and values of the PGN tags that go with it.
    pub tags: Vec<(String, String)>,
}

/// A position of a reviewed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "review.ts")]
pub struct ReviewedPosition {
    /// Its score for White.
    pub score: ScoreText,
    /// White's chances.
    pub chances: Chances,
}

/// A move of a reviewed game, or one that was tried instead.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "review.ts")]
pub struct ReviewedMove {
    /// How good it is.
    pub class: MoveClass,
    /// The share of the point that it costs, from 0 to 1.
    pub lost_chances: f64,
    /// The centipawns that it costs; zero where a mate is involved.
    pub lost_centipawns: i32,
    /// What the engine would have played: the whole line at slips, else its first move.
    pub best: Vec<MoveText>,
}

/// How good a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "review.ts")]
pub enum MoveClass {
    /// What the engine would have played.
    Best,
    /// About as good.
    Good,
    /// It costs a twentieth of the point.
    Inaccuracy,
    /// It costs a tenth of the point.
    Mistake,
    /// It costs a seventh of the point or more.
    Blunder,
}

/// How well a side played, in the game and in its phases; `null` where it made no move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "review.ts")]
pub struct SideReview {
    /// In the whole game.
    pub whole: Option<SideAccuracy>,
    /// In the first ten moves.
    pub opening: Option<SideAccuracy>,
    /// Between opening and endgame.
    pub middlegame: Option<SideAccuracy>,
    /// With few pieces.
    pub endgame: Option<SideAccuracy>,
}

/// The moves of a side as a few numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "review.ts")]
pub struct SideAccuracy {
    /// Moves that were counted.
    pub moves: u32,
    /// The mean of the moves' accuracies, from 0 to 100.
    pub per_cent: f64,
    /// The mean loss of a move, in centipawns.
    pub centipawn_loss: f64,
    /// How many inaccuracies, mistakes and blunders.
    pub slips: [u32; 3],
}
