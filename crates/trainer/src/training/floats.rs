//! Files of networks in floating point: what was trained, before it was rounded.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `PTFLOAT` and the version of the format, 2 |
//! | 2 | hidden size `H` |
//! | 2 | output buckets `B` |
//! | 2 | scale: centipawns to which an output of one comes |
//! | 768 * `H` * 4 | weights of the first layer, a row of `H` per feature |
//! | `H` * 4 | biases of the first layer |
//! | `B` * 2 `H` * 4 | weights of the last layers, a row of `2 H` per bucket, the side to move first |
//! | `B` * 4 | biases of the last layers |
//! | 4 | the CRC-32 of everything before |
//!
//! Numbers are little-endian, weights are 32-bit floating point.

use nnue::{Architecture, Parameters};

const MAGIC: &[u8; 8] = b"PTFLOAT\x02";

/// A network as the bytes of a file.
pub fn write(parameters: &Parameters) -> Vec<u8> {
    let arch = parameters.arch();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((arch.hidden() as u16).to_le_bytes());
    bytes.extend((arch.buckets() as u16).to_le_bytes());
    bytes.extend((arch.scale() as u16).to_le_bytes());
    let Parameters { feature_weights, feature_biases, output_weights, output_biases, .. } = parameters;
    for numbers in [feature_weights, feature_biases, output_weights, output_biases] {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The network in the bytes of a file; `None` if they are not what was written.
pub fn read(bytes: &[u8]) -> Option<Parameters> {
    let (content, checksum) = bytes.split_last_chunk()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (sizes, numbers) = content.strip_prefix(MAGIC)?.split_first_chunk::<6>()?;
    let size = |index: usize| usize::from(u16::from_le_bytes([sizes[index], sizes[index + 1]]));
    let arch = Architecture::new(size(0), size(2)).and_then(|arch| arch.with_scale(size(4))).ok()?;
    let mut parameters = Parameters::zeros(arch);
    let (numbers, rest) = numbers.as_chunks();
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let Parameters { feature_weights, feature_biases, output_weights, output_biases, .. } = &mut parameters;
    for weights in [feature_weights, feature_biases, output_weights, output_biases] {
        for weight in weights {
            *weight = numbers.next()?;
        }
    }
    (rest.is_empty() && numbers.next().is_none()).then_some(parameters)
}
