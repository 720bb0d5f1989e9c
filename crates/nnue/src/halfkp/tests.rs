use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use chess::{Position, Role};
use gamekit::{Color, SplitMix64, Square};

use crate::accumulators::tests::{along_random_games, check_along_random_trees};
use crate::net::hash;
use crate::{HalfKp, Net, NetError, Part};

/// A net of seeded weights, as numbers and, by [`Plain::file`], as a file.
struct Plain {
    feature_biases: Vec<i16>,
    feature_weights: Vec<i16>,
    layers: [PlainLayer; 3],
}

struct PlainLayer {
    inputs: usize,
    biases: Vec<i32>,
    weights: Vec<i8>,
}

impl Plain {
    /// Weights with which most values, but not all, are within 0..127.
    fn random(seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let mut below = |most: i32| rng.below(2 * most as usize + 1) as i32 - most;
        let mut layer = |inputs: usize, outputs: usize, bias: i32, weight: i32| PlainLayer {
            inputs,
            biases: (0..outputs).map(|_| below(bias)).collect(),
            weights: (0..inputs * outputs).map(|_| below(weight) as i8).collect(),
        };
        let layers = [layer(512, 32, 4000, 8), layer(32, 32, 2000, 40), layer(32, 1, 3000, 127)];
        Self {
            feature_biases: (0..256).map(|_| 40 + below(60) as i16).collect(),
            feature_weights: (0..41024 * 256).map(|_| below(25) as i16).collect(),
            layers,
        }
    }

    /// The file, as documented in the module.
    fn file(&self) -> Vec<u8> {
        let mut file = Vec::new();
        file.extend(0x7af3_2f16_u32.to_le_bytes());
        file.extend(0x3e5a_a6ee_u32.to_le_bytes());
        file.extend(6_u32.to_le_bytes());
        file.extend(b"random");
        file.extend(0x5d69_d7b8_u32.to_le_bytes());
        file.extend(
            self.feature_biases.iter().chain(&self.feature_weights).flat_map(|number| number.to_le_bytes()),
        );
        file.extend(0x6333_7156_u32.to_le_bytes());
        for layer in &self.layers {
            file.extend(layer.biases.iter().flat_map(|bias| bias.to_le_bytes()));
            file.extend(layer.weights.iter().map(|&weight| weight as u8));
        }
        file
    }

    /// The evaluation, computed value by value.
    fn evaluate(&self, position: &Position) -> i32 {
        let mut numbers: Vec<i32> = Vec::new();
        for viewer in [position.turn(), !position.turn()] {
            numbers.extend(self.sums(position, viewer).iter().map(|&sum| sum.clamp(0, 127)));
        }
        for layer in &self.layers {
            let rows = layer.weights.chunks(layer.inputs).zip(&layer.biases);
            let sums = rows.map(|(row, bias)| {
                bias + row
                    .iter()
                    .zip(&numbers)
                    .map(|(&weight, number)| i32::from(weight) * number)
                    .sum::<i32>()
            });
            let sums: Vec<i32> = sums.collect();
            if let [output] = sums[..] {
                return output / 16;
            }
            numbers = sums.iter().map(|sum| (sum >> 6).clamp(0, 127)).collect();
        }
        unreachable!("the last layer has one output")
    }

    /// The first layer of one side, with the board rotated for Black.
    fn sums(&self, position: &Position, viewer: Color) -> Vec<i32> {
        let seen =
            |square: Square| if viewer == Color::White { square as usize } else { 63 - square as usize };
        let king = seen(position.king(viewer));
        let mut sums: Vec<i32> = self.feature_biases.iter().map(|&bias| bias.into()).collect();
        for square in position.board().occupied() {
            let piece = position.piece_at(square).unwrap();
            let pair = match piece.role() {
                Role::Pawn => 0,
                Role::Knight => 2,
                Role::Bishop => 4,
                Role::Rook => 6,
                Role::Queen => 8,
                Role::King => continue,
            };
            let plane = if piece.color() == viewer { pair } else { pair + 1 };
            let row = king * 641 + plane * 64 + seen(square) + 1;
            for (sum, &weight) in sums.iter_mut().zip(&self.feature_weights[row * 256..][..256]) {
                *sum += i32::from(weight);
            }
        }
        sums
    }
}

#[test]
fn evaluations_equal_a_plain_computation() {
    let plain = Plain::random(2020);
    let net = Net::read(&plain.file()).unwrap();
    assert_eq!((net.shape(), net.description()), (super::SHAPE.to_owned(), "random"));
    let mut values = BTreeSet::new();
    along_random_games(12, |position| {
        let value = plain.evaluate(position);
        assert_eq!(net.evaluate(position.board(), position.turn()), value, "{position}");
        values.insert(value);
    });
    assert!(values.len() > 300, "the net tells positions apart: {}", values.len());
    check_along_random_trees(&Arc::new(net), 12);
}

/// A real net of 2020 with evaluations by Stockfish 12.
#[test]
#[ignore = "needs ../shared (see make test-shared)"]
fn shared_net_says_what_it_said_then() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("PETTEIA_SHARED").map_or_else(|| folder.into(), PathBuf::from);
    let net = Net::open(shared.join("nets/nn-62ef826d1a6d.nnue")).unwrap();
    let evaluations = fs::read_to_string(shared.join("nets/nn-62ef826d1a6d.tsv")).unwrap();
    assert_eq!(net.shape(), super::SHAPE);
    let mut positions = 0;
    for line in evaluations.lines().filter(|line| !line.is_empty()) {
        let (fen, value) = line.split_once('\t').unwrap();
        let position: Position = fen.parse().unwrap();
        assert_eq!(net.evaluate(position.board(), position.turn()), value.parse::<i32>().unwrap(), "{fen}");
        positions += 1;
    }
    assert!(positions > 0);
    check_along_random_trees(&Arc::new(net), 12);
}

#[test]
fn a_broken_net_is_refused() {
    let start: Vec<u8> =
        [super::VERSION, super::HASH, 3].iter().flat_map(|word| word.to_le_bytes()).collect();
    let with = |rest: &[u8]| HalfKp::read(&[start.as_slice(), b"abc", rest].concat());
    assert!(matches!(HalfKp::read(&start[..7]), Err(NetError::Length { found: 7, .. })));
    let wrong = NetError::Mark { part: Part::FirstLayer, found: 1, expected: super::FEATURES_HASH };
    assert_eq!(wrong.to_string(), "mark of the first layer 00000001; expected 5d69d7b8");
    assert_eq!(with(&1_u32.to_le_bytes()), Err(wrong));
    assert!(matches!(with(&super::FEATURES_HASH.to_le_bytes()), Err(NetError::Length { .. })));
    let mut other = start;
    other[4] ^= 1;
    let error = HalfKp::read(&other);
    assert!(matches!(error, Err(NetError::Mark { part: Part::Architecture, .. })), "{error:?}");
}

/// The format has no checksum, but the nets are named by theirs.
#[test]
fn a_damaged_net_does_not_fit_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let sound = Plain::random(3).file();
    let digits = hash(&sound);
    let named = folder.path().join(format!("nn-{digits}.nnue"));
    fs::write(&named, &sound).unwrap();
    Net::open(&named).unwrap();
    let mut damaged = sound;
    damaged[1_000_000] ^= 4;
    fs::write(&named, &damaged).unwrap();
    let error = Net::open(&named).unwrap_err().to_string();
    assert!(error.contains(&format!("expected {digits}, as in its name")), "{error}");
    let unnamed = folder.path().join("my-net.nnue");
    fs::write(&unnamed, &damaged).unwrap();
    Net::open(&unnamed).unwrap();
}

#[test]
fn only_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Net::open(folder.path()).unwrap_err().to_string(), "cannot read: not a file");
    #[cfg(unix)]
    assert_eq!(Net::open("/dev/zero").unwrap_err().to_string(), "cannot read: not a file");
}
