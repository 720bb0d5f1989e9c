use std::sync::Arc;

use chess::Position;
use gamekit::SplitMix64;

use super::Accumulators;
use crate::{Architecture, Net, Network, Parameters, QB};

const STARTS: [&str; 4] = [
    chess::fen::INITIAL,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2P2k2/3p4/KP5r/1R3p2/8/3pP1P1/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

fn network(hidden: usize, buckets: usize, king_buckets: usize) -> (Parameters, Network) {
    let arch = Architecture::new(hidden, buckets).unwrap().with_king_buckets(king_buckets).unwrap();
    let mut rng = SplitMix64::new(hidden as u64);
    let mut parameters = Parameters::random(arch, &mut rng);
    parameters.output_biases.fill_with(|| rng.next_f64() as f32 - 0.5);
    let network = parameters.quantise("random");
    (parameters, network)
}

fn deep_network() -> Network {
    let arch = Architecture::new(256, 8).unwrap().with_king_buckets(4).unwrap().deep().unwrap();
    let mut parameters = Parameters::random(arch, &mut SplitMix64::new(7));
    // The sums of a random net are small, so make much of them.
    parameters.second_weights.iter_mut().for_each(|weight| *weight *= 8.0);
    parameters.quantise("random and deep")
}

/// Calls `look` with every position of some random games.
pub fn along_random_games(games: u64, mut look: impl FnMut(&Position)) {
    for (start, seed) in STARTS.iter().cycle().zip(0..games) {
        let mut rng = SplitMix64::new(seed);
        let start: Position = start.parse().unwrap();
        look(&start);
        start.random_walk(&mut rng).take(120).for_each(|(_, position)| look(&position));
    }
}

/// Walks through random trees, evaluating at some nodes and not at others, and compares with
/// evaluations from scratch.
pub fn check_along_random_trees(net: &Arc<Net>, trees: u64) {
    let mut accumulators = Accumulators::new(Arc::clone(net));
    for (start, seed) in STARTS.iter().cycle().zip(0..trees) {
        let mut rng = SplitMix64::new(seed);
        let mut path: Vec<Position> = vec![start.parse().unwrap()];
        accumulators.restart();
        for _ in 0..300 {
            let position = &path[path.len() - 1];
            let moves = position.legal_moves();
            if path.len() > 1 && (moves.is_empty() || rng.below(3) == 0) {
                path.pop();
                accumulators.pop();
            } else {
                let mut after = position.clone();
                after.make(moves[rng.below(moves.len())], accumulators.push());
                path.push(after);
            }
            let position = &path[path.len() - 1];
            if rng.below(2) == 0 {
                let expected = net.evaluate(position.board(), position.turn());
                assert_eq!(accumulators.evaluate(position), expected, "{position}");
            }
        }
    }
}

#[test]
fn incremental_equals_fresh() {
    for (hidden, buckets, king_buckets) in
        [(32, 1, 1), (64, 8, 4), (128, 1, 5), (224, 8, 1), (512, 8, 1), (512, 8, 4)]
    {
        check_along_random_trees(&Arc::new(Net::Petteia(network(hidden, buckets, king_buckets).1)), 12);
    }
    check_along_random_trees(&Arc::new(Net::Petteia(deep_network())), 12);
}

#[test]
fn integers_agree_with_floating_point() {
    for (hidden, buckets, king_buckets) in [(32, 8, 1), (256, 1, 1), (64, 8, 4), (64, 8, 5)] {
        let (trained, network) = network(hidden, buckets, king_buckets);
        let played = network.parameters();
        // The rounding of the last layer's weights adds up like a random walk.
        let scale = network.arch().scale();
        let net = Net::Petteia(network);
        let rounding = scale as f32 / f32::from(2 * QB) * (2.0 * hidden as f32).sqrt();
        along_random_games(12, |position| {
            let (board, turn) = (position.board(), position.turn());
            let output = net.evaluate(board, turn) as f32;
            // Only the division rounds, and the floating point a little.
            assert!((output - played.evaluate(board, turn)).abs() < 1.1, "{position}");
            // Rounded weights are another net, but nearly the same.
            assert!((output - trained.evaluate(board, turn)).abs() < rounding, "{position}");
        });
    }
}

#[test]
fn deep_nets_agree_with_floating_point() {
    let network = deep_network();
    let played = network.parameters();
    assert_eq!(played.quantise("random and deep"), network);
    let net = Net::Petteia(network);
    let (mut sizes, mut misses, mut count) = (0.0, 0.0, 0.0);
    along_random_games(12, |position| {
        let (board, turn) = (position.board(), position.turn());
        let (output, expected) = (net.evaluate(board, turn) as f32, played.evaluate(board, turn));
        // Each pair is rounded to a 127th.
        assert!((output - expected).abs() < 20.0, "{position}: {output}, expected {expected}");
        misses += (output - expected).abs();
        sizes += output.abs();
        count += 1.0;
    });
    assert!(misses / count < 5.0 && sizes / count > 20.0, "{} {}", misses / count, sizes / count);
}

#[test]
fn flipped_and_mirrored_positions_have_equal_evaluations() {
    let net = Net::Petteia(network(64, 8, 4).1);
    let evaluate = |position: &Position| net.evaluate(position.board(), position.turn());
    along_random_games(20, |position| {
        let flipped = position.flipped();
        let mirrored = position.mirrored();
        assert_eq!(evaluate(position), evaluate(&flipped), "{position}");
        assert_eq!(evaluate(position), evaluate(&mirrored), "{position}");
    });
}

#[test]
fn evaluations_of_a_random_net_differ() {
    let net = Net::Petteia(network(64, 8, 4).1);
    let mut outputs = Vec::new();
    along_random_games(4, |position| outputs.push(net.evaluate(position.board(), position.turn())));
    let (least, most) = (outputs.iter().min().unwrap(), outputs.iter().max().unwrap());
    assert!(most - least > 100, "{least}..{most}");
}
