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

/// What is drawn is what is counted: the traced searches are the plain ones.
mod traced {
    use gamekit::Bound;
    use lab::search::{Picture, Trace, picture, trace};

    use super::*;

    /// The plain searches that can be traced, beside the traced ones.
    fn pairs<T: Tree>() -> impl Iterator<Item = (&'static str, search::Search<T>, trace::Traced<T>)> {
        let plain = search::all::<T>();
        trace::all::<T>().into_iter().map(move |(name, traced)| {
            let (_, search) = plain.iter().find(|(plain, _)| *plain == name).expect("a search of this name");
            (name, *search, traced)
        })
    }

    /// Nodes that were looked at, counted one by one.
    fn looked_at(trace: &Trace, place: usize) -> u64 {
        let here = u64::from(trace.visit(place).score.is_some());
        here + trace.children(place).map(|child| looked_at(trace, child)).sum::<u64>()
    }

    fn check<T: Tree>(root: &T, depth: u32) {
        for (name, search, traced) in pairs::<T>() {
            let (found, trace) = (search(root, depth), traced(root, depth));
            let at_root = trace.visit(Trace::ROOT);
            assert_eq!(at_root.score, Some(found.score), "{name}");
            assert_eq!(at_root.nodes, found.nodes, "{name}");
            assert_eq!(looked_at(&trace, Trace::ROOT), found.nodes, "{name}");
            assert_eq!(at_root.bound(), Some(Bound::Exact), "{name}");
            check_node(&trace, Trace::ROOT, name);
        }
    }

    /// An exact value comes from its best child, and whatever is cut off comes after a value that
    /// reaches beta.
    fn check_node(trace: &Trace, place: usize, name: &str) {
        let visit = trace.visit(place);
        let Some(best) = trace.best_child(place) else { return };
        assert_eq!(trace.visit(best).score.map(|score| -score), visit.score, "{name}");
        let cut = trace.children(place).filter(|&child| trace.visit(child).score.is_none()).count();
        assert!(cut == 0 || visit.bound() == Some(Bound::Lower), "{name}: {visit:?}");
        assert!(cut == 0 || name != "minimax");
        trace.children(place).for_each(|child| check_node(trace, child, name));
    }

    proptest! {
        #[test]
        fn a_trace_is_of_the_same_search(seed: u64, depth in 0_u32..6) {
            check(&RandomTree(seed), depth);
        }
    }

    #[test]
    fn a_trace_of_chess_is_of_the_same_search() {
        for fen in engine::bench::POSITIONS.iter().step_by(4) {
            check::<Position>(&fen.parse().unwrap(), 2);
        }
    }

    fn pieces(picture: &Picture) -> u64 {
        u64::from(picture.value.is_some()) + picture.drawn.iter().map(pieces).sum::<u64>()
    }

    #[test]
    fn a_small_search_is_drawn_whole() {
        let position: Position = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(picture::nodes_of_minimax(&position, 2), Some(minimax::search(&position, 2).nodes));
        for (name, search, traced) in pairs::<Position>() {
            let (_, picture) = Picture::of(&position, &traced(&position, 2), &[], 1000).expect("the root");
            assert_eq!(pieces(&picture), search(&position, 2).nodes, "{name}");
        }
    }

    #[test]
    fn a_large_search_is_drawn_in_parts() {
        let position = Position::initial();
        let [_, _, (_, negascout)] = trace::all::<Position>();
        let trace = negascout(&position, 3);
        let (_, whole) = Picture::of(&position, &trace, &[], 100).expect("the root");
        assert!((20..=100).contains(&pieces(&whole)), "{}", pieces(&whole));
        let best = whole.drawn.iter().position(|child| child.is_best).expect("a best move");
        assert!(!whole.drawn[best].drawn.is_empty(), "the best line is drawn first");
        let closed = whole.drawn.iter().position(|child| child.drawn.is_empty()).expect("a closed node");
        let (moves, part) = Picture::of(&position, &trace, &[closed], 100).expect("a node");
        assert_eq!(moves.last().copied(), part.mv);
        assert_eq!((part.mv, part.nodes), (whole.drawn[closed].mv, whole.drawn[closed].nodes));
        assert_eq!(part.drawn.iter().map(|child| child.nodes).sum::<u64>() + 1, part.nodes);
        assert_eq!(Picture::of(&position, &trace, &[20, 0, 0, 0], 100), None);
    }

    #[test]
    fn what_is_too_large_is_known_before_it_is_searched() {
        assert_eq!(picture::nodes_of_minimax(&Position::initial(), 4), Some(206_604));
        assert_eq!(picture::nodes_of_minimax(&Position::initial(), 5), None);
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let many_moves = kiwipete.parse().unwrap();
        assert_eq!(picture::nodes_of_minimax(&many_moves, 2), Some(1 + 48 + 2039));
        assert_eq!(picture::nodes_of_minimax(&many_moves, picture::MOST_DEPTH), None);
    }
}
