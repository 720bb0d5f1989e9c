//! Conversion of games from and to other formats.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::iter;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::pgn::Evaluated;
use super::{DataError, Filter, Reader, RecordedGame, Writer, bullet, pgn, viri};

/// Source and target formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// Games for other trainers.
    GamesToViriformat,
    /// The positions that the default filter keeps, for other trainers.
    GamesToBulletformat,
    /// Games of other engines.
    ViriformatToGames,
    /// Games with evaluations. Which position they are of is said here, or each game's tags say it.
    PgnToGames(Option<Evaluated>),
}

/// What was converted.
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
    /// The source cannot be read.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Read(PathBuf, Box<dyn Error + Send + Sync>),
    /// The target cannot be written.
    #[error("cannot write {path}: {error}", path = .0.display(), error = .1)]
    Write(PathBuf, DataError),
}

impl ConvertError {
    fn reading<E: Into<Box<dyn Error + Send + Sync>>>(path: &Path) -> impl Fn(E) -> Self + Copy {
        |error| Self::Read(path.to_owned(), error.into())
    }

    fn writing<E: Into<DataError>>(path: &Path) -> impl Fn(E) -> Self + Copy {
        |error| Self::Write(path.to_owned(), error.into())
    }
}

/// Converts a file. `progress` is called with the number of bytes read of a file of games. After an
/// error the target is deleted.
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
        Conversion::PgnToGames(evaluated) => from_pgn(file, out, evaluated),
    };
    if converted.is_err() {
        // The first error is reported, not this one.
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
    let bad_read = ConvertError::reading(file);
    let bad_write = ConvertError::writing(out);
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
    let bad_game = ConvertError::reading(file);
    let games = iter::from_fn(|| {
        let game = viri::read(&mut input).transpose()?;
        Some(game.map_err(|error| bad_game(format!("expected games in viriformat: {error}"))))
    });
    to_games(out, &format!("viriformat: {}", file.display()), games.map(|game| game.map(Some)))
}

fn from_pgn(file: &Path, out: &Path, evaluated: Option<Evaluated>) -> Result<Converted, ConvertError> {
    let bad_game = ConvertError::reading(file);
    let games = chess::pgn::Reader::new(open(file)?).zip(1..).map(|(game, number)| {
        let game = game.map_err(ConvertError::reading(file))?;
        if !pgn::has_labels(&game) {
            return Ok(None);
        }
        let evaluated = evaluated.or_else(|| Evaluated::of(&game));
        let evaluated = evaluated.ok_or_else(|| bad_game(format!("game {number}: {UNKNOWN_EVALUATED}")))?;
        Ok(pgn::recorded(&game, evaluated))
    });
    to_games(out, &format!("PGN: {}", file.display()), games)
}

/// Why a game's evaluations mean nothing.
const UNKNOWN_EVALUATED: &str = "no tag says whether evaluations are of the position before or after \
                                 their move; expected --evals before or --evals after";

fn open(file: &Path) -> Result<File, ConvertError> {
    File::open(file).map_err(ConvertError::reading(file))
}

fn to_games(
    out: &Path,
    description: &str,
    games: impl Iterator<Item = Result<Option<RecordedGame>, ConvertError>>,
) -> Result<Converted, ConvertError> {
    let bad_write = ConvertError::writing(out);
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
        let first = step(Conversion::PgnToGames(Some(Evaluated::Before)), "a.pgn", "games");
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
        let error = || convert(Conversion::PgnToGames(None), &file, &out, |_| ()).unwrap_err().to_string();
        assert!(error().contains("bad.pgn: ") && error().contains("Ke3"), "{}", error());
        assert!(!out.exists());
        fs::write(&file, PGN).unwrap();
        assert!(error().contains("game 1: no tag says"), "{}", error());
        assert!(!out.exists());
    }
}
