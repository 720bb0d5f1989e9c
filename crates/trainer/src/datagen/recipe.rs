//! The settings of datagen.

use std::fmt;
use std::str::FromStr;

use engine::eval::Evaluator;
use thiserror::Error;

/// Version of the rules for searches, adjudication and openings. A file started with other rules is
/// not continued.
const RULES: u32 = 2;

/// Version of the rules for siblings.
const SIBLING_RULES: u32 = 1;

/// How to play games. Its text is the description of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// The evaluation.
    pub evaluator: Evaluator,
    /// Soft node limit: no iteration starts after this many nodes.
    pub nodes: u64,
    /// Random half-moves at the start; every second game has one more, so that both sides begin
    /// equally often.
    pub random_plies: usize,
    /// Random seed.
    pub seed: u64,
    /// Whether to search a random other move at every second half-move as well.
    pub siblings: bool,
    /// The share of the games to play.
    pub shard: Shard,
}

impl Recipe {
    /// Hard node limit, in multiples of the soft one.
    pub const HARD_FACTOR: u64 = 8;

    /// The number of a game of this shard among all games.
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

/// One machine's share of the games, as `i/n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The index of the share, from zero.
    pub index: u64,
    /// The number of shares.
    pub of: u64,
}

/// A text is not a shard.
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
