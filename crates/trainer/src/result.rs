//! How games end.

use std::fmt;

use gamekit::Color;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the results of chess are known")]
#[repr(u8)]
pub enum GameResult {
    BlackWins = 0,
    Draw = 1,
    WhiteWins = 2,
}

impl GameResult {
    /// All results, Black's win first.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// The points for White.
    pub const fn points(self) -> f64 {
        match self {
            Self::WhiteWins => 1.0,
            Self::Draw => 0.5,
            Self::BlackWins => 0.0,
        }
    }

    /// The points for a side.
    pub const fn points_for(self, color: Color) -> f64 {
        match color {
            Color::White => self.points(),
            Color::Black => 1.0 - self.points(),
        }
    }
}

impl From<Option<Color>> for GameResult {
    fn from(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

/// As PGN writes it: `1-0`, `1/2-1/2` or `0-1`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
        })
    }
}
