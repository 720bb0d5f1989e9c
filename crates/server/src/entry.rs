//! Games as they are kept.

use chess::{Game, pgn};
use gamekit::GameResult;
use neighbours::Record;

use crate::notation::opening;
use crate::protocol::library::{GameKind, GameSummary};

/// A game to keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What the list shows.
    pub summary: GameSummary,
    /// PGN, or a Neighbours save file.
    pub text: String,
    /// What it takes to continue the game, in JSON; `None` if it is over or was not played here.
    pub resume: Option<String>,
}

impl Entry {
    /// A game of chess, with the players of its record.
    pub fn of_chess(id: String, game: &Game, record: &pgn::Game, reason: String) -> Self {
        let tag = |name| record.tags.get(name).unwrap_or("?").to_owned();
        let summary = GameSummary {
            id,
            game: GameKind::Chess,
            white: tag("White"),
            black: tag("Black"),
            result: GameResult::record_end(record.result).to_owned(),
            reason,
            opening: opening(game),
            plies: game.moves().len() as u32,
        };
        Self { summary, text: record.to_string(), resume: None }
    }

    /// A game of Neighbours.
    pub fn of_neighbours(id: String, record: &Record) -> Self {
        let tag = |name| record.tag(name).unwrap_or("?").to_owned();
        let summary = GameSummary {
            id,
            game: GameKind::Neighbours,
            white: tag("White"),
            black: tag("Black"),
            result: GameResult::record_end(record.result).to_owned(),
            reason: record.game.end().map_or(String::new(), |end| end.to_string()),
            opening: None,
            plies: record.game.plies() as u32,
        };
        Self { summary, text: record.to_string(), resume: None }
    }
}
