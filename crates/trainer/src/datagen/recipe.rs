//! The settings of datagen.

use std::fmt;
use std::sync::Arc;

use engine::eval::Evaluator;
use gamekit::Shard;
use syzygy::Tables;

/// Version of the rules for searches, adjudication and openings. A file started with other rules is
/// not continued.
const RULES: u32 = 2;

/// Version of the rules for siblings.
const SIBLING_RULES: u32 = 2;

/// How to play games. Its text is the description of the file.
#[derive(Clone, Debug)]
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
    /// Whether to search a random other sound move at every second half-move as well.
    pub siblings: bool,
    /// The tables that adjudicate games.
    pub tables: Arc<Tables>,
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
            tables: Arc::new(Tables::empty()),
            shard: Shard::default(),
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { evaluator, nodes, random_plies, seed, siblings, tables, shard } = self;
        write!(
            f,
            "datagen {RULES}: {evaluator}, nodes {nodes}, random {random_plies}, seed {seed}, shard {shard}"
        )?;
        if *siblings {
            write!(f, ", siblings {SIBLING_RULES}")?;
        }
        match tables.most_pieces() {
            0 => Ok(()),
            pieces => write!(f, ", tables of {pieces} pieces"),
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
        assert!(text(true).ends_with(", shard 1/1, siblings 2"));
    }
}
