//! How games are played.

use std::fmt;
use std::str::FromStr;

use engine::eval::Evaluator;
use thiserror::Error;

/// The version of what this code decides of a game: its searches, thresholds and openings. A file begun by other
/// rules is not continued.
const RULES: u32 = 2;

/// The same for siblings.
const SIBLING_RULES: u32 = 1;

/// How to play games. Its text describes a file of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// How positions are judged.
    pub evaluator: Evaluator,
    /// No iteration is begun after this many nodes.
    pub nodes: u64,
    /// Random half-moves at the start; every second game has one more, so that either side begins.
    pub random_plies: usize,
    /// Where the random numbers start.
    pub seed: u64,
    /// Whether to search a random other move at every second half-move as well.
    pub siblings: bool,
    /// The part of the games to play.
    pub shard: Shard,
}

impl Recipe {
    /// An iteration is broken off after this many times the nodes after which none is begun.
    pub const HARD_FACTOR: u64 = 8;

    /// The number that a game of this shard has among all games.
    pub fn number_of(&self, game: u64) -> u64 {
        game * self.shard.of + self.shard.index
    }
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            evaluator: Evaluator::default(),
            nodes: 1000,
            random_plies: 8,
            seed: 1,
            siblings: false,
            shard: Shard::default(),
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { evaluator, nodes, random_plies, seed, siblings, shard } = self;
        write!(
            f,
            "datagen {RULES}: {evaluator}, nodes {nodes}, random {random_plies}, seed {seed}, shard {shard}"
        )?;
        if *siblings { write!(f, ", siblings {SIBLING_RULES}") } else { Ok(()) }
    }
}

/// One machine's part of the games, as `i/n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The number of the part, from zero.
    pub index: u64,
    /// The number of parts.
    pub of: u64,
}

/// A text that is no shard.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("shard {0:?}: expected i/n with i from 1 to n, as 3/8")]
pub struct ParseShardError(String);

impl Default for Shard {
    fn default() -> Self {
        Self { index: 0, of: 1 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index @ 1.., of)) if index <= of => Ok(Self { index: index - 1, of }),
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_recipes_apart() {
        let text = |siblings| Recipe { siblings, ..Recipe::default() }.to_string();
        assert!(text(false).ends_with(", nodes 1000, random 8, seed 1, shard 1/1"));
        assert!(text(true).ends_with(", shard 1/1, siblings 1"));
    }

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 2, of: 8 }));
        assert_eq!("8/8".parse::<Shard>().unwrap().to_string(), "8/8");
        for text in ["0/8", "9/8", "3", "a/b", "-1/3", ""] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError(text.to_owned())));
        }
    }
}
