//! Networks in files.
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | content |
//! | --- | --- | --- |
//! | 0 | 8 | `ptpolicy` |
//! | 8 | 4 | version: 1 |
//! | 12 | 12 | inputs, hidden units, outputs |
//! | 24 | 4 each | weights: of the inputs, hidden biases, value and its bias, outputs, their biases |
//! | end - 4 | 4 | CRC-32 of all bytes before |
//!
//! A trainer's file has its network, then the first and the second moments as if they were networks,
//! then the number of steps in 4 bytes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gamekit::write_whole;
use thiserror::Error;

use crate::{Net, Shape, Trainer};

const MAGIC: [u8; 8] = *b"ptpolicy";
const VERSION: u32 = 1;
const HEADER: usize = 24;

/// A file does not give a network.
#[derive(Debug, Error)]
#[error("{path}: {problem}", path = .path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: FileProblem,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum FileProblem {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(io::Error),
    /// It is something else.
    #[error("this is not a policy network")]
    Other,
    /// It is of a later version.
    #[error("version {0}; expected {VERSION}")]
    Version(u32),
    /// It is cut short or changed.
    #[error("the file is damaged")]
    Damaged,
}

impl Net {
    /// Whether these bytes begin like a network.
    pub fn is_file(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads a network from a file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let failed = |problem| FileError { path: path.to_owned(), problem };
        let bytes = fs::read(path).map_err(|error| failed(FileProblem::Io(error)))?;
        Self::from_bytes(&bytes).map_err(failed)
    }

    /// Writes the network into a file, which is never found half written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let failed = |error| FileError { path: path.to_owned(), problem: FileProblem::Io(error) };
        write_whole(path, self.to_bytes()).map_err(failed)
    }

    /// The network's bytes with other numbers in the place of its weights.
    fn with_numbers(&self, numbers: &[f32]) -> Vec<u8> {
        let Shape { inputs, hidden, outputs } = self.shape();
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, inputs as u32, hidden as u32, outputs as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, FileProblem> {
        if !Self::is_file(bytes) {
            return Err(FileProblem::Other);
        }
        let number =
            |at: usize| -> Option<u32> { Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)) };
        match number(8) {
            Some(VERSION) => {}
            Some(version) => return Err(FileProblem::Version(version)),
            None => return Err(FileProblem::Damaged),
        }
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(FileProblem::Damaged)?;
        if u32::from_le_bytes(*checksum) != crc32fast::hash(content) || content.len() < HEADER {
            return Err(FileProblem::Damaged);
        }
        let [inputs, hidden, outputs] = [12, 16, 20].map(|at| number(at).unwrap_or(0) as usize);
        let weights = content[HEADER..].chunks_exact(4);
        let weights = weights.map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        Self::of(Shape { inputs, hidden, outputs }, weights.collect()).ok_or(FileProblem::Damaged)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.with_numbers(self.parameters())
    }
}

impl Trainer {
    /// Reads a trainer from a file, to go on with.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let failed = |problem| FileError { path: path.to_owned(), problem };
        let bytes = fs::read(path).map_err(|error| failed(FileProblem::Io(error)))?;
        Self::from_bytes(&bytes).map_err(failed)
    }

    /// Writes the trainer into a file, which is never found half written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let (moments, steps) = self.parts();
        let mut bytes = self.net().to_bytes();
        for moments in moments {
            bytes.extend(self.net().with_numbers(moments));
        }
        bytes.extend(steps.to_le_bytes());
        let failed = |error| FileError { path: path.to_owned(), problem: FileProblem::Io(error) };
        write_whole(path, bytes).map_err(failed)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, FileProblem> {
        let (networks, steps) = bytes.split_last_chunk::<4>().ok_or(FileProblem::Damaged)?;
        if networks.is_empty() || !networks.len().is_multiple_of(3) {
            return Err(FileProblem::Damaged);
        }
        let mut parts = networks.chunks_exact(networks.len() / 3).map(Net::from_bytes);
        let mut part = || parts.next().ok_or(FileProblem::Damaged).flatten();
        let (net, first, second) = (part()?, part()?, part()?);
        let moments = [first, second].map(|moments| moments.parameters().to_vec());
        Self::of(net, moments, u32::from_le_bytes(*steps)).ok_or(FileProblem::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_round_trip_and_damage_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.policy");
        let net = Net::random(Shape { inputs: 5, hidden: 16, outputs: 3 }, 9);
        net.save(&path).expect("it can be written");
        assert_eq!(Net::open(&path).expect("it can be read"), net);
        let bytes = net.to_bytes();
        for at in [8, 12, 30, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Net::from_bytes(&damaged).is_err(), "byte {at}");
        }
        for length in [0, 7, 8, 11, 23, 27, bytes.len() - 1] {
            assert!(Net::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        assert!(Net::open(&folder.path().join("none")).is_err());
    }
}
