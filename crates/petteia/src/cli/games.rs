//! Files of games of any kind: PGN, games of Petteia against itself, matches.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, Result, bail};
use arena::ledger::{Reading, read_pgn};
use chess::pgn;
use trainer::data;

/// A file of games, and how many of them were read.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    kind: Kind,
    read: AtomicU64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Pgn,
    /// `petteia datagen`.
    Games,
    /// `petteia match`.
    Match,
}

/// Games that are read together.
#[expect(clippy::large_enum_variant, reason = "one at a time is in memory")]
pub enum Batch {
    /// Encoded games, which need not be decoded before they are wanted.
    Block(data::Block),
    /// One game.
    Pgn(pgn::Game),
    /// A game that cannot be read.
    Bad,
}

impl GameFile {
    /// Opens a file, which is known by its first bytes.
    pub fn open(path: &Path) -> Result<Self> {
        let named = || path.display().to_string();
        let mut start = Vec::new();
        File::open(path).and_then(|file| file.take(16).read_to_end(&mut start)).with_context(named)?;
        let kind = if start.starts_with(b"PTGAMES") {
            Kind::Games
        } else if start.starts_with(b"SQLite format 3\0") {
            Kind::Match
        } else {
            Kind::Pgn
        };
        Ok(Self { path: path.to_owned(), kind, read: AtomicU64::new(0) })
    }

    /// What lists of files that were read call it.
    pub fn name(&self) -> String {
        self.path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
    }

    /// The games that were read so far, with those that were skipped.
    pub fn games_read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// The games after the first `skipped`. Those of a PGN that cannot be read are named on stderr.
    pub fn batches(&self, skipped: u64) -> Result<Box<dyn Iterator<Item = Result<Batch>> + Send + '_>> {
        let named = || self.path.display().to_string();
        let from_here = move |batch: &Result<Batch>| match batch {
            Ok(batch) => self.read.fetch_add(batch.len(), Relaxed) >= skipped,
            Err(_) => true,
        };
        Ok(match self.kind {
            Kind::Games => {
                let reader = data::Reader::open(&self.path).with_context(named)?;
                let blocks = reader.map(move |block| block.map(Batch::Block).with_context(named));
                Box::new(blocks.filter(from_here))
            }
            Kind::Pgn => {
                let games = pgn::Reader::new(BufReader::new(File::open(&self.path).with_context(named)?));
                Box::new(games.map(move |game| Ok(self.pgn_game(game))).filter(from_here))
            }
            Kind::Match => {
                let games = Reading::open(&self.path)?.games;
                let read = move |game: arena::ledger::ReadGame| self.match_game(game.number);
                Box::new(games.into_iter().map(read).filter(from_here))
            }
        })
    }

    fn pgn_game(&self, game: Result<pgn::Game, pgn::PgnError>) -> Batch {
        game.map_or_else(
            |problem| {
                eprintln!("{}: {problem}; left out", self.path.display());
                Batch::Bad
            },
            Batch::Pgn,
        )
    }

    fn match_game(&self, number: usize) -> Result<Batch> {
        let text = read_pgn(&self.path, number)?.unwrap_or_default();
        let game = pgn::Reader::new(text.as_bytes()).next();
        let Some(game) = game else { bail!("{}: game {number} is empty", self.path.display()) };
        Ok(self.pgn_game(game))
    }
}

impl Batch {
    /// The number of games.
    pub fn len(&self) -> u64 {
        match self {
            Self::Block(block) => block.len(),
            Self::Pgn(_) | Self::Bad => 1,
        }
    }
}
