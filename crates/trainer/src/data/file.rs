//! Files of games: a header and blocks with checksums.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use gamekit::table::TableError;
use thiserror::Error;

use super::{RecordedGame, encoding};

const MAGIC: &[u8; 8] = b"PTGAMES\x01";
const MOVE_ORDER: u8 = 1;
/// Few, because a crash loses the block that is not yet written.
const GAMES_PER_BLOCK: u32 = 16;
/// A larger length is an error.
const LONGEST_BLOCK: u32 = 1 << 24;
/// Bytes of the head of a block: its length, the number of its games and its checksum.
const HEAD: usize = 12;

/// Why a file of games cannot be read, written or continued.
#[derive(Debug, Error)]
pub enum DataError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The memory of an engine's table could not be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Another kind of file, or a broken header.
    #[error("not a file of games: expected it to begin with PTGAMES, a version and a description")]
    NoGames,
    /// The moves are numbered in another way.
    #[error("moves in order {0}: expected order {MOVE_ORDER}")]
    MoveOrder(u8),
    /// A block is incomplete or has a wrong checksum.
    #[error("block {number} at byte {offset} is broken")]
    Block {
        /// The number of the block in the file.
        number: u64,
        /// Where it begins.
        offset: u64,
    },
    /// The file was started by another command.
    #[error("made by {found:?}: expected {expected:?}, to continue it")]
    Description {
        /// The description in the file.
        found: String,
        /// The description of the command.
        expected: String,
    },
}

/// Encoded games.
#[derive(Clone, Debug)]
pub struct Block {
    number: u64,
    offset: u64,
    count: u32,
    bytes: Vec<u8>,
}

impl Block {
    /// The number of games.
    pub fn len(&self) -> u64 {
        self.count.into()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The size of the encoded games in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Decodes the games and checks that their moves are legal.
    pub fn games(&self) -> Result<Vec<RecordedGame>, DataError> {
        let mut rest = self.bytes.as_slice();
        let games: Option<Vec<_>> = (0..self.count).map(|_| encoding::decode(&mut rest)).collect();
        games.filter(|_| rest.is_empty()).ok_or(DataError::Block { number: self.number, offset: self.offset })
    }
}

/// The head of a block.
struct Head {
    length: u32,
    count: u32,
    checksum: u32,
}

impl Head {
    fn read(bytes: &[u8; HEAD]) -> Self {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Self { length: number(0), count: number(4), checksum: number(8) }
    }

    /// The head of these games.
    fn of(count: u32, games: &[u8]) -> Self {
        let mut head = Self { length: games.len() as u32, count, checksum: 0 };
        head.checksum = head.checksum_with(games);
        head
    }

    fn bytes(&self) -> impl Iterator<Item = u8> {
        [self.length, self.count, self.checksum].into_iter().flat_map(u32::to_le_bytes)
    }

    /// Whether these are the games.
    fn fits(&self, games: &[u8]) -> bool {
        self.checksum_with(games) == self.checksum
    }

    fn checksum_with(&self, games: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.length.to_le_bytes());
        hasher.update(&self.count.to_le_bytes());
        hasher.update(games);
        hasher.finalize()
    }
}

/// Reads a file block by block.
pub struct Reader<R> {
    input: R,
    description: String,
    offset: u64,
    blocks: u64,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        Self::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let mut head = vec![0; MAGIC.len() + 3];
        if fill(&mut input, &mut head)? < head.len() || !head.starts_with(MAGIC) {
            return Err(DataError::NoGames);
        }
        let length = usize::from(u16::from_le_bytes([head[9], head[10]]));
        let mut rest = vec![0; length + 4];
        if fill(&mut input, &mut rest)? < rest.len() {
            return Err(DataError::NoGames);
        }
        let checksum = rest.split_off(length);
        head.extend_from_slice(&rest);
        if crc32fast::hash(&head).to_le_bytes() != *checksum {
            return Err(DataError::NoGames);
        }
        if head[8] != MOVE_ORDER {
            return Err(DataError::MoveOrder(head[8]));
        }
        let description = String::from_utf8(rest).map_err(|_| DataError::NoGames)?;
        Ok(Self { input, description, offset: head.len() as u64 + 4, blocks: 0 })
    }

    /// The description of the command that made the games.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Where the next block begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn next_block(&mut self) -> Result<Option<Block>, DataError> {
        let (number, offset) = (self.blocks, self.offset);
        let broken = || DataError::Block { number, offset };
        let mut head = [0; HEAD];
        match fill(&mut self.input, &mut head)? {
            0 => return Ok(None),
            HEAD => {}
            _ => return Err(broken()),
        }
        let Head { length, count, .. } = Head::read(&head);
        if length > LONGEST_BLOCK {
            return Err(broken());
        }
        let mut bytes = vec![0; length as usize];
        let filled = fill(&mut self.input, &mut bytes)?;
        if filled < bytes.len() || !Head::read(&head).fits(&bytes) {
            return Err(broken());
        }
        self.offset += HEAD as u64 + u64::from(length);
        self.blocks += 1;
        Ok(Some(Block { number, offset, count, bytes }))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Block, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_block().transpose()
    }
}

/// Fills a buffer as far as possible; returns the number of bytes.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(length) => filled += length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Appends games to a file. Call [`Writer::finish`] at the end: it writes the last block.
pub struct Writer {
    file: File,
    games: u64,
    waiting: Vec<u8>,
    waiting_games: u32,
}

impl Writer {
    /// Starts a file, or continues it if it has the same description. A last block of which only
    /// the beginning was written is dropped. `seen` is called with each block of an existing file.
    pub fn open(path: &Path, description: &str, mut seen: impl FnMut(&Block)) -> Result<Self, DataError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let length = file.metadata()?.len();
        let mut games = 0;
        let end = if length == 0 {
            let header = header(description);
            file.write_all(&header)?;
            header.len() as u64
        } else {
            let mut reader = Reader::new(BufReader::new(&mut file))?;
            if reader.description() != description {
                let (found, expected) = (reader.description().to_owned(), description.to_owned());
                return Err(DataError::Description { found, expected });
            }
            let mut broken = None;
            for block in &mut reader {
                match block {
                    Ok(block) => {
                        games += block.len();
                        seen(&block);
                    }
                    Err(error @ DataError::Block { .. }) => {
                        broken = Some(error);
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            let end = reader.offset();
            if let Some(error) = broken
                && !is_cut_off(&mut file, end, length)?
            {
                return Err(error);
            }
            end
        };
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, games, waiting: Vec::new(), waiting_games: 0 })
    }

    /// The number of games, including those not yet written.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game.
    pub fn add(&mut self, game: &RecordedGame) -> Result<(), DataError> {
        encoding::encode(game, &mut self.waiting);
        self.waiting_games += 1;
        self.games += 1;
        if self.waiting_games >= GAMES_PER_BLOCK { self.write_block() } else { Ok(()) }
    }

    /// Writes the last block.
    pub fn finish(mut self) -> Result<u64, DataError> {
        if self.waiting_games > 0 {
            self.write_block()?;
        }
        self.file.sync_all()?;
        Ok(self.games)
    }

    fn write_block(&mut self) -> Result<(), DataError> {
        let mut block = Vec::with_capacity(HEAD + self.waiting.len());
        block.extend(Head::of(self.waiting_games, &self.waiting).bytes());
        block.append(&mut self.waiting);
        self.waiting_games = 0;
        Ok(self.file.write_all(&block)?)
    }
}

/// Whether all that a file holds from `start` on is the beginning of one block, as a program leaves
/// it that is killed while it writes. A block with a damaged length looks much the same, but its
/// games are whole, or other blocks follow.
fn is_cut_off(file: &mut File, start: u64, length: u64) -> io::Result<bool> {
    if length - start > HEAD as u64 + u64::from(LONGEST_BLOCK) {
        return Ok(false);
    }
    let mut rest = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.read_to_end(&mut rest)?;
    let Some((head, games)) = rest.split_first_chunk() else { return Ok(true) };
    let head = Head::read(head);
    let is_incomplete = games.len() < head.length as usize && head.length <= LONGEST_BLOCK;
    Ok(is_incomplete && !holds_all(games, head.count) && !holds_a_block(games))
}

/// Whether the bytes are this many games and nothing else.
fn holds_all(mut bytes: &[u8], count: u32) -> bool {
    (0..count).all(|_| encoding::decode(&mut bytes).is_some()) && bytes.is_empty()
}

/// Whether a sound block begins anywhere.
fn holds_a_block(bytes: &[u8]) -> bool {
    (0..bytes.len()).any(|at| {
        let Some((head, rest)) = bytes[at..].split_first_chunk() else { return false };
        let head = Head::read(head);
        let is_likely = (1..=GAMES_PER_BLOCK).contains(&head.count);
        is_likely && rest.get(..head.length as usize).is_some_and(|games| head.fits(games))
    })
}

fn header(description: &str) -> Vec<u8> {
    let mut end = description.len().min(u16::MAX.into());
    while !description.is_char_boundary(end) {
        end -= 1;
    }
    let mut bytes = MAGIC.to_vec();
    bytes.push(MOVE_ORDER);
    bytes.extend((end as u16).to_le_bytes());
    bytes.extend_from_slice(&description.as_bytes()[..end]);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::data::encoding::tests::random_game;

    fn write(path: &Path, numbers: std::ops::Range<u64>) {
        let mut writer = Writer::open(path, "test", |_| ()).unwrap();
        assert_eq!(writer.games(), numbers.start);
        for number in numbers {
            writer.add(&random_game(number)).unwrap();
        }
        writer.finish().unwrap();
    }

    fn read(path: &Path) -> Result<Vec<RecordedGame>, DataError> {
        let mut games = Vec::new();
        for block in Reader::open(path)? {
            games.append(&mut block?.games()?);
        }
        Ok(games)
    }

    #[test]
    fn a_file_is_continued_where_it_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, 0..20);
        write(&path, 20..37);
        assert_eq!(read(&path).unwrap(), (0..37).map(random_game).collect::<Vec<_>>());
        let error = Writer::open(&path, "other", |_| ()).err().unwrap().to_string();
        assert_eq!(error, "made by \"test\": expected \"other\", to continue it");
    }

    #[test]
    fn what_a_crash_left_of_the_last_block_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, 0..16);
        let first = fs::metadata(&path).unwrap().len() as usize;
        write(&path, 16..32);
        let whole = fs::read(&path).unwrap();
        for length in [first + 1, first + 11, first + 12, first + 100, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(matches!(read(&path), Err(DataError::Block { number: 1, .. })), "{length} bytes");
            write(&path, 16..32);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }

    /// The numbers of a block's head are protected by nothing but its checksum.
    #[test]
    fn a_flipped_bit_in_any_head_costs_no_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, 0..40);
        let whole = fs::read(&path).unwrap();
        let heads: Vec<usize> =
            Reader::open(&path).unwrap().map(|block| block.unwrap().offset as usize).collect();
        assert_eq!(heads.len(), 3);
        for head in heads {
            for bit in 0..8 * HEAD {
                let mut damaged = whole.clone();
                damaged[head + bit / 8] ^= 1 << (bit % 8);
                fs::write(&path, &damaged).unwrap();
                let opened = Writer::open(&path, "test", |_| ());
                assert!(matches!(opened, Err(DataError::Block { .. })), "bit {bit} at byte {head}");
                assert_eq!(fs::read(&path).unwrap(), damaged, "nothing is lost");
            }
        }
    }

    #[test]
    fn a_block_that_is_broken_elsewhere_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        write(&path, 0..40);
        let mut bytes = fs::read(&path).unwrap();
        bytes[60] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(matches!(read(&path), Err(DataError::Block { number: 0, .. })));
        assert!(matches!(Writer::open(&path, "test", |_| ()), Err(DataError::Block { number: 0, .. })));
        assert_eq!(fs::read(&path).unwrap(), bytes, "nothing is lost");
        for noise in [&b"rnbqkbnr"[..], b"", &bytes[..10]] {
            fs::write(&path, noise).unwrap();
            assert!(matches!(read(&path), Err(DataError::NoGames)));
        }
    }
}
