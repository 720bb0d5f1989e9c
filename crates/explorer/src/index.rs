//! Questions to an index.

use std::fs::File;
use std::path::Path;

use chess::{Move, Position};
use parking_lot::Mutex;

use crate::counts::Counts;
use crate::file::{Contents, IndexError, Source};

/// An index on disk. In memory are only the first keys of its blocks.
#[derive(Debug)]
pub struct Index {
    file: Mutex<File>,
    contents: Contents,
}

impl Index {
    /// Opens an index.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let mut file = File::open(path)?;
        let contents = Contents::read(&mut file)?;
        Ok(Self { file: Mutex::new(file), contents })
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.contents.games
    }

    /// The number of different moves in different positions.
    pub fn entries(&self) -> u64 {
        self.contents.entries
    }

    /// The files whose games it holds.
    pub fn sources(&self) -> &[Source] {
        &self.contents.sources
    }

    /// The moves that were played in a position, in no particular order.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, Counts)>, IndexError> {
        let key = position.key().bits();
        // The entries of a position may begin in the block before the first that begins with its key.
        let first = self.contents.blocks.partition_point(|block| block.first < key).saturating_sub(1);
        let mut found = Vec::new();
        for number in first..self.contents.blocks.len() {
            if self.contents.blocks[number].first > key {
                break;
            }
            let block = self.contents.block(number, &mut self.file.lock())?;
            let entries = block.iter().filter(|entry| entry.key == key);
            found.extend(entries.filter_map(|entry| Some((Move::from_bits(entry.mv)?, entry.counts))));
        }
        // Another position may have the same key.
        found.retain(|&(mv, _)| position.is_legal(mv));
        Ok(found)
    }
}
