use gamekit::SplitMix64;

use super::{MAGIC, NetError, fnv1a};
use crate::{Architecture, Network, Parameters};

fn network() -> Network {
    let arch = Architecture::new(32, 8).unwrap().with_scale(160).unwrap().with_king_buckets(4).unwrap();
    Parameters::random(arch, &mut SplitMix64::new(1)).quantise("drawn at random: ½")
}

fn file() -> Vec<u8> {
    let mut bytes = Vec::new();
    network().write(&mut bytes).unwrap();
    bytes
}

/// The file with a changed byte and a valid checksum.
fn forged(at: usize, byte: u8) -> Vec<u8> {
    let mut bytes = file();
    bytes[at] = byte;
    signed(bytes)
}

/// The file with a valid checksum.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len() - 8;
    let checksum = fnv1a(&bytes[..content]);
    bytes[content..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn nets_round_trip() {
    assert_eq!(Network::read(&file()), Ok(network()));
}

#[test]
fn the_bytes_are_where_the_documentation_says() {
    let (bytes, net) = (file(), network());
    assert_eq!(&bytes[..8], b"PETTNNUE");
    assert_eq!(bytes[8..12], [3, 0, 0, 0]);
    assert_eq!(bytes[12..20], net.arch().hash().to_le_bytes());
    assert_eq!(bytes[20..30], [32, 0, 8, 0, 160, 0, 4, 0, 19, 0]);
    assert_eq!(&bytes[30..49], "drawn at random: ½".as_bytes());
    let biases = 49 + 4 * 768 * 32 * 2;
    assert_eq!(bytes[49..51], net.first.weights[0].0[0].to_le_bytes());
    assert_eq!(bytes[biases..biases + 2], net.first.biases[0].0[0].to_le_bytes());
    assert_eq!(bytes[biases + 64..biases + 66], net.output_weights[0].0[0].to_le_bytes());
    assert_eq!(bytes.len(), biases + 64 + 8 * 64 * 2 + 8 * 4 + 8);
}

/// The net as a file of an older format.
fn as_format(version: u8, net: &Network) -> Vec<u8> {
    let mut bytes = Vec::new();
    net.write(&mut bytes).unwrap();
    bytes[8] = version;
    bytes.drain(if version == 1 { 24 } else { 26 }..28);
    signed(bytes)
}

#[test]
fn older_formats_are_read() {
    let arch = Architecture::new(32, 8).unwrap();
    let random = |arch| Parameters::random(arch, &mut SplitMix64::new(1)).quantise("old");
    let (first, second) = (random(arch), random(arch.with_scale(160).unwrap()));
    assert_eq!(Network::read(&as_format(1, &first)), Ok(first));
    assert_eq!(Network::read(&as_format(2, &second)), Ok(second));
}

#[test]
fn a_file_that_ends_early_is_refused() {
    let bytes = file();
    for length in 0..bytes.len() {
        let error = Network::read(&bytes[..length]).unwrap_err();
        match error {
            NetError::Magic { .. } => assert!(length < MAGIC.len()),
            NetError::Length { found, expected } => assert!(found == length && expected > length),
            other => panic!("{length} bytes: {other}"),
        }
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    let expected = bytes.len();
    assert_eq!(Network::read(&longer), Err(NetError::Length { found: expected + 1, expected }));
}

#[test]
fn no_flipped_bit_goes_unseen() {
    let mut bytes = file();
    let head = 0..30 * 8;
    let rest = (30 * 8..bytes.len() * 8).step_by(997);
    for bit in head.chain(rest) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = Network::read(&bytes).expect_err("a bit is flipped");
        let is_right = match bit / 8 {
            0..8 => matches!(error, NetError::Magic { .. }),
            // Bit 0 turns format 3 into format 2, whose nets have one king bucket.
            8..12 => matches!(error, NetError::Version { .. } | NetError::Architecture { .. }),
            12..20 => matches!(error, NetError::Architecture { .. }),
            20..28 => matches!(error, NetError::Size(_) | NetError::Architecture { .. }),
            28..30 => matches!(error, NetError::Length { .. }),
            _ => matches!(error, NetError::Checksum { .. }),
        };
        assert!(is_right, "bit {bit}: {error}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn forged_files_are_refused() {
    assert_eq!(Network::read(&forged(34, 0xff)), Err(NetError::Description { at: 4 }));
    let error = Network::read(&forged(50, 0x7f)).unwrap_err();
    assert!(matches!(error, NetError::Weight { layer: "first layer", limit: 505, .. }), "{error}");
    let last_layer = 49 + (4 * 768 + 1) * 32 * 2;
    let error = Network::read(&forged(last_layer + 1, 0x7f)).unwrap_err();
    assert!(matches!(error, NetError::Weight { layer: "last layer", limit: 127, .. }), "{error}");
}

#[test]
fn errors_name_what_was_found_and_expected() {
    assert_eq!(
        Network::read(b"no net").unwrap_err().to_string(),
        "not a net: it begins with [6e, 6f, 20, 6e, 65, 74]; expected \"PETTNNUE\", a HalfKP net's 162ff37a or a HalfKAv2_hm net's 202ff37a"
    );
    assert_eq!(
        Network::read(&forged(20, 33)).unwrap_err().to_string(),
        "hidden size 33; expected a multiple of 32 up to 1024"
    );
    assert!(
        Network::read(&forged(12, 0))
            .unwrap_err()
            .to_string()
            .ends_with("which is (768 x 4 mirrored -> 32) x 2 -> 1 x 8")
    );
}
