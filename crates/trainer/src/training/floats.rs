//! Files of networks in floating point.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `PTFLOAT` and the version of the format, 3 |
//! | 2 | hidden size `H` |
//! | 2 | output buckets `B` |
//! | 2 | scale: centipawns to which an output of one comes |
//! | 2 | king buckets `K` |
//! | `K` * 768 * `H` * 4 | weights of the first layer, a row of `H` per feature |
//! | `H` * 4 | biases of the first layer |
//! | `B` * 2 `H` * 4 | weights of the last layers, a row of `2 H` per bucket, the side to move first |
//! | `B` * 4 | biases of the last layers |
//! | 4 | the CRC-32 of everything before |
//!
//! Numbers are little-endian, weights are 32-bit floating point. Format 2, which is still read, has
//! no `K`; it is 1 there.

use nnue::{Architecture, Parameters};

const MAGIC: &[u8; 8] = b"PTFLOAT\x03";
const OLD_MAGIC: &[u8; 8] = b"PTFLOAT\x02";

/// A network as the bytes of a file.
pub fn write(parameters: &Parameters) -> Vec<u8> {
    let arch = parameters.arch();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((arch.hidden() as u16).to_le_bytes());
    bytes.extend((arch.buckets() as u16).to_le_bytes());
    bytes.extend((arch.scale() as u16).to_le_bytes());
    bytes.extend((arch.king_buckets() as u16).to_le_bytes());
    let Parameters { feature_weights, feature_biases, output_weights, output_biases, .. } = parameters;
    for numbers in [feature_weights, feature_biases, output_weights, output_biases] {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads a network; `None` if the file is broken.
pub fn read(bytes: &[u8]) -> Option<Parameters> {
    let (content, checksum) = bytes.split_last_chunk()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (magic, mut rest) = content.split_first_chunk()?;
    let mut size = || {
        let (size, after) = rest.split_first_chunk()?;
        rest = after;
        Some(usize::from(u16::from_le_bytes(*size)))
    };
    let (hidden, buckets, scale) = (size()?, size()?, size()?);
    let king_buckets = match magic {
        MAGIC => size()?,
        OLD_MAGIC => 1,
        _ => return None,
    };
    let arch = Architecture::new(hidden, buckets).and_then(|arch| arch.with_scale(scale));
    let arch = arch.and_then(|arch| arch.with_king_buckets(king_buckets)).ok()?;
    let mut parameters = Parameters::zeros(arch);
    let (numbers, rest) = rest.as_chunks();
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let Parameters { feature_weights, feature_biases, output_weights, output_biases, .. } = &mut parameters;
    for weights in [feature_weights, feature_biases, output_weights, output_biases] {
        for weight in weights {
            *weight = numbers.next()?;
        }
    }
    (rest.is_empty() && numbers.next().is_none()).then_some(parameters)
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;

    fn random(king_buckets: usize) -> Parameters {
        let arch = Architecture::new(32, 8).unwrap().with_king_buckets(king_buckets).unwrap();
        Parameters::random(arch, &mut SplitMix64::new(1))
    }

    #[test]
    fn networks_round_trip() {
        for king_buckets in [1, 4, 5] {
            let parameters = random(king_buckets);
            assert!(read(&write(&parameters)) == Some(parameters));
        }
    }

    #[test]
    fn files_from_before_king_buckets_are_read() {
        let parameters = random(1);
        let mut bytes = write(&parameters);
        bytes.truncate(bytes.len() - 4);
        bytes.drain(14..16);
        bytes[7] = 2;
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        assert!(read(&bytes) == Some(parameters));
    }
}
