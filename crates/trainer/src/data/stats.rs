//! Statistics of files of games.

use gamekit::{Color, GameResult};

use super::{Filter, RecordedGame};

/// Counts over many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Half-moves, openings included.
    pub plies: u64,
    /// Positions that a filter keeps, siblings included.
    pub kept: u64,
    /// Games by result, Black's wins first.
    pub results: [u64; 3],
    /// Kept positions by the number of pieces on the board: one to four, five to eight and so on.
    pub pieces: [u64; 8],
    /// Kept positions by the size of the score: those below the first of [`Stats::SCORES`], below
    /// the second and so on.
    pub scores: [u64; Stats::SCORES.len() + 1],
}

impl Stats {
    /// Where one bar of the histogram of scores ends and the next begins, in centipawns.
    pub const SCORES: [i32; 7] = [25, 50, 100, 200, 400, 800, 1600];

    /// Counts a game.
    pub fn add(&mut self, game: &RecordedGame, filter: &Filter) {
        self.games += 1;
        self.plies += game.plies() as u64;
        self.results[game.result.half_points(Color::White)] += 1;
        let positions = game.moments().chain(game.siblings());
        for moment in positions.filter(|moment| filter.keeps(moment)) {
            self.kept += 1;
            self.pieces[(moment.position.board().occupied().len() - 1) / 4] += 1;
            let size = moment.score.raw().abs();
            self.scores[Self::SCORES.iter().take_while(|&&end| size >= end).count()] += 1;
        }
    }

    /// The games with a result.
    pub fn with_result(&self, result: GameResult) -> u64 {
        self.results[result.half_points(Color::White)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::encoding::tests::random_game;

    #[test]
    fn every_kept_position_is_counted_once() {
        let mut stats = Stats::default();
        let games: Vec<_> = (0..30).map(random_game).collect();
        for game in &games {
            stats.add(game, &Filter::default());
        }
        assert_eq!(stats.games, 30);
        assert_eq!(stats.plies, games.iter().map(|game| game.plies() as u64).sum::<u64>());
        assert!(stats.kept > 100);
        assert_eq!(stats.pieces.iter().sum::<u64>(), stats.kept);
        assert_eq!(stats.scores.iter().sum::<u64>(), stats.kept);
        assert_eq!(stats.results.iter().sum::<u64>(), 30);
    }
}
