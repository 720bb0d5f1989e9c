use std::sync::Arc;

use chess::Position;
use gamekit::SplitMix64;

use super::*;
use crate::Net;
use crate::accumulators::tests::{along_random_games, check_along_random_trees};

/// A random net, in the order of the file.
struct Numbers {
    biases: Vec<i16>,
    weights: Vec<i16>,
    material: Vec<i32>,
    stacks: Vec<[(Vec<i32>, Vec<i8>); 3]>,
    has_squares: bool,
}

impl Numbers {
    fn random(has_squares: bool) -> Self {
        let mut rng = SplitMix64::new(7);
        let mut draw = |limit: i32| rng.below(2 * limit as usize + 1) as i32 - limit;
        let biases = (0..1024).map(|_| draw(60) as i16).collect();
        let weights = (0..22_528 * 1024).map(|_| draw(30) as i16).collect();
        let material = (0..22_528 * 8).map(|_| draw(50_000)).collect();
        let mut layer = |inputs: usize, outputs: usize, real: usize| {
            let biases: Vec<i32> = (0..outputs).map(|_| draw(4000)).collect();
            let weight = |at: usize| if at % inputs < real { draw(100) as i8 } else { 0 };
            (biases, (0..inputs * outputs).map(weight).collect::<Vec<i8>>())
        };
        let third = if has_squares { 30 } else { 15 };
        let stacks =
            (0..8).map(|_| [layer(1024, 16, 1024), layer(32, 32, third), layer(32, 1, 32)]).collect();
        Self { biases, weights, material, stacks, has_squares }
    }

    fn file(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = [VERSION, HASH, 4].iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(b"test");
        bytes.extend(FEATURES_HASH.to_le_bytes());
        bytes.extend(self.biases.iter().chain(&self.weights).flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.material.iter().flat_map(|number| number.to_le_bytes()));
        for stack in &self.stacks {
            bytes.extend(LAYERS_HASH.to_le_bytes());
            for (biases, weights) in stack {
                bytes.extend(biases.iter().flat_map(|number| number.to_le_bytes()));
                bytes.extend(weights.iter().map(|&weight| weight as u8));
            }
        }
        bytes
    }

    /// The evaluation, computed value by value.
    fn parts(&self, position: &Position, bucket: usize) -> Parts {
        let mut inputs = Vec::new();
        let mut material = 0;
        for (viewer, sign) in [(position.turn(), 1), (!position.turn(), -1)] {
            let mut sums: Vec<i64> = self.biases.iter().map(|&bias| bias.into()).collect();
            for feature in seen(position, viewer) {
                let row = &self.weights[feature * 1024..][..1024];
                sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i64::from(weight));
                material += sign * self.material[feature * 8 + bucket];
            }
            let clipped: Vec<i64> = sums.iter().map(|sum| (*sum).clamp(0, 127)).collect();
            inputs.extend((0..512).map(|at| clipped[at] * clipped[at + 512] / 128));
        }
        let affine = |layer: usize, inputs: &[i64]| -> Vec<i64> {
            let (biases, weights) = &self.stacks[bucket][layer];
            let rows = weights.chunks(weights.len() / biases.len());
            let sum = |row: &[i8]| row.iter().zip(inputs).map(|(&w, x)| i64::from(w) * x).sum::<i64>();
            rows.zip(biases).map(|(row, &bias)| i64::from(bias) + sum(row)).collect()
        };
        let second = affine(0, &inputs);
        let ramp = |sum: &i64| (sum >> 6).clamp(0, 127);
        let square = |sum: &i64| ((sum * sum) >> 12 >> 7).min(127);
        let clipped = second[..15].iter().map(ramp);
        let seen: Vec<i64> = if self.has_squares {
            second[..15].iter().map(square).chain(clipped).collect()
        } else {
            clipped.collect()
        };
        let third: Vec<i64> = affine(1, &seen).iter().map(ramp).collect();
        let positional = affine(2, &third)[0] + second[15] * 9600 / 8128;
        Parts { material: material / 2, positional: positional as i32 }
    }
}

/// The features of a position by the definition: square, kind and king, with the king seen on the
/// files e to h.
fn seen(position: &Position, viewer: Color) -> Vec<usize> {
    let board = position.board();
    let king = board.pieces(viewer, Role::King).lowest();
    let turned = |square: Square| {
        let square = if viewer == Color::Black { square.flip_ranks() } else { square };
        if king.file() < gamekit::File::E { square.flip_files() } else { square }
    };
    let king = turned(king);
    let bucket = 31 - (4 * king.rank() as usize + king.file() as usize - 4);
    let occupied = board.occupied().into_iter();
    occupied
        .map(|square| {
            let piece = board.piece_at(square).unwrap();
            let role = match piece.role() {
                Role::King => 10,
                other => 2 * other.index() + usize::from(piece.color() != viewer),
            };
            704 * bucket + 64 * role + turned(square).index()
        })
        .collect()
}

#[test]
fn evaluations_equal_a_plain_computation() {
    for has_squares in [true, false] {
        let numbers = Numbers::random(has_squares);
        let bytes = numbers.file();
        let net = Net::read(&bytes).unwrap();
        let Net::HalfKa(halfka) = &net else { panic!("{net:?}") };
        assert_eq!((halfka.description(), net.shape()), ("test", SHAPE.to_owned()));
        along_random_games(4, |position| {
            let (board, turn) = (position.board(), position.turn());
            for bucket in 0..BUCKETS {
                assert_eq!(halfka.parts(board, turn, bucket), numbers.parts(position, bucket), "{position}");
            }
            let bucket = (board.occupied().len() - 1) / 4;
            let Parts { material, positional } = numbers.parts(position, bucket);
            assert_eq!(net.evaluate(board, turn), (material + positional) / 16);
        });
        check_along_random_trees(&Arc::new(net), 4);

        let mark = NetError::Mark { part: Part::Architecture, found: HASH ^ 1, expected: HASH };
        let mut other = bytes[..200].to_vec();
        assert!(matches!(HalfKa::read(&other), Err(NetError::Length { found: 200, .. })));
        other[4] ^= 1;
        assert_eq!(HalfKa::read(&other), Err(mark));
    }
}

#[test]
fn digits_add_up() {
    let mut rng = SplitMix64::new(1);
    let mut draw = || -> [i32; BUCKETS] { std::array::from_fn(|_| rng.below(100_001) as i32 - 50_000) };
    let (mut sums, mut blocks) = ([0; BUCKETS], Block::ZERO);
    for _ in 0..32 {
        let numbers = draw();
        let block = Digits::block(numbers);
        for lane in 0..LANES {
            blocks.0[lane] += block.0[lane];
        }
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
    }
    for (bucket, sum) in sums.into_iter().enumerate() {
        assert_eq!(Digits::value(&blocks, bucket), sum);
    }
}
