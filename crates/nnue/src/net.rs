//! A net of any supported format.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use chess::Board;
use gamekit::Color;
use sha2::{Digest, Sha256};

use crate::accumulators::{Layer, fresh};
use crate::{HalfKa, HalfKp, NetError, Network, halfka, halfkp};

/// A net of any supported format.
#[derive(Clone, PartialEq)]
pub enum Net {
    /// Petteia's own format.
    Petteia(Network),
    /// The format of Stockfish 12 (2020).
    HalfKp(HalfKp),
    /// The format of Stockfish 15 and 15.1.
    HalfKa(HalfKa),
}

/// Evaluates an expression with the first layer of a net of any format.
macro_rules! with_layer {
    ($net:expr, $layer:ident => $body:expr) => {
        match $net {
            Net::Petteia($layer) => $body,
            Net::HalfKp($layer) => $body,
            Net::HalfKa($layer) => $body,
        }
    };
}
pub(crate) use with_layer;

/// Why a net could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file could not be read.
    #[error("cannot read: {0}")]
    Io(io::Error),
    /// A folder, a pipe or a device.
    #[error("cannot read: not a file")]
    NoFile,
    /// The file is not the one that its name says.
    #[error("a damaged net: its SHA-256 begins with {found}; expected {expected}, as in its name")]
    Hash {
        /// What the name says.
        expected: String,
        /// What the file says.
        found: String,
    },
    /// The file is not a net.
    #[error(transparent)]
    Net(#[from] NetError),
}

impl Net {
    /// Reads a net from a file of any supported format. The formats of Stockfish have no checksum,
    /// but its nets are named by the beginning of their SHA-256: a file with such a name must fit.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        let path = path.as_ref();
        // A device or a pipe might never end.
        if !fs::metadata(path).map_err(OpenError::Io)?.is_file() {
            return Err(OpenError::NoFile);
        }
        let bytes = fs::read(path).map_err(OpenError::Io)?;
        let net = Self::read(&bytes)?;
        match hash_in_name(path) {
            Some(expected) if !matches!(net, Self::Petteia(_)) => check_hash(expected, &bytes)?,
            _ => {}
        }
        Ok(net)
    }

    /// Reads a net from memory.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        if bytes.starts_with(&halfkp::VERSION.to_le_bytes()) {
            HalfKp::read(bytes).map(Self::HalfKp)
        } else if bytes.starts_with(&halfka::VERSION.to_le_bytes()) {
            HalfKa::read(bytes).map(Self::HalfKa)
        } else {
            Network::read(bytes).map(Self::Petteia)
        }
    }

    /// The evaluation of a board for the side to move, in the net's unit: centipawns for Petteia's
    /// nets.
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        with_layer!(self, layer => {
            let [own, other] = [turn, !turn].map(|viewer| fresh(layer, board, viewer));
            layer.output(&own, &other, board.occupied().len())
        })
    }

    /// Converts an output of [`Self::evaluate`] to centipawns.
    #[inline]
    pub fn centipawns(&self, output: i32) -> i32 {
        match self {
            Self::Petteia(_) => output,
            Self::HalfKp(_) => output * 100 / halfkp::PAWN,
            Self::HalfKa(_) => output * 100 / halfka::PAWN,
        }
    }

    /// Free-text description stored in the file.
    pub fn description(&self) -> &str {
        with_layer!(self, layer => layer.description())
    }

    /// The sizes of its layers, for people.
    pub fn shape(&self) -> String {
        match self {
            Self::Petteia(net) => net.arch().to_string(),
            Self::HalfKp(_) => halfkp::SHAPE.to_owned(),
            Self::HalfKa(_) => halfka::SHAPE.to_owned(),
        }
    }
}

/// The twelve digits of a name such as `nn-82215d0fd0df.nnue`.
fn hash_in_name(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?.strip_prefix("nn-")?.strip_suffix(".nnue")?;
    let is_hash = name.len() == 12 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then_some(name)
}

fn check_hash(expected: &str, bytes: &[u8]) -> Result<(), OpenError> {
    let found = hash(bytes);
    if found == expected {
        return Ok(());
    }
    Err(OpenError::Hash { expected: expected.to_owned(), found })
}

/// The first twelve digits of the SHA-256.
pub(crate) fn hash(bytes: &[u8]) -> String {
    let first =
        Sha256::digest(bytes).iter().take(6).fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
    format!("{first:012x}")
}

/// Sizes and description, without the weights.
impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.shape(), self.description())
    }
}
