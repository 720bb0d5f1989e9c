//! Positions with evaluations, in a database.
//!
//! The table is that of the coursework, `evaluations(id INTEGER PRIMARY KEY, fen TEXT, binary BLOB, eval
//! REAL)`: ids from 1 without gaps, the position as text and as [`input`](super::input) packs it, and the
//! evaluation in pawns for White, mates as 15. Games are added whole, with a note of how many of a source are in, so
//! that an interrupted command goes on where it was.

use std::path::Path;

use chess::Setup;
use rusqlite::{Connection, OptionalExtension, Result, params};

use super::input::{BYTES, pack};

/// A database of positions.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// The number of positions.
    len: u64,
}

/// A position with its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    /// The position.
    pub setup: Setup,
    /// Pawns for White.
    pub pawns: f32,
}

const TABLES: &str = "\
    CREATE TABLE IF NOT EXISTS evaluations (id INTEGER PRIMARY KEY, fen TEXT, binary BLOB, eval REAL);
    CREATE TABLE IF NOT EXISTS sources (name TEXT PRIMARY KEY, games INTEGER NOT NULL);";

impl Store {
    /// Opens a database, or makes a new one.
    pub fn open(path: &Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch(TABLES)?;
        let len = connection.query_row("SELECT COUNT(*) FROM evaluations", [], |row| row.get(0))?;
        Ok(Self { connection, len })
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many games of a source are in.
    pub fn games_of(&self, source: &str) -> Result<u64> {
        let query = "SELECT games FROM sources WHERE name = ?1";
        let games = self.connection.query_row(query, [source], |row| row.get(0)).optional()?;
        Ok(games.unwrap_or(0))
    }

    /// Adds the positions of the next games of a source; after them, `games` of it are in.
    pub fn add(&mut self, source: &str, games: u64, positions: &[Evaluated]) -> Result<()> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached("INSERT INTO evaluations VALUES (?1, ?2, ?3, ?4)")?;
            for (number, Evaluated { setup, pawns }) in positions.iter().enumerate() {
                let id = self.len + number as u64 + 1;
                insert.execute(params![id as i64, setup.to_string(), pack(setup), f64::from(*pawns)])?;
            }
            let note = "INSERT INTO sources VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET games = ?2";
            transaction.execute(note, params![source, games as i64])?;
        }
        transaction.commit()?;
        self.len += positions.len() as u64;
        Ok(())
    }

    /// A packed position and its evaluation, by id from 1.
    pub fn packed(&self, id: u64) -> Result<([u8; BYTES], f32)> {
        let mut select =
            self.connection.prepare_cached("SELECT binary, eval FROM evaluations WHERE id = ?1")?;
        select.query_row([id as i64], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// A position as text and its evaluation, by id from 1.
    pub fn fen(&self, id: u64) -> Result<(String, f32)> {
        let mut select = self.connection.prepare_cached("SELECT fen, eval FROM evaluations WHERE id = ?1")?;
        select.query_row([id as i64], |row| Ok((row.get(0)?, row.get(1)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_kept_and_sources_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let one = |fen: &str, pawns| Evaluated { setup: fen.parse().unwrap(), pawns };
        let fens = [chess::fen::INITIAL, "4k3/8/8/8/4P3/8/8/R3K3 b Q e3 7 300"];
        let mut store = Store::open(&path).unwrap();
        store.add("a.pgn", 3, &[one(fens[0], 0.3)]).unwrap();
        drop(store);
        let mut store = Store::open(&path).unwrap();
        assert_eq!((store.len(), store.games_of("a.pgn").unwrap(), store.games_of("b").unwrap()), (1, 3, 0));
        store.add("a.pgn", 5, &[one(fens[1], -15.0)]).unwrap();
        assert_eq!(store.games_of("a.pgn").unwrap(), 5);
        assert_eq!(store.fen(2).unwrap(), (fens[1].to_owned(), -15.0));
        assert_eq!(store.packed(1).unwrap().0, pack(&fens[0].parse().unwrap()));
        assert!(store.packed(3).is_err());
    }
}
