//! A file of games that can be continued.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::Path;

use gamekit::table::TableError;
use thiserror::Error;

use crate::GameRecord;

/// A file of games that cannot be read, written or continued.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is no memory for an engine.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Games, one after the other. Each is written whole; what a crash left of the last one is dropped
/// when the file is opened again.
pub struct GameFile {
    file: File,
    games: u64,
    positions: u64,
}

impl GameFile {
    /// Opens a file to continue it, or starts one.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let (mut games, mut positions) = (0, 0);
        let (mut end, mut whole, mut lines) = (0, 0, 0);
        let mut reader = BufReader::new(&mut file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            end += length as u64;
            match line.as_slice() {
                b"\n" => {
                    games += 1;
                    positions += lines;
                    (whole, lines) = (end, 0);
                }
                [.., b'\n'] => lines += 1,
                _ => break,
            }
        }
        file.set_len(whole)?;
        file.seek(io::SeekFrom::End(0))?;
        Ok(Self { file, games, positions })
    }

    /// The number of games in the file.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of positions in the file.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds a game.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), GameFileError> {
        self.file.write_all(game.to_string().as_bytes())?;
        self.games += 1;
        self.positions += game.moments.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chess::Position;

    use super::*;
    use crate::{GameResult, Moment};

    #[test]
    fn a_broken_last_game_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let moment = Moment { position: Position::initial(), score: Some(20) };
        let game = GameRecord { moments: vec![moment; 3], result: GameResult::Draw };
        let mut file = GameFile::open(&path).unwrap();
        file.write(&game).unwrap();
        file.write(&game).unwrap();
        let whole = fs::read(&path).unwrap();

        for cut in [1, 10, 100, whole.len() / 2 - 1] {
            fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let mut file = GameFile::open(&path).unwrap();
            assert_eq!((file.games(), file.positions()), (1, 3), "{cut} bytes missing");
            file.write(&game).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
    }
}
