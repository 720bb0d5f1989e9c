use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use chess::Position;

use crate::accumulators::tests::check_along_random_trees;
use crate::{HalfKp, Net, NetError, Part};

/// The folder of files that are not part of the project, if it is there.
fn shared() -> PathBuf {
    std::env::var_os("PETTEIA_SHARED")
        .map_or_else(|| [env!("CARGO_MANIFEST_DIR"), "../../../shared"].iter().collect(), PathBuf::from)
}

/// A real net of 2020 and what its own engine says of some positions.
fn reference() -> Option<(Vec<u8>, String)> {
    let folder = shared().join("nets");
    let files = fs::read(folder.join("nn-62ef826d1a6d.nnue"))
        .and_then(|net| Ok((net, fs::read_to_string(folder.join("nn-62ef826d1a6d.tsv"))?)));
    files.map_err(|_| println!("skipped: no ../shared/nets/nn-62ef826d1a6d.nnue")).ok()
}

#[test]
fn a_net_of_2020_says_what_it_said_then() {
    let Some((bytes, evaluations)) = reference() else { return };
    let net = Net::read(&bytes).unwrap();
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
    assert_eq!(wrong.to_string(), "HalfKP first layer 00000001; expected 5d69d7b8");
    assert_eq!(with(&1_u32.to_le_bytes()), Err(wrong));
    assert!(matches!(with(&super::FEATURES_HASH.to_le_bytes()), Err(NetError::Length { .. })));
    let mut other = start;
    other[4] ^= 1;
    let error = HalfKp::read(&other);
    assert!(matches!(error, Err(NetError::Mark { part: Part::Architecture, .. })), "{error:?}");
}
