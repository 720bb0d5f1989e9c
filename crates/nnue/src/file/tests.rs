use gamekit::SplitMix64;

use super::{MAGIC, NetError, fnv1a};
use crate::layers::Layers;
use crate::network::Head;
use crate::{Architecture, Network, Parameters};

fn network() -> Network {
    let arch = Architecture::new(32, 8).unwrap().with_scale(160).unwrap().with_king_buckets(4).unwrap();
    Parameters::random(arch, &mut SplitMix64::new(1)).quantise("drawn at random: ½")
}

fn deep_file() -> (Network, Vec<u8>) {
    let arch = Architecture::new(128, 8).unwrap().deep().unwrap();
    let network = Parameters::random(arch, &mut SplitMix64::new(1)).quantise("deep");
    let mut bytes = Vec::new();
    network.write(&mut bytes).unwrap();
    (network, bytes)
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
    let (network, bytes) = deep_file();
    assert_eq!(Network::read(&bytes), Ok(network));
}

#[test]
fn the_bytes_are_where_the_documentation_says() {
    let (bytes, net) = (file(), network());
    assert_eq!(&bytes[..8], b"PETTNNUE");
    assert_eq!(bytes[8..12], [4, 0, 0, 0]);
    assert_eq!(bytes[12..20], net.arch().hash().to_le_bytes());
    assert_eq!(bytes[20..32], [32, 0, 8, 0, 160, 0, 4, 0, 0, 0, 19, 0]);
    assert_eq!(&bytes[32..51], "drawn at random: ½".as_bytes());
    let biases = 51 + 4 * 768 * 32 * 2;
    assert_eq!(bytes[51..53], net.first.weights[0].0[0].to_le_bytes());
    assert_eq!(bytes[biases..biases + 2], net.first.biases[0].0[0].to_le_bytes());
    let Head::Plain { weights, .. } = net.head else { panic!("a deep net") };
    assert_eq!(bytes[biases + 64..biases + 66], weights[0].0[0].to_le_bytes());
    assert_eq!(bytes.len(), biases + 64 + 8 * 64 * 2 + 8 * 4 + 8);
}

#[test]
fn the_bytes_of_a_deep_net_are_where_the_documentation_says() {
    let (net, bytes) = deep_file();
    assert_eq!(bytes[20..32], [128, 0, 8, 0, 144, 1, 1, 0, 1, 0, 4, 0]);
    let Head::Deep(Layers { second, stacks }) = net.head else { panic!("not a deep net") };
    let second_layer = 36 + 769 * 128 * 2;
    assert_eq!(bytes[second_layer], second[0].0[0] as u8);
    let floats = second_layer + 8 * 16 * 128;
    assert_eq!(bytes[floats + 16 * 4..floats + 17 * 4], stacks[0].third[0][0].to_le_bytes());
    assert_eq!(bytes[floats + 1105 * 4..][..4], stacks[1].second_biases[0].to_le_bytes());
    assert_eq!(bytes.len(), floats + 8 * 1105 * 4 + 8);
}

#[test]
fn broken_weights_of_a_deep_net_are_refused() {
    let (_, bytes) = deep_file();
    let second_layer = 36 + 769 * 128 * 2;
    let mut forged = bytes.clone();
    forged[second_layer] = 0x80;
    let error = Network::read(&signed(forged)).unwrap_err();
    assert!(matches!(error, NetError::Weight { layer: "second layer", found: -128, .. }), "{error}");
    let mut forged = bytes;
    let last = forged.len() - 12;
    forged[last..last + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    let error = Network::read(&signed(forged)).unwrap_err().to_string();
    assert_eq!(error, "a weight of the third or last layer is NaN; expected a number");
}

/// The net as a file of an older format.
fn as_format(version: u8, net: &Network) -> Vec<u8> {
    let mut bytes = Vec::new();
    net.write(&mut bytes).unwrap();
    bytes[8] = version;
    // The marks of deep nets, king buckets and scales came one after the other.
    bytes.drain([24, 26, 28][usize::from(version) - 1]..30);
    signed(bytes)
}

#[test]
fn older_formats_are_read() {
    let arch = Architecture::new(32, 8).unwrap();
    let random = |arch| Parameters::random(arch, &mut SplitMix64::new(1)).quantise("old");
    let (first, second) = (random(arch), random(arch.with_scale(160).unwrap()));
    assert_eq!(Network::read(&as_format(1, &first)), Ok(first));
    assert_eq!(Network::read(&as_format(2, &second)), Ok(second));
    assert_eq!(Network::read(&as_format(3, &network())), Ok(network()));
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
    let head = 0..32 * 8;
    let rest = (32 * 8..bytes.len() * 8).step_by(997);
    for bit in head.chain(rest) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = Network::read(&bytes).expect_err("a bit is flipped");
        let is_right = match bit / 8 {
            0..8 => matches!(error, NetError::Magic { .. }),
            8..12 => matches!(error, NetError::Version { .. } | NetError::Architecture { .. }),
            12..20 => matches!(error, NetError::Architecture { .. }),
            20..30 => matches!(error, NetError::Size(_) | NetError::Architecture { .. }),
            30..32 => matches!(error, NetError::Length { .. }),
            _ => matches!(error, NetError::Checksum { .. }),
        };
        assert!(is_right, "bit {bit}: {error}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn forged_files_are_refused() {
    assert_eq!(Network::read(&forged(36, 0xff)), Err(NetError::Description { at: 4 }));
    let error = Network::read(&forged(52, 0x7f)).unwrap_err();
    assert!(matches!(error, NetError::Weight { layer: "first layer", limit: 505, .. }), "{error}");
    let last_layer = 51 + (4 * 768 + 1) * 32 * 2;
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
