//! Outcomes of games.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use gamekit::{Color, GameResult};
use thiserror::Error;

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Checkmate by the winner.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// Fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The loser's move was not legal.
    IllegalMove(String),
    /// The loser's flag fell; how long before the answer.
    TimeForfeit(Duration),
    /// The flag of this side fell, but the other side cannot mate.
    DrawOnTime(Color),
    /// The loser's process ended.
    Crash(String),
    /// The loser's process stopped answering.
    Stall,
    /// The loser's process could not be started.
    NoStart(String),
    /// The loser resigned.
    Resignation,
    /// Both engines agreed on the win.
    AdjudicatedWin,
    /// Both engines agreed on a draw.
    AdjudicatedDraw,
    /// Adjudicated by a tablebase.
    Tablebase,
    /// The game was too long.
    MaxLength,
}

/// The kind of a reason, as in the `Termination` tag of PGN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// By the rules of chess.
    Normal,
    /// By the clock.
    TimeForfeit,
    /// By adjudication.
    Adjudication,
    /// By an illegal move.
    RulesInfraction,
    /// By an engine that crashed or stalled.
    Abandoned,
}

impl Termination {
    const ALL: [Self; 5] =
        [Self::Normal, Self::TimeForfeit, Self::Adjudication, Self::RulesInfraction, Self::Abandoned];
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "normal",
            Self::TimeForfeit => "time forfeit",
            Self::Adjudication => "adjudication",
            Self::RulesInfraction => "rules infraction",
            Self::Abandoned => "abandoned",
        })
    }
}

/// The text is not a termination of PGN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad termination {0:?}; expected normal, time forfeit, adjudication, rules infraction or abandoned")]
pub struct ParseTerminationError(String);

impl FromStr for Termination {
    type Err = ParseTerminationError;

    fn from_str(text: &str) -> Result<Self, ParseTerminationError> {
        let found = Self::ALL.into_iter().find(|termination| termination.to_string() == text);
        found.ok_or_else(|| ParseTerminationError(text.to_owned()))
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { result: GameResult::Win(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { result: GameResult::Draw, reason }
    }

    /// The kind of the reason.
    pub fn termination(&self) -> Termination {
        match self.reason {
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::Repetition
            | Reason::FiftyMoves
            | Reason::InsufficientMaterial
            | Reason::Resignation => Termination::Normal,
            Reason::TimeForfeit(_) | Reason::DrawOnTime(_) => Termination::TimeForfeit,
            Reason::IllegalMove(_) => Termination::RulesInfraction,
            Reason::Crash(_) | Reason::Stall | Reason::NoStart(_) => Termination::Abandoned,
            Reason::AdjudicatedWin | Reason::AdjudicatedDraw | Reason::Tablebase | Reason::MaxLength => {
                Termination::Adjudication
            }
        }
    }
}

/// In words: `Black loses on time, 63 ms late`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, loser) = match self.result {
            GameResult::Win(winner) => (winner, !winner),
            GameResult::Draw => (Color::White, Color::Black),
        };
        match &self.reason {
            Reason::Checkmate => write!(f, "{winner} mates"),
            Reason::Stalemate => f.write_str("draw by stalemate"),
            Reason::Repetition => f.write_str("draw by repetition"),
            Reason::FiftyMoves => f.write_str("draw by the fifty-move rule"),
            Reason::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Reason::IllegalMove(text) => write!(f, "{loser} plays an illegal move: {text}"),
            Reason::TimeForfeit(late) => {
                write!(f, "{loser} loses on time, {} ms late", late.as_millis())
            }
            Reason::DrawOnTime(late) => write!(f, "draw: {late} ran out of time, {} cannot mate", !*late),
            Reason::Crash(end) => write!(f, "{loser} disconnects: {end}"),
            Reason::Stall => write!(f, "{loser} stalls"),
            Reason::NoStart(why) => write!(f, "{loser} does not start: {why}"),
            Reason::Resignation => write!(f, "{loser} resigns"),
            Reason::AdjudicatedWin => write!(f, "{winner} wins by adjudication"),
            Reason::AdjudicatedDraw => f.write_str("draw by adjudication"),
            Reason::Tablebase if self.result == GameResult::Draw => f.write_str("draw by tablebase"),
            Reason::Tablebase => write!(f, "{winner} wins by tablebase"),
            Reason::MaxLength => f.write_str("draw by length"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_in_words() {
        let outcome = Outcome::win(Color::White, Reason::TimeForfeit(Duration::from_millis(63)));
        assert_eq!(outcome.to_string(), "Black loses on time, 63 ms late");
        assert_eq!(outcome.termination().to_string(), "time forfeit");
        assert_eq!(Outcome::draw(Reason::Tablebase).to_string(), "draw by tablebase");
    }
}
