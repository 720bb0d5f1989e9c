//! How often a move was played, and with which results.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use chess::Move;
use gamekit::{Color, GameResult, Tally};

/// The games with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Results, as White's.
    pub results: Tally,
    /// Games in which the player who moved has a rating.
    pub rated: u64,
    /// The sum of these ratings.
    pub ratings: u64,
}

impl Counts {
    /// One game.
    pub fn of_game(result: GameResult, rating: Option<u16>) -> Self {
        let mut results = Tally::default();
        results.count(result.half_points(Color::White));
        Self { results, rated: rating.is_some().into(), ratings: rating.unwrap_or(0).into() }
    }

    /// The average rating of the players who made the move.
    pub fn average_rating(&self) -> Option<u64> {
        (self.ratings + self.rated / 2).checked_div(self.rated)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.results += other.results;
        self.rated += other.rated;
        self.ratings += other.ratings;
    }
}

/// Adds up the moves of several indexes; the most frequent first.
pub fn join(lists: impl IntoIterator<Item = Vec<(Move, Counts)>>) -> Vec<(Move, Counts)> {
    let mut sums: BTreeMap<u16, (Move, Counts)> = BTreeMap::new();
    for (mv, counts) in lists.into_iter().flatten() {
        sums.entry(mv.bits().get()).or_insert((mv, Counts::default())).1 += counts;
    }
    let mut moves: Vec<_> = sums.into_values().collect();
    moves.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.results.games()));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    #[test]
    fn ratings_are_those_of_games_that_have_one() {
        let mut counts = Counts::of_game(GameResult::Draw, None);
        assert_eq!(counts.average_rating(), None);
        counts += Counts::of_game(GameResult::Win(Color::Black), Some(2001));
        counts += Counts::of_game(GameResult::Win(Color::White), Some(2000));
        assert_eq!(counts.results, Tally::new(1, 1, 1));
        assert_eq!(counts.average_rating(), Some(2001), "rounded");
    }

    #[test]
    fn lists_are_added_up_move_by_move() {
        let initial = Position::initial();
        let [e4, d4] = ["e2e4", "d2d4"].map(|mv| initial.parse_uci(mv).unwrap());
        let one = Counts::of_game(GameResult::Draw, None);
        let joined = join([vec![(d4, one)], vec![(e4, one), (d4, one)]]);
        assert_eq!(joined.len(), 2);
        assert_eq!((joined[0].0, joined[0].1.results.games()), (d4, 2));
        assert_eq!(joined[1], (e4, one));
    }
}
