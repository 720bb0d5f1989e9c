//! Tables as files: a header, a byte for every number, a checksum of both.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `PTNEIGHB` |
//! | 1, 1 | the pieces of the side to move and of the other |
//! | 1 | in a draft the distance of its next step, else 255 |
//! | 5 | zero |
//! | as many as the material has numbers | values |
//! | 4 | the CRC-32 of all bytes before, little-endian |

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::index::{Indexer, Material};
use super::{Table, TablesError};

const MAGIC: &[u8; 8] = b"PTNEIGHB";
const HEADER: usize = 16;
const FINISHED: u8 = 255;

/// The file of a table in a folder.
pub(super) fn path(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.table"))
}

/// The file of a table that is being made.
pub(super) fn draft(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.draft"))
}

/// Writes the values of a table, or of a draft with the distance of its next step. Readers find the
/// old file or the new one, never half of it.
pub(super) fn write(
    path: &Path,
    material: Material,
    next: Option<u8>,
    values: &[u8],
) -> Result<(), TablesError> {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..11].copy_from_slice(&[material.mine, material.theirs, next.unwrap_or(FINISHED)]);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header);
    hasher.update(values);
    let checksum = hasher.finalize().to_le_bytes();
    let unfinished = path.with_extension("new");
    let write = || -> io::Result<()> {
        let mut file = File::create(&unfinished)?;
        file.write_all(&header)?;
        file.write_all(values)?;
        file.write_all(&checksum)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().map_err(|error| TablesError::Write(path.to_owned(), error))
}

/// Reads a finished table.
pub(super) fn read(path: &Path) -> Result<Table, TablesError> {
    let (material, next, values) = read_any(path)?;
    if next != FINISHED {
        return Err(TablesError::Damaged(path.to_owned(), "it is not finished"));
    }
    let indexer = Indexer::new(material);
    if values.len() != indexer.len() {
        return Err(TablesError::Damaged(path.to_owned(), "its length is wrong"));
    }
    Ok(Table::new(indexer, values))
}

/// Reads a draft: the distance of its next step, and the values.
pub(super) fn read_draft(path: &Path) -> Result<(u8, Vec<u8>), TablesError> {
    read_any(path).map(|(_, next, values)| (next, values))
}

fn read_any(path: &Path) -> Result<(Material, u8, Vec<u8>), TablesError> {
    let damaged = |why| TablesError::Damaged(path.to_owned(), why);
    let mut bytes = fs::read(path).map_err(|error| TablesError::Read(path.to_owned(), error))?;
    let content = bytes.split_last_chunk().filter(|(content, _)| content.len() >= HEADER);
    let (content, checksum) = content.ok_or_else(|| damaged("it is too short"))?;
    if !content.starts_with(MAGIC) {
        return Err(damaged("it is not a table"));
    }
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return Err(damaged("its checksum is wrong"));
    }
    let (material, next) = (Material { mine: content[8], theirs: content[9] }, content[10]);
    if path.file_stem().is_none_or(|name| name.to_string_lossy() != material.to_string()) {
        return Err(damaged("its name is that of another table"));
    }
    bytes.truncate(bytes.len() - size_of::<u32>());
    bytes.drain(..HEADER);
    Ok((material, next, bytes))
}
