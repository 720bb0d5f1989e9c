//! Net files, byte by byte. Numbers are little-endian.
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 8 | magic: `PETTNNUE` |
//! | 8 | 4 | version of this format: 4 |
//! | 12 | 8 | [hash of the architecture](Architecture::hash): what the numbers below mean |
//! | 20 | 2 | hidden size `H` |
//! | 22 | 2 | output buckets `B` |
//! | 24 | 2 | [scale](Architecture::scale): centipawns to which an output of one comes |
//! | 26 | 2 | [king buckets](Architecture::king_bucket) `K`; their number says how they lie |
//! | 28 | 2 | 1 if the net is [deep](Architecture::deep), else 0 |
//! | 30 | 2 | length `D` of the description |
//! | 32 | `D` | description, UTF-8 |
//! | 32 + `D` | `K` * 768 * `H` * 2 | weights of the first layer, 16 bits each, a row of `H` per [feature](crate::features) |
//! | | `H` * 2 | biases of the first layer, 16 bits |
//! | | `B` * 2 `H` * 2 | weights of the last layers, 16 bits, a row of `2 H` per bucket, the side to move first |
//! | | `B` * 4 | biases of the last layers, 32 bits |
//! | end - 8 | 8 | checksum: FNV-1a, 64 bits, of all bytes before |
//!
//! One is 255 in the first layer, 64 in the weights of the last and 255 * 64 in its biases.
//!
//! A deep net has other layers in place of the last ones:
//!
//! | bytes | what |
//! | --- | --- |
//! | `B` * 16 * `H` | weights of the second layers, 8 bits, 64 for one, 16 rows of `H` per bucket: `H` / 2 for the pairs of the side to move, then those of the other side |
//! | `B` * 1105 * 4 | for each bucket in floating point, 32 bits: 16 biases of the second layer; the weights of the third, a row of 32 for each of its 32 inputs; its 32 biases; 32 weights and a bias of the last layer |
//!
//! Older formats are still read. Format 3 has no mark of deep nets, and all of its nets are not;
//! format 2 has no `K` either, which is 1 there, and format 1 no scale, which is 400.

use std::fmt;
use std::io::{self, Write};

use crate::accumulators::FirstLayer;
use crate::arch::{MOST_FEATURE_WEIGHT, MOST_OUTPUT_WEIGHT};
use crate::block::{Block, numbers, pack};
use crate::layers::{Layers, Stack};
use crate::network::Head;
use crate::{Architecture, DEFAULT_SCALE, Network, SizeError};

/// The first bytes of a net file.
pub const MAGIC: [u8; 8] = *b"PETTNNUE";

/// The version of the format that is written; older ones can be read.
pub const VERSION: u32 = 4;

/// The longest description, in bytes.
pub const MOST_DESCRIPTION: usize = u16::MAX as usize;

/// Why bytes are not a net.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// The first bytes are those of no known format.
    #[error(
        "not a net: it begins with {found:02x?}; expected \"PETTNNUE\", a HalfKP net's 162ff37a or a HalfKAv2_hm net's 202ff37a"
    )]
    Magic {
        /// The first bytes.
        found: Vec<u8>,
    },
    /// The version of the format is not supported.
    #[error("net format {found}; expected 1 to {VERSION}")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// The sizes are not allowed.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The weights have another meaning in this program.
    #[error("architecture {found:016x}; expected {expected:016x}, which is {arch}")]
    Architecture {
        /// The hash in the file.
        found: u64,
        /// The hash of a net of these sizes.
        expected: u64,
        /// These sizes.
        arch: Architecture,
    },
    /// A part of a foreign net has the wrong hash.
    #[error("mark of the {part} {found:08x}; expected {expected:08x}")]
    Mark {
        /// Which part.
        part: Part,
        /// The hash in the file.
        found: u32,
        /// The hash that it should have.
        expected: u32,
    },
    /// The file is too short or too long.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// The length of the file.
        found: usize,
        /// The length that its header implies.
        expected: usize,
    },
    /// The file is damaged.
    #[error("checksum {found:016x}; expected {expected:016x}: the file is damaged")]
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The checksum in the file.
        expected: u64,
    },
    /// The description is not UTF-8.
    #[error("the description is not UTF-8 from byte {at}")]
    Description {
        /// The first wrong byte of the description.
        at: usize,
    },
    /// A weight is so large that sums could overflow.
    #[error("{layer} weight {found}; expected at most {limit} either way")]
    Weight {
        /// The layer.
        layer: &'static str,
        /// The weight.
        found: i16,
        /// The largest allowed absolute value.
        limit: i16,
    },
    /// A weight is not a number.
    #[error("a weight of the third or last layer is {found}; expected a number")]
    NoNumber {
        /// The weight.
        found: String,
    },
}

/// A part of a foreign net that begins with a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The format.
    Version,
    /// The whole net.
    Architecture,
    /// The features and the first layer.
    FirstLayer,
    /// The layers after the first.
    OtherLayers,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Version => "format",
            Self::Architecture => "architecture",
            Self::FirstLayer => "first layer",
            Self::OtherLayers => "other layers",
        })
    }
}

impl Network {
    /// Reads a net file from memory.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut reader = Reader { bytes, at: 0 };
        if !bytes.starts_with(&MAGIC) {
            return Err(NetError::Magic { found: bytes[..bytes.len().min(MAGIC.len())].to_vec() });
        }
        reader.at = MAGIC.len();
        let version = reader.number()?;
        if !(1..=VERSION).contains(&version) {
            return Err(NetError::Version { found: version });
        }
        let hash = u64::from_le_bytes(reader.array()?);
        let hidden = u16::from_le_bytes(reader.array()?);
        let buckets = u16::from_le_bytes(reader.array()?);
        let scale = if version < 2 { DEFAULT_SCALE } else { u16::from_le_bytes(reader.array()?) };
        let king_buckets = if version < 3 { 1 } else { u16::from_le_bytes(reader.array()?) };
        let depth = if version < 4 { 0 } else { u16::from_le_bytes(reader.array()?) };
        let arch = Architecture::new(hidden.into(), buckets.into())?
            .with_scale(scale.into())?
            .with_king_buckets(king_buckets.into())?;
        let arch = match depth {
            0 => arch,
            1 => arch.deep()?,
            other => return Err(SizeError::Depth(other.into()).into()),
        };
        if hash != arch.hash() {
            return Err(NetError::Architecture { found: hash, expected: arch.hash(), arch });
        }
        let description = usize::from(u16::from_le_bytes(reader.array()?));
        let expected = reader.at + description + bytes_of(arch) + 8;
        if bytes.len() != expected {
            return Err(NetError::Length { found: bytes.len(), expected });
        }
        let (content, checksum) = bytes.split_at(expected - 8);
        let (found, expected) =
            (fnv1a(content), u64::from_le_bytes(Reader { bytes: checksum, at: 0 }.array()?));
        if found != expected {
            return Err(NetError::Checksum { found, expected });
        }
        let description = std::str::from_utf8(reader.take(description)?)
            .map_err(|error| NetError::Description { at: error.valid_up_to() })?
            .to_owned();
        let first = FirstLayer {
            weights: reader.blocks(arch.inputs() * arch.hidden(), "first layer", MOST_FEATURE_WEIGHT)?,
            biases: reader.blocks(arch.hidden(), "first layer", MOST_FEATURE_WEIGHT)?,
        };
        let head = if arch.is_deep() { reader.deep_head(arch)? } else { reader.plain_head(arch)? };
        Ok(Self { arch, description, first, head })
    }

    /// Writes a net file. A description that is too long is cut.
    pub fn write(&self, mut sink: impl Write) -> io::Result<()> {
        let mut end = self.description.len().min(MOST_DESCRIPTION);
        while !self.description.is_char_boundary(end) {
            end -= 1;
        }
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.arch.hash().to_le_bytes());
        bytes.extend((self.arch.hidden() as u16).to_le_bytes());
        bytes.extend((self.arch.buckets() as u16).to_le_bytes());
        bytes.extend((self.arch.scale() as u16).to_le_bytes());
        bytes.extend((self.arch.king_buckets() as u16).to_le_bytes());
        bytes.extend(u16::from(self.arch.is_deep()).to_le_bytes());
        bytes.extend((end as u16).to_le_bytes());
        bytes.extend(&self.description.as_bytes()[..end]);
        for blocks in [&self.first.weights, &self.first.biases] {
            bytes.extend(numbers(blocks).flat_map(i16::to_le_bytes));
        }
        match &self.head {
            Head::Plain { weights, biases } => {
                bytes.extend(numbers(weights).flat_map(i16::to_le_bytes));
                bytes.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
            }
            Head::Deep(Layers { second, stacks }) => {
                bytes.extend(second.iter().flat_map(|row| row.0).map(|weight| weight as u8));
                bytes.extend(stacks.iter().flat_map(Stack::numbers).flat_map(f32::to_le_bytes));
            }
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        sink.write_all(&bytes)
    }
}

/// The bytes of all layers.
fn bytes_of(arch: Architecture) -> usize {
    let first = 2 * (arch.inputs() + 1) * arch.hidden();
    let others = if arch.is_deep() {
        Layers::weights_of(arch) + 4 * arch.buckets() * Stack::LEN
    } else {
        arch.buckets() * (2 * 2 * arch.hidden() + 4)
    };
    first + others
}

/// The FNV-1a hash. Each step is a bijection, so a change of a single byte always changes the hash.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Reads values from bytes; too few of them are an error.
pub(crate) struct Reader<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Reader<'a> {
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let end = self.at.saturating_add(count);
        let taken = self.bytes.get(self.at..end);
        self.at = end;
        taken.ok_or(NetError::Length { found: self.bytes.len(), expected: end })
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], NetError> {
        let taken = self.take(N)?;
        Ok(taken.try_into().expect("as many bytes as were asked for"))
    }

    pub fn number(&mut self) -> Result<u32, NetError> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads the hash of a part, which must be `expected`.
    pub fn expect(&mut self, part: Part, expected: u32) -> Result<(), NetError> {
        match self.number()? {
            found if found == expected => Ok(()),
            found => Err(NetError::Mark { part, found, expected }),
        }
    }

    /// Reads the header of a foreign net: version, hash of the architecture, description.
    pub fn foreign_head(&mut self, version: u32, hash: u32) -> Result<String, NetError> {
        self.expect(Part::Version, version)?;
        self.expect(Part::Architecture, hash)?;
        let length = self.number()?;
        Ok(String::from_utf8_lossy(self.take(length as usize)?).into_owned())
    }

    /// Fails if bytes are left.
    pub fn finish(self) -> Result<(), NetError> {
        let (found, expected) = (self.bytes.len(), self.at);
        if found == expected { Ok(()) } else { Err(NetError::Length { found, expected }) }
    }

    pub fn numbers(&mut self, count: usize) -> Result<impl Iterator<Item = i32> + use<'a>, NetError> {
        let (numbers, _) = self.take(4 * count)?.as_chunks();
        Ok(numbers.iter().map(|bytes| i32::from_le_bytes(*bytes)))
    }

    pub fn shorts(&mut self, count: usize) -> Result<impl Iterator<Item = i16> + use<'a>, NetError> {
        let bytes = self.take(2 * count)?;
        Ok(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])))
    }

    fn plain_head(&mut self, arch: Architecture) -> Result<Head, NetError> {
        Ok(Head::Plain {
            weights: self.blocks(arch.buckets() * 2 * arch.hidden(), "last layer", MOST_OUTPUT_WEIGHT)?,
            biases: self.numbers(arch.buckets())?.collect(),
        })
    }

    fn deep_head(&mut self, arch: Architecture) -> Result<Head, NetError> {
        let weights = self.take(Layers::weights_of(arch))?.iter().map(|&byte| byte as i8);
        let second = Layers::pack(weights);
        if let Some(&found) = second.iter().flat_map(|row| &row.0).find(|&&weight| weight == i8::MIN) {
            return Err(NetError::Weight {
                layer: "second layer",
                found: found.into(),
                limit: MOST_OUTPUT_WEIGHT,
            });
        }
        let numbers: Vec<f32> =
            self.numbers(arch.buckets() * Stack::LEN)?.map(|bits| f32::from_bits(bits as u32)).collect();
        if let Some(found) = numbers.iter().find(|number| !number.is_finite()) {
            return Err(NetError::NoNumber { found: found.to_string() });
        }
        let mut numbers = numbers.into_iter();
        let stacks = (0..arch.buckets()).map_while(|_| Stack::from_numbers(&mut numbers)).collect();
        Ok(Head::Deep(Layers { second, stacks }))
    }

    fn blocks(&mut self, count: usize, layer: &'static str, limit: i16) -> Result<Vec<Block>, NetError> {
        let blocks = pack(self.shorts(count)?);
        let too_large = numbers(&blocks).find(|number| !(-limit..=limit).contains(number));
        too_large.map_or(Ok(blocks), |found| Err(NetError::Weight { layer, found, limit }))
    }
}

#[cfg(test)]
mod tests;
