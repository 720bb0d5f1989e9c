//! Playing strength, from beginner to full strength.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::search::{Limits, MAX_DEPTH, Searcher};
use crate::tables::Tables;

/// A level from 1 to 10. The lower ones search less deeply and add noise to their scores; the upper
/// ones differ in the time per move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// For each level: depth, time per move in milliseconds, noise in points of the score.
const LEVELS: [(u8, u64, u16); 10] = [
    (1, 100, 800),
    (1, 100, 400),
    (2, 100, 300),
    (2, 100, 150),
    (3, 200, 100),
    (4, 200, 50),
    (5, 500, 0),
    (8, 500, 0),
    (MAX_DEPTH, 500, 0),
    (MAX_DEPTH, 2000, 0),
];

impl Level {
    /// The weakest.
    pub const BEGINNER: Self = Self(1);
    /// The strongest.
    pub const FULL: Self = Self(LEVELS.len() as u8);

    /// The level with this number.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::BEGINNER.0 && number <= Self::FULL.0 { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::BEGINNER.0..=Self::FULL.0).map(Self)
    }

    /// The search limits.
    pub fn limits(self) -> Limits {
        let (depth, time, _) = self.parameters();
        Limits { time: Some(Duration::from_millis(time)), ..Limits::depth(depth) }
    }

    /// The noise added to the score of each move.
    pub const fn noise(self) -> u16 {
        self.parameters().2
    }

    /// A searcher of this level: those that do not err know the endgame tables.
    pub fn with_tables(self, searcher: Searcher, tables: &Arc<Tables>) -> Searcher {
        if self.noise() == 0 { searcher.with_tables(Arc::clone(tables)) } else { searcher }
    }

    const fn parameters(self) -> (u8, u64, u16) {
        LEVELS[self.0 as usize - 1]
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The text is not a level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a level from 1 to 10, found {0:?}")]
pub struct ParseLevelError(pub String);

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| ParseLevelError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_nothing_else_is_one() {
        assert_eq!(Level::all().count(), 10);
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["0", "11", "-1", "", "two"] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError(text.to_owned())));
        }
    }

    #[test]
    fn each_level_looks_further_or_slips_less() {
        let levels: Vec<Level> = Level::all().collect();
        for pair in levels.windows(2) {
            let [weak, strong] = [pair[0], pair[1]];
            assert!(strong.noise() <= weak.noise());
            assert!(strong.limits().depth >= weak.limits().depth);
            assert!(strong.limits().time >= weak.limits().time);
            assert_ne!((strong.noise(), strong.limits()), (weak.noise(), weak.limits()));
        }
        assert_eq!(Level::FULL.noise(), 0);
    }
}
