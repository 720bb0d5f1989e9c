//! Files of networks in floating point.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `PTFLOAT` and the version of the format, 4 |
//! | 2 | hidden size `H` |
//! | 2 | output buckets `B` |
//! | 2 | scale: centipawns to which an output of one comes |
//! | 2 | king buckets `K` |
//! | 2 | 1 for a deep network, else 0 |
//! | `K` * 768 * `H` * 4 | weights of the first layer, a row of `H` per feature |
//! | `H` * 4 | biases of the first layer |
//! | | only deep networks: weights and biases of the second and third layers, as in [`Parameters`] |
//! | `B` * 2 `H` * 4 | weights of the last layers, a row of `2 H` per bucket, the side to move first; 32 in deep networks |
//! | `B` * 4 | biases of the last layers |
//! | 4 | the CRC-32 of everything before |
//!
//! Numbers are little-endian, weights are 32-bit floating point. Older formats are still read:
//! format 3 has no deep networks, and format 2 has no `K` either; it is 1 there.

use nnue::{Architecture, Parameters};

const NAME: &[u8; 7] = b"PTFLOAT";
const VERSION: u8 = 4;

/// A network as the bytes of a file.
pub fn write(parameters: &Parameters) -> Vec<u8> {
    let arch = parameters.arch();
    let mut bytes = NAME.to_vec();
    bytes.push(VERSION);
    bytes.extend((arch.hidden() as u16).to_le_bytes());
    bytes.extend((arch.buckets() as u16).to_le_bytes());
    bytes.extend((arch.scale() as u16).to_le_bytes());
    bytes.extend((arch.king_buckets() as u16).to_le_bytes());
    bytes.extend(u16::from(arch.is_deep()).to_le_bytes());
    for numbers in parameters.layers() {
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
    let (&version, mut rest) = content.strip_prefix(NAME)?.split_first()?;
    let mut size = || {
        let (size, after) = rest.split_first_chunk()?;
        rest = after;
        Some(usize::from(u16::from_le_bytes(*size)))
    };
    let (hidden, buckets, scale) = (size()?, size()?, size()?);
    let (king_buckets, depth) = match version {
        2 => (1, 0),
        3 => (size()?, 0),
        VERSION => (size()?, size()?),
        _ => return None,
    };
    let arch = Architecture::new(hidden, buckets).and_then(|arch| arch.with_scale(scale));
    let arch = arch.and_then(|arch| arch.with_king_buckets(king_buckets)).ok()?;
    let arch = match depth {
        0 => arch,
        1 => arch.deep().ok()?,
        _ => return None,
    };
    let mut parameters = Parameters::zeros(arch);
    let (numbers, rest) = rest.as_chunks();
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    for weight in parameters.layers_mut().into_iter().flatten() {
        *weight = numbers.next()?;
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
        let arch = Architecture::new(128, 8).unwrap().deep().unwrap();
        let deep = Parameters::random(arch, &mut SplitMix64::new(1));
        assert!(read(&write(&deep)) == Some(deep));
    }

    #[test]
    fn files_of_older_formats_are_read() {
        let parameters = random(1);
        for (version, dropped) in [(2, 14..18), (3, 16..18)] {
            let mut bytes = write(&parameters);
            bytes.truncate(bytes.len() - 4);
            bytes.drain(dropped);
            bytes[7] = version;
            bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
            assert!(read(&bytes).as_ref() == Some(&parameters));
        }
    }
}
