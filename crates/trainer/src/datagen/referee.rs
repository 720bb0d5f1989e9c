//! Adjudication.

use gamekit::{Color, GameResult, Score};

/// Adjudicate a win at this score...
const WON: i32 = 1000;
/// ...for this many half-moves.
const WON_PLIES: usize = 5;
/// Adjudicate a draw at this score or less...
const LEVEL: i32 = 4;
/// ...for this many half-moves...
const LEVEL_PLIES: usize = 12;
/// ...from this half-move on.
const LEVEL_FROM: usize = 60;
/// Longer games are draws.
const LONGEST: usize = 400;

/// Watches the scores of a game.
#[derive(Default)]
pub struct Referee {
    plies: usize,
    won: usize,
    level: usize,
    leader: Option<Color>,
}

impl Referee {
    /// Takes the next score, for the side to move; returns the result if the game is adjudicated.
    pub fn decide(&mut self, turn: Color, score: Score) -> Option<GameResult> {
        let leader = if score > Score::DRAW { turn } else { !turn };
        let size = score.raw().abs();
        self.plies += 1;
        self.won = match size >= WON {
            true if self.leader == Some(leader) => self.won + 1,
            true => 1,
            false => 0,
        };
        self.leader = Some(leader);
        self.level = if size <= LEVEL { self.level + 1 } else { 0 };
        if self.won >= WON_PLIES {
            Some(GameResult::Win(leader))
        } else if (self.plies >= LEVEL_FROM && self.level >= LEVEL_PLIES) || self.plies >= LONGEST {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The half-move after which a game with these scores for White ends, and how.
    fn end(scores: impl IntoIterator<Item = i32>) -> Option<(usize, GameResult)> {
        let mut referee = Referee::default();
        scores.into_iter().enumerate().find_map(|(ply, score)| {
            let turn = if ply % 2 == 0 { Color::White } else { Color::Black };
            let score = Score::cp(turn.for_white(score));
            referee.decide(turn, score).map(|result| (ply + 1, result))
        })
    }

    #[test]
    fn a_lasting_lead_wins() {
        assert_eq!(end([0, 1000, 1100, 1500, 1200, 1300]), Some((6, GameResult::Win(Color::White))));
        assert_eq!(end([-1000, -1100, -32000, -1200, -1000]), Some((5, GameResult::Win(Color::Black))));
        assert_eq!(end([1000, 1100, 1000, 999, 1000, 1000, 1000, 1000]), None, "interrupted");
        assert_eq!(end([1000, 1100, -1000, -1100, 1000, 1000]), None, "both sides at once");
    }

    #[test]
    fn a_long_level_game_is_drawn() {
        assert_eq!(end([3; 100]), Some((60, GameResult::Draw)));
        assert_eq!(end((0..).map(|ply| if ply < 70 { 50 } else { -4 })), Some((82, GameResult::Draw)));
        assert_eq!(end([50; 1000]), Some((400, GameResult::Draw)));
    }
}
