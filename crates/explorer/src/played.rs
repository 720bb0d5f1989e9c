//! A game as the index sees it.

use chess::{Move, Position, pgn};
use gamekit::{ByColor, Color, GameResult};

use crate::entry::Record;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Where it starts.
    pub start: Position,
    /// Its moves, which must be legal.
    pub moves: Vec<Move>,
    /// How it ended.
    pub result: GameResult,
    /// The players' ratings.
    pub ratings: ByColor<Option<u16>>,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The key of the position.
    pub key: u64,
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub color: Color,
}

impl PlayedGame {
    /// The main line of a record, if the game is finished.
    pub fn of_pgn(game: &pgn::Game) -> Option<Self> {
        let rating = |tag| game.tags.get(tag)?.parse().ok().filter(|&rating| rating > 0);
        Some(Self {
            start: game.start.clone(),
            moves: game.moves().collect(),
            result: game.result?,
            ratings: ByColor::new(rating("WhiteElo"), rating("BlackElo")),
        })
    }

    /// The first half-moves, by position and move. A game that repeats itself is one game: each
    /// move in each position comes once.
    pub fn steps(&self, plies: usize) -> Vec<Step> {
        let mut position = self.start.clone();
        let step = |&mv: &Move| {
            let step = Step { key: position.key().bits(), mv, color: position.turn() };
            position.make(mv, &mut ());
            step
        };
        let mut steps: Vec<Step> = self.moves.iter().take(plies).map(step).collect();
        steps.sort_unstable_by_key(Step::place);
        steps.dedup_by_key(|step| step.place());
        steps
    }

    /// The records of the first half-moves.
    pub(crate) fn records(&self, plies: usize) -> impl Iterator<Item = Record> {
        let result = self.result.half_points(Color::White) as u8;
        self.steps(plies).into_iter().map(move |Step { key, mv, color }| {
            let rating = self.ratings[color].unwrap_or(0);
            Record { key, mv: mv.bits().get(), rating, result }
        })
    }
}

impl Step {
    fn place(&self) -> (u64, u16) {
        (self.key, self.mv.bits().get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::pgn::Reader;

    fn game(text: &str) -> Option<PlayedGame> {
        PlayedGame::of_pgn(&Reader::new(text.as_bytes()).next().unwrap().unwrap())
    }

    #[test]
    fn finished_games_are_taken_with_their_ratings() {
        let text = "[WhiteElo \"2100\"]\n[BlackElo \"?\"]\n\n1. e4 (1. d4 d5) e5 0-1\n";
        let played = game(text).unwrap();
        assert_eq!((played.moves.len(), played.ratings), (2, ByColor::new(Some(2100), None)));
        assert_eq!(game("1. e4 e5 *"), None);
        let records: Vec<Record> = played.records(1).collect();
        assert_eq!((records.len(), records[0].rating, records[0].result), (1, 2100, 0));
    }

    #[test]
    fn a_repeated_move_counts_once_in_a_game() {
        let played = game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2").unwrap();
        assert_eq!(played.moves.len(), 8);
        assert_eq!(played.steps(usize::MAX).len(), 4);
    }
}
