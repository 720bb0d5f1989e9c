//! Index files: blocks of entries, and a list of the blocks at the end.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use chess::Position;
use thiserror::Error;

use crate::entry::Entry;

const MAGIC: &[u8; 8] = b"PTINDEX\x01";
/// Bytes of the magic and the key of the initial position.
const HEAD: u64 = 16;
/// Bytes of an element of the list of blocks.
const LISTED: usize = 20;
/// Bytes of the end of the file.
const TAIL: usize = 44;
/// Entries of a block: few enough to decode in microseconds, enough for a short list of blocks.
const ENTRIES_PER_BLOCK: usize = 512;

/// Why an index cannot be made, read or continued.
#[derive(Debug, Error)]
pub enum IndexError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another kind of file.
    #[error("not an index of games: expected it to begin with PTINDEX and a version")]
    NoIndex,
    /// The keys of positions have changed since.
    #[error("made with other keys of positions; expected a new index, made by petteia explore index")]
    Keys,
    /// A part of the file is incomplete or has a wrong checksum.
    #[error("the index is damaged; expected a new one, made by petteia explore index")]
    Damaged,
}

/// A file whose games are in an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// How many of its games were read: files only grow, so these are the first.
    pub games: u64,
}

/// A block of entries in the list at the end of a file.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    pub first: u64,
    offset: u64,
    checksum: u32,
}

/// What stands at the end of a file.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    pub blocks: Vec<Listed>,
    pub sources: Vec<Source>,
    pub games: u64,
    pub entries: u64,
    /// Where the last block ends.
    end: u64,
}

/// Writes entries, which come in order.
pub struct Writer {
    output: BufWriter<File>,
    contents: Contents,
    block: Vec<u8>,
    in_block: usize,
    first: u64,
    last: u64,
}

impl Writer {
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut output = BufWriter::new(File::create(path)?);
        output.write_all(MAGIC)?;
        output.write_all(&keys_in_use())?;
        let contents = Contents { end: HEAD, ..Contents::default() };
        Ok(Self { output, contents, block: Vec::new(), in_block: 0, first: 0, last: 0 })
    }

    pub fn push(&mut self, entry: &Entry) -> io::Result<()> {
        if self.in_block == 0 {
            (self.first, self.last) = (entry.key, entry.key);
        }
        entry.write(self.last, &mut self.block);
        self.last = entry.key;
        self.in_block += 1;
        self.contents.entries += 1;
        if self.in_block == ENTRIES_PER_BLOCK { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.in_block == 0 {
            return Ok(());
        }
        self.output.write_all(&self.block)?;
        let (offset, checksum) = (self.contents.end, crc32fast::hash(&self.block));
        self.contents.blocks.push(Listed { first: self.first, offset, checksum });
        self.contents.end += self.block.len() as u64;
        self.block.clear();
        self.in_block = 0;
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(mut self, games: u64, sources: &[Source]) -> io::Result<Contents> {
        self.end_block()?;
        self.contents.games = games;
        self.contents.sources = sources.to_vec();
        self.output.write_all(&self.contents.encode())?;
        self.output.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(self.contents)
    }
}

impl Contents {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.blocks.len() * LISTED + TAIL);
        for Listed { first, offset, checksum } in &self.blocks {
            bytes.extend_from_slice(&first.to_le_bytes());
            bytes.extend_from_slice(&offset.to_le_bytes());
            bytes.extend_from_slice(&checksum.to_le_bytes());
        }
        let lines = self.sources.iter().map(|source| format!("{}\t{}\n", source.games, source.name));
        let sources = lines.collect::<Vec<_>>().concat();
        bytes.extend_from_slice(sources.as_bytes());
        let numbers = [self.end, self.blocks.len() as u64, sources.len() as u64, self.games, self.entries];
        bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the end of a file.
    pub fn read(file: &mut File) -> Result<Self, IndexError> {
        let mut head = [0; HEAD as usize];
        let length = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        if length < HEAD + TAIL as u64 || file.read_exact(&mut head).is_err() || !head.starts_with(MAGIC) {
            return Err(IndexError::NoIndex);
        }
        if head[8..] != keys_in_use() {
            return Err(IndexError::Keys);
        }
        let mut tail = [0; TAIL];
        file.seek(SeekFrom::End(-(TAIL as i64)))?;
        file.read_exact(&mut tail)?;
        let [end, blocks, names, games, entries] = [0, 8, 16, 24, 32].map(|at| number(&tail, at));
        let whole = blocks
            .checked_mul(LISTED as u64)
            .and_then(|list| list.checked_add(names)?.checked_add(TAIL as u64)?.checked_add(end));
        if whole != Some(length) || end < HEAD {
            return Err(IndexError::Damaged);
        }
        let mut bytes = vec![0; (length - end) as usize];
        file.seek(SeekFrom::Start(end))?;
        file.read_exact(&mut bytes)?;
        let (summed, checksum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(summed).to_le_bytes() != checksum {
            return Err(IndexError::Damaged);
        }
        let (list, rest) = bytes.split_at(blocks as usize * LISTED);
        let sources = read_sources(&rest[..names as usize]).ok_or(IndexError::Damaged)?;
        let blocks = list.chunks_exact(LISTED).map(Listed::read).collect();
        Ok(Self { blocks, sources, games, entries, end })
    }

    /// The entries of a block.
    pub fn block(&self, number: usize, file: &mut File) -> Result<Vec<Entry>, IndexError> {
        let Listed { first, offset, checksum } = self.blocks[number];
        let end = self.blocks.get(number + 1).map_or(self.end, |next| next.offset);
        let mut bytes = vec![0; end.checked_sub(offset).ok_or(IndexError::Damaged)? as usize];
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut bytes)?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(IndexError::Damaged);
        }
        let (mut rest, mut before) = (&bytes[..], first);
        let mut entries = Vec::with_capacity(ENTRIES_PER_BLOCK);
        while !rest.is_empty() {
            let entry = Entry::read(before, &mut rest).ok_or(IndexError::Damaged)?;
            before = entry.key;
            entries.push(entry);
        }
        Ok(entries)
    }
}

impl Listed {
    fn read(bytes: &[u8]) -> Self {
        let checksum = u32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
        Self { first: number(bytes, 0), offset: number(bytes, 8), checksum }
    }
}

/// All entries of a file in order.
pub struct Entries {
    file: File,
    contents: Contents,
    next_block: usize,
    block: std::vec::IntoIter<Entry>,
}

impl Entries {
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let mut file = File::open(path)?;
        let contents = Contents::read(&mut file)?;
        Ok(Self { file, contents, next_block: 0, block: Vec::new().into_iter() })
    }
}

impl Iterator for Entries {
    type Item = Result<Entry, IndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.block.next() {
                return Some(Ok(entry));
            }
            if self.next_block == self.contents.blocks.len() {
                return None;
            }
            match self.contents.block(self.next_block, &mut self.file) {
                Ok(block) => self.block = block.into_iter(),
                Err(error) => return Some(Err(error)),
            }
            self.next_block += 1;
        }
    }
}

fn keys_in_use() -> [u8; 8] {
    Position::initial().key().bits().to_le_bytes()
}

/// The number in eight bytes from here.
fn number(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn read_sources(bytes: &[u8]) -> Option<Vec<Source>> {
    let read = |line: &str| {
        let (games, name) = line.split_once('\t')?;
        Some(Source { name: name.to_owned(), games: games.parse().ok()? })
    };
    str::from_utf8(bytes).ok()?.lines().map(read).collect()
}
