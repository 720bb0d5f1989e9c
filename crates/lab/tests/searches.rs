//! The searches of the books: all find the value of minimax, and look at no more than they should.

use chess::Position;
use gamekit::{Key, Ply, Score, SplitMix64};
use lab::search::{self, Tree, alpha_beta, minimax};
use proptest::prelude::*;

/// A tree that follows from a number: nodes have up to four children, and leaves random values.
#[derive(Clone)]
struct RandomTree(u64);

impl Tree for RandomTree {
    fn children(&self) -> Vec<Self> {
        let mut rng = SplitMix64::new(self.0);
        let count = rng.below(5);
        (0..count).map(|_| Self(rng.next_u64())).collect()
    }

    fn value(&self, _: Ply) -> Score {
        // Few different values, so that equal ones meet.
        Score::cp(SplitMix64::new(self.0 ^ 1).below(9) as i32 - 4)
    }

    fn key(&self) -> Key {
        Key::new(self.0)
    }
}

proptest! {
    #[test]
    fn all_searches_find_the_minimax_value(seed: u64, depth in 0_u32..6) {
        let tree = RandomTree(seed);
        let expected = minimax::search(&tree, depth).score;
        for (name, search) in search::all() {
            prop_assert_eq!(search(&tree, depth).score, expected, "{}", name);
        }
    }
}

#[test]
fn all_searches_find_the_minimax_value_of_chess() {
    let mate_in_two = "6k1/5ppp/8/8/8/8/5PPP/1R1R2K1 w - - 0 1";
    for fen in engine::bench::POSITIONS.iter().chain([&mate_in_two]).step_by(3) {
        let position: Position = fen.parse().unwrap();
        for depth in 1..=2 {
            let expected = minimax::search(&position, depth);
            for (name, search) in search::all() {
                let found = search(&position, depth);
                assert_eq!(found.score, expected.score, "{name} {fen} {depth}");
            }
            let pruned = alpha_beta::search(&position, depth).nodes;
            assert!(pruned <= expected.nodes, "{fen}: {pruned} nodes of {}", expected.nodes);
        }
    }
}

/// A tree whose first move is always the best.
struct OrderedTree {
    depth: u32,
}

const MOVES: u32 = 6;

impl Tree for OrderedTree {
    fn children(&self) -> Vec<Self> {
        (0..MOVES).map(|_| Self { depth: self.depth + 1 }).collect()
    }

    fn value(&self, _: Ply) -> Score {
        Score::DRAW
    }

    fn key(&self) -> Key {
        Key::new(u64::from(self.depth))
    }
}

/// Knuth and Moore: with the best move first, alpha-beta looks at b^ceil(d/2) + b^floor(d/2) - 1
/// leaves.
#[test]
fn alpha_beta_looks_at_the_least_possible_number_of_leaves() {
    let nodes = |depth| alpha_beta::search(&OrderedTree { depth: 0 }, depth).nodes;
    for depth in 1..7 {
        // The nodes of a search less the inner ones, which a search one ply less has as leaves.
        let leaves = nodes(depth) - nodes(depth - 1);
        let power = |exponent: u32| u64::from(MOVES).pow(exponent);
        let least = power(depth.div_ceil(2)) + power(depth / 2) - 1;
        assert_eq!(leaves, least, "at depth {depth}");
    }
}
