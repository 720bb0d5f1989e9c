//! Results of many games.

use std::fmt;
use std::ops::{Add, AddAssign};

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts of wins, draws and losses.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// All games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: one for a win, half for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points; one half before the first game.
    pub fn score(self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// `12 wins, 1 loss, 30 draws (62.8 %)`; without the share before the first game.
    pub fn in_words(self) -> String {
        let count =
            |number: u64, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
        let wins = count(self.wins, "win", "wins");
        let losses = count(self.losses, "loss", "losses");
        let draws = count(self.draws, "draw", "draws");
        let share =
            if self.games() == 0 { String::new() } else { format!(" ({:.1} %)", 100.0 * self.score()) };
        format!("{wins}, {losses}, {draws}{share}")
    }

    /// Adds a game, by its points in halves: 0, 1 or 2.
    pub fn count(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The tally of the other side.
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// `+12 =30 -8`, the usual way to write a match.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_add_up() {
        let mut tally = Tally::default();
        assert_eq!(tally.in_words(), "0 wins, 0 losses, 0 draws", "no game, no share");
        for half_points in [0, 1, 2, 2] {
            tally.count(half_points);
        }
        assert_eq!(tally.to_string(), "+2 =1 -1");
        assert_eq!(tally.in_words(), "2 wins, 1 loss, 1 draw (62.5 %)");
        tally += tally.reversed();
        assert_eq!((tally, tally.points()), (Tally::new(3, 2, 3), 4.0));
    }
}
