//! How a game of chess ended.

use chess::{Game, Outcome};
use gamekit::{Color, GameResult};

/// The end of a game, by the rules or otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    pub winner: Option<Color>,
    /// In words.
    pub reason: String,
}

impl End {
    pub fn win(winner: Color, how: &str) -> Self {
        Self { winner: Some(winner), reason: format!("{winner} wins {how}") }
    }

    pub fn draw(reason: &str) -> Self {
        Self { winner: None, reason: reason.to_owned() }
    }

    /// The end by the rules, draws that must be claimed aside.
    pub fn by_rule(game: &Game) -> Option<Self> {
        game.outcome().filter(|outcome| !outcome.must_be_claimed()).map(Self::from)
    }

    pub fn result(&self) -> GameResult {
        self.winner.into()
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        Self { winner: outcome.winner(), reason: outcome.to_string() }
    }
}
