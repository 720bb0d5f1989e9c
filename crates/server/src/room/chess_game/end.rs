//! How a game of chess ended.

use chess::{Game, Outcome, Position};
use gamekit::{Color, GameResult};

/// The end of a game, by the rules or otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    pub result: GameResult,
    pub reason: String,
}

impl End {
    pub fn win(winner: Color, how: &str) -> Self {
        Self { result: GameResult::Win(winner), reason: format!("{winner} wins {how}") }
    }

    pub fn draw(reason: &str) -> Self {
        Self { result: GameResult::Draw, reason: reason.to_owned() }
    }

    /// The end by the rules, except for draws that must be claimed.
    pub fn by_rule(game: &Game) -> Option<Self> {
        game.outcome().filter(|outcome| !outcome.must_be_claimed()).map(Self::from)
    }

    /// A flag fell. A side that cannot mate does not win on time.
    pub fn on_time(position: &Position, late: Color) -> Self {
        if position.can_mate(!late) {
            Self::win(!late, "on time")
        } else {
            Self::draw(&format!("draw: {late} ran out of time, {} cannot mate", !late))
        }
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        Self { result: outcome.result(), reason: outcome.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_side_that_can_mate_wins_on_time() {
        let end = |fen: &str| End::on_time(&fen.parse().unwrap(), Color::White).reason;
        let draw = "draw: White ran out of time, Black cannot mate";
        assert_eq!(end("7k/8/8/8/8/8/8/KQ6 w - - 0 1"), draw);
        assert_eq!(end("6bk/8/8/8/8/8/8/KQ6 w - - 0 1"), draw);
        assert_eq!(end("6bk/8/8/8/8/8/P7/K7 w - - 0 1"), "Black wins on time");
        assert_eq!(end("6rk/8/8/8/8/8/8/KQ6 w - - 0 1"), "Black wins on time");
    }
}
