//! Games into other formats, and other formats into games.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::iter;
use std::path::{Path, PathBuf};

use chess::pgn::PgnError;
use thiserror::Error;

use super::{DataError, Filter, Reader, RecordedGame, Writer, bullet, pgn, viri};

/// What is turned into what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// Games for other trainers.
    GamesToViriformat,
    /// The positions that a net learns from, for other trainers.
    GamesToBulletformat,
    /// Games of other engines.
    ViriformatToGames,
    /// Games of matches, with the players' evaluations.
    PgnToGames,
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Converted {
    /// Games written, or positions where those are written.
    pub written: u64,
    /// Games without a result or evaluations.
    pub left_out: u64,
}

/// Why a file cannot be converted.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// The file cannot be read.
    #[error("{path}: {error}", path = .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: DataError,
    },
    /// The file is not in viriformat.
    #[error("{path}: expected games in viriformat: {error}", path = .path.display())]
    Viriformat {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: io::Error,
    },
    /// The file is no PGN.
    #[error("{path}: {error}", path = .path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: PgnError,
    },
    /// The other file cannot be written.
    #[error("cannot write {path}: {error}", path = .path.display())]
    Write {
        /// The other file.
        path: PathBuf,
        /// The trouble.
        error: DataError,
    },
}

/// Converts a file, and tells how many bytes of a file of games are read. After an error there is no other
/// file: half of one would pass for a whole one.
pub fn convert(
    conversion: Conversion,
    file: &Path,
    out: &Path,
    mut progress: impl FnMut(u64),
) -> Result<Converted, ConvertError> {
    let converted = match conversion {
        Conversion::GamesToViriformat => {
            from_games(file, out, &mut progress, |game, output| viri::write(game, output).map(|()| 1))
        }
        Conversion::GamesToBulletformat => from_games(file, out, &mut progress, |game, output| {
            bullet::write(game, &Filter::default(), output)
        }),
        Conversion::ViriformatToGames => from_viriformat(file, out),
        Conversion::PgnToGames => from_pgn(file, out),
    };
    if converted.is_err() {
        // That it cannot be removed, or is not there, changes nothing of the error.
        let _ = fs::remove_file(out);
    }
    converted
}

fn from_games(
    file: &Path,
    out: &Path,
    progress: &mut impl FnMut(u64),
    mut write: impl FnMut(&RecordedGame, &mut BufWriter<File>) -> io::Result<u64>,
) -> Result<Converted, ConvertError> {
    let bad_read = |error| ConvertError::Read { path: file.to_owned(), error };
    let bad_write = |error: io::Error| ConvertError::Write { path: out.to_owned(), error: error.into() };
    let mut reader = Reader::open(file).map_err(bad_read)?;
    let mut output = BufWriter::new(File::create(out).map_err(bad_write)?);
    let mut written = 0;
    while let Some(block) = reader.next() {
        for game in block.and_then(|block| block.games()).map_err(bad_read)? {
            written += write(&game, &mut output).map_err(bad_write)?;
        }
        progress(reader.offset());
    }
    output.flush().map_err(bad_write)?;
    Ok(Converted { written, left_out: 0 })
}

fn from_viriformat(file: &Path, out: &Path) -> Result<Converted, ConvertError> {
    let mut input = BufReader::new(open(file)?);
    let bad_game = |error| ConvertError::Viriformat { path: file.to_owned(), error };
    let games = iter::from_fn(|| viri::read(&mut input).map_err(bad_game).transpose());
    to_games(out, &format!("viriformat: {}", file.display()), games.map(|game| game.map(Some)))
}

fn from_pgn(file: &Path, out: &Path) -> Result<Converted, ConvertError> {
    let games = chess::pgn::Reader::new(open(file)?).map(|game| match game {
        Ok(game) => Ok(pgn::recorded(&game)),
        Err(error) => Err(ConvertError::Pgn { path: file.to_owned(), error }),
    });
    to_games(out, &format!("PGN: {}", file.display()), games)
}

fn open(file: &Path) -> Result<File, ConvertError> {
    File::open(file).map_err(|error| ConvertError::Read { path: file.to_owned(), error: error.into() })
}

fn to_games(
    out: &Path,
    description: &str,
    games: impl Iterator<Item = Result<Option<RecordedGame>, ConvertError>>,
) -> Result<Converted, ConvertError> {
    let bad_write = |error| ConvertError::Write { path: out.to_owned(), error };
    let mut writer = Writer::open(out, description, |_| ()).map_err(bad_write)?;
    let mut left_out = 0;
    for game in games {
        match game? {
            Some(game) => writer.add(&game).map_err(bad_write)?,
            None => left_out += 1,
        }
    }
    Ok(Converted { written: writer.finish().map_err(bad_write)?, left_out })
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    const PGN: &str = "[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.4]} 1-0\n\n\
                       [Result \"*\"]\n\n1. d4 *\n";

    #[test]
    fn games_survive_the_way_there_and_back() {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.pgn"), PGN).unwrap();
        let step =
            |conversion, from: &str, to: &str| convert(conversion, &path(from), &path(to), |_| ()).unwrap();
        let first = step(Conversion::PgnToGames, "a.pgn", "games");
        assert_eq!(first, Converted { written: 1, left_out: 1 });
        assert_eq!(step(Conversion::GamesToViriformat, "games", "a.viri").written, 1);
        assert_eq!(step(Conversion::ViriformatToGames, "a.viri", "back").written, 1);
        assert_eq!(step(Conversion::GamesToViriformat, "back", "b.viri").written, 1);
        assert_eq!(fs::read(path("a.viri")).unwrap(), fs::read(path("b.viri")).unwrap());
        step(Conversion::GamesToBulletformat, "games", "a.bullet");
    }

    #[test]
    fn an_error_leaves_no_file() {
        let folder = tempdir().unwrap();
        let (file, out) = (folder.path().join("bad.pgn"), folder.path().join("out"));
        fs::write(&file, "1. e4 e5 2. Ke3 1-0\n").unwrap();
        let error = convert(Conversion::PgnToGames, &file, &out, |_| ()).unwrap_err().to_string();
        assert!(error.contains("bad.pgn: ") && error.contains("Ke3"), "{error}");
        assert!(!out.exists());
    }
}
