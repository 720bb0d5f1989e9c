//! The result of a game.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Color;

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// This side won.
    Win(Color),
    /// Neither side won.
    Draw,
}

impl GameResult {
    /// All results, White's win first.
    pub const ALL: [Self; 3] = [Self::Win(Color::White), Self::Draw, Self::Win(Color::Black)];

    /// The side that won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }

    /// The points of a side, in halves.
    pub fn half_points(self, color: Color) -> usize {
        match self {
            Self::Win(winner) if winner == color => 2,
            Self::Win(_) => 0,
            Self::Draw => 1,
        }
    }

    /// The result in which White scores these half points.
    pub const fn from_half_points(half_points: usize) -> Option<Self> {
        match half_points {
            0 => Some(Self::Win(Color::Black)),
            1 => Some(Self::Draw),
            2 => Some(Self::Win(Color::White)),
            _ => None,
        }
    }

    /// The points of a side: 1, 0.5 or 0.
    pub fn points(self, color: Color) -> f64 {
        self.half_points(color) as f64 / 2.0
    }

    /// What a record of a game ends with: its result, or `*` for an unfinished or unknown one.
    pub fn record_end(result: Option<Self>) -> &'static str {
        result.map_or("*", Self::as_str)
    }

    /// As records of games write it: `1-0`, `1/2-1/2` or `0-1`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// The result of a game with this winner, or with none.
impl From<Option<Color>> for GameResult {
    fn from(winner: Option<Color>) -> Self {
        winner.map_or(Self::Draw, Self::Win)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not the result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad result {0:?}; expected 1-0, 0-1 or 1/2-1/2")]
pub struct ParseResultError(String);

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        let found = Self::ALL.into_iter().find(|result| result.as_str() == text);
        found.ok_or_else(|| ParseResultError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_points_round_trip() {
        for result in GameResult::ALL {
            assert_eq!(result.to_string().parse(), Ok(result));
            assert_eq!(GameResult::from(result.winner()), result);
            assert_eq!(GameResult::from_half_points(result.half_points(Color::White)), Some(result));
            assert_eq!(result.half_points(Color::White) + result.half_points(Color::Black), 2);
        }
        assert_eq!(GameResult::Win(Color::Black).points(Color::Black).to_string(), "1");
        assert_eq!(GameResult::Draw.points(Color::White).to_string(), "0.5");
        assert_eq!(GameResult::from_half_points(3), None);
        assert_eq!(GameResult::record_end(Some(GameResult::Draw)), "1/2-1/2");
        assert_eq!(GameResult::record_end(None), "*");
    }

    #[test]
    fn text_that_is_no_result_is_refused() {
        for text in ["", "*", "1-1", "1/2", "1-0 "] {
            assert_eq!(text.parse::<GameResult>(), Err(ParseResultError(text.to_owned())));
        }
    }
}
