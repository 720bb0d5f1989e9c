//! Saved results: an `SQLite` file, and a PGN file beside it.
//!
//! A game is saved as soon as it ends, in one transaction, so a program that is killed loses only
//! the games it was playing. The file holds the whole match, its description included. The PGN file
//! is appended to, and rewritten from the `SQLite` file when a match is resumed.
//!
//! | table | column | meaning |
//! | --- | --- | --- |
//! | `match` | `version` | the version of these tables, 1 |
//! | | `config` | the description of the match, TOML |
//! | `game` | `number` | the game's number in the schedule, from 0 |
//! | | `white`, `black` | the engines' names |
//! | | `result`, `termination`, `reason` | as in PGN, and in words |
//! | | `plies`, `overhead_us` | half-moves; microseconds in which neither side was thinking |
//! | | `pgn` | the whole game |
//! | `thinking` | `game`, `side` | whose: `w` or `b` |
//! | | `moves`, `time_us` | moves chosen and the time for them |
//! | | `depth_moves`, `depth` | moves with a known depth and the sum of depths |
//! | | `nodes`, `nodes_us` | nodes and the time for moves with known nodes |
//! | | `wrong_lines` | expected lines with an illegal move |

mod merge;
mod reading;

pub use reading::{ReadGame, Reading, read_pgn};

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gamekit::{Color, write_whole};
use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags, params};
use thiserror::Error;

use crate::config::{ConfigError, MatchConfig};
use crate::pgn::annotate;
use crate::runner::Finished;
use crate::sprt::{Sprt, Verdict};
use crate::standings::{GameSummary, Standings};

const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE match (version INTEGER NOT NULL, config TEXT NOT NULL);
    CREATE TABLE game (
        number INTEGER PRIMARY KEY, white TEXT NOT NULL, black TEXT NOT NULL,
        result TEXT NOT NULL, termination TEXT NOT NULL, reason TEXT NOT NULL,
        plies INTEGER NOT NULL, overhead_us INTEGER NOT NULL, pgn TEXT NOT NULL
    );
    CREATE TABLE thinking (
        game INTEGER NOT NULL REFERENCES game, side TEXT NOT NULL,
        moves INTEGER NOT NULL, time_us INTEGER NOT NULL, depth_moves INTEGER NOT NULL,
        depth INTEGER NOT NULL, nodes INTEGER NOT NULL, nodes_us INTEGER NOT NULL,
        wrong_lines INTEGER NOT NULL, PRIMARY KEY (game, side)
    );";

/// Why results cannot be saved or read.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// The file exists already.
    #[error("{} exists; expected a new file", .0.display())]
    Exists(PathBuf),
    /// `SQLite` cannot read or write the file.
    #[error("{}: {}", .0.display(), without_path(.1, .0))]
    Database(PathBuf, rusqlite::Error),
    /// The file does not hold a match of this version.
    #[error("{path} holds no match of version {VERSION}: {1}", path = .0.display())]
    Contents(PathBuf, String),
    /// The description of the match cannot be read.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The PGN file cannot be written.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Pgn(PathBuf, io::Error),
    /// Files of different matches cannot be merged.
    #[error("{} holds another match than {}; expected the same engines, rules and games", .0.display(), .1.display())]
    OtherMatch(PathBuf, PathBuf),
    /// Two files have the same game with different moves or results.
    #[error("{path} has another game {number} than the files before it", path = .0.display(), number = .1 + 1)]
    OtherGame(PathBuf, usize),
}

/// A match on disk: its description and its results.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    connection: Connection,
    pgn: Option<(PathBuf, File)>,
    config: Arc<MatchConfig>,
    standings: Standings,
    done: BTreeSet<usize>,
}

impl Ledger {
    /// An unused name for a new file: two matches may start in the same second.
    pub fn new_file(folder: &Path) -> PathBuf {
        let stamp = Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string();
        let names = std::iter::once(stamp.clone()).chain((2..).map(|number| format!("{stamp}-{number}")));
        let mut paths = names.map(|name| folder.join(format!("{name}.sqlite")));
        paths.find(|path| !path.exists()).unwrap_or_else(|| folder.join("match.sqlite"))
    }

    /// A new match in a new file.
    pub fn create(path: &Path, config: Arc<MatchConfig>) -> Result<Self, LedgerError> {
        if path.exists() {
            return Err(LedgerError::Exists(path.to_owned()));
        }
        let pgn = config.pgn.as_deref().map(create_pgn).transpose()?;
        let connection = Connection::open(path).and_then(write_through).map_err(database(path))?;
        Ok(Self { pgn, ..Self::begin(path, connection, config)? })
    }

    /// A new match in memory; no PGN is written.
    pub fn in_memory(config: Arc<MatchConfig>) -> Result<Self, LedgerError> {
        let path = Path::new(":memory:");
        let connection = Connection::open_in_memory().map_err(database(path))?;
        Self::begin(path, connection, config)
    }

    fn begin(path: &Path, mut connection: Connection, config: Arc<MatchConfig>) -> Result<Self, LedgerError> {
        let text = toml::to_string(&*config).map_err(|error| contents(path, &error))?;
        write_tables(&mut connection, &text).map_err(database(path))?;
        let standings = Standings::new(config.engines.len(), &config.schedule());
        let (path, done) = (path.to_owned(), BTreeSet::new());
        Ok(Self { path, connection, pgn: None, config, standings, done })
    }

    /// Resumes a match: reads its results so far, and its description, which `change` may edit.
    pub fn resume(path: &Path, change: impl FnOnce(&mut MatchConfig)) -> Result<Self, LedgerError> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .and_then(write_through)
            .map_err(database(path))?;
        let Reading { config, standings, games } = Reading::load(path, &connection, change)?;
        let done = games.iter().map(|game| game.number).collect();
        let config = Arc::new(config);
        let mut ledger = Self { path: path.to_owned(), connection, pgn: None, config, standings, done };
        if let Some(pgn) = &ledger.config.pgn {
            ledger.pgn = Some((pgn.clone(), ledger.rewrite_pgn(pgn)?));
        }
        Ok(ledger)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The description of the match.
    pub fn config(&self) -> &Arc<MatchConfig> {
        &self.config
    }

    /// The results so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The numbers of the games that are finished.
    pub fn done(&self) -> &BTreeSet<usize> {
        &self.done
    }

    /// The number of games of the match, finished or not.
    pub fn games(&self) -> usize {
        self.config.schedule().games()
    }

    /// Whether all games are finished.
    pub fn is_complete(&self) -> bool {
        self.standings.games() >= self.games()
    }

    /// Whether the test of the match, if it is one, has its verdict. One machine's share of the games
    /// decides nothing.
    pub fn is_decided(&self) -> bool {
        is_decided(&self.config, &self.standings)
    }

    /// Saves a game.
    pub fn enter(&mut self, finished: &Finished) -> Result<(), LedgerError> {
        let pairing = &finished.pairing;
        let name = |color: Color| self.config.engines[pairing.engines[color]].name.clone();
        let game = ReadGame {
            number: pairing.number,
            white: name(Color::White),
            black: name(Color::Black),
            summary: GameSummary::of(&finished.record),
        };
        let pgn = annotate(&self.config, finished, Timestamp::now()).to_string();
        self.save(&game, &pgn).map_err(|error| LedgerError::Database(self.path.clone(), error))?;
        if let Some((path, file)) = &mut self.pgn {
            writeln!(file, "{pgn}").map_err(|error| LedgerError::Pgn(path.clone(), error))?;
        }
        self.count(&game);
        Ok(())
    }

    fn save(&mut self, game: &ReadGame, pgn: &str) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        insert(&transaction, game, pgn)?;
        transaction.commit()
    }

    /// Adds a saved game to the results.
    fn count(&mut self, game: &ReadGame) {
        self.standings.add(&self.config.schedule().pairing(game.number), &game.summary);
        self.done.insert(game.number);
    }

    /// Rewrites the PGN file: the program may have been killed between two writes.
    fn rewrite_pgn(&self, path: &Path) -> Result<File, LedgerError> {
        let bad_read = database(&self.path);
        let bad_write = |error| LedgerError::Pgn(path.to_owned(), error);
        let mut games = self.connection.prepare("SELECT pgn FROM game ORDER BY rowid").map_err(&bad_read)?;
        let texts = games.query_map([], |row| row.get::<_, String>(0)).map_err(&bad_read)?;
        let mut whole = String::new();
        for text in texts {
            whole.push_str(&text.map_err(&bad_read)?);
            whole.push('\n');
        }
        write_whole(path, whole).map_err(bad_write)?;
        OpenOptions::new().append(true).open(path).map_err(bad_write)
    }
}

fn is_decided(config: &MatchConfig, standings: &Standings) -> bool {
    let pairs = standings.encounter(0, 1).pairs;
    let verdict = |sprt: Sprt| sprt.verdict(sprt.llr(pairs));
    config.shard.is_whole() && config.sprt.is_some_and(|sprt| verdict(sprt) != Verdict::Continue)
}

/// Writes a game into the tables.
fn insert(connection: &Connection, game: &ReadGame, pgn: &str) -> rusqlite::Result<()> {
    let ReadGame { number, white, black, summary } = game;
    connection.prepare_cached("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?.execute(
        params![
            *number as i64,
            white,
            black,
            summary.result.to_string(),
            summary.termination.to_string(),
            summary.reason,
            summary.plies as i64,
            microseconds(summary.overhead),
            pgn,
        ],
    )?;
    let mut rows =
        connection.prepare_cached("INSERT INTO thinking VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
    for color in Color::ALL {
        let thinking = &summary.thinking[color];
        rows.execute(params![
            *number as i64,
            color.to_char().to_string(),
            thinking.moves as i64,
            microseconds(thinking.time),
            thinking.moves_with_depth as i64,
            thinking.depth as i64,
            thinking.nodes as i64,
            microseconds(thinking.time_with_nodes),
            thinking.wrong_lines as i64,
        ])?;
    }
    Ok(())
}

/// The message of `SQLite`, without the path that it adds for a file that it cannot open.
fn without_path(error: &rusqlite::Error, path: &Path) -> String {
    let text = error.to_string();
    text.strip_suffix(&format!(": {}", path.display())).unwrap_or(&text).to_owned()
}

/// Every game is on disk before the next is counted, even if the power fails, and readers do not
/// block the writer.
fn write_through(connection: Connection) -> rusqlite::Result<Connection> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

fn write_tables(connection: &mut Connection, config: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.execute("INSERT INTO match (version, config) VALUES (?1, ?2)", params![VERSION, config])?;
    transaction.commit()
}

fn create_pgn(path: &Path) -> Result<(PathBuf, File), LedgerError> {
    match File::create_new(path) {
        Ok(file) => Ok((path.to_owned(), file)),
        Err(error) => Err(LedgerError::Pgn(path.to_owned(), error)),
    }
}

/// Adds the file to an error of `SQLite`.
fn database(path: &Path) -> impl Fn(rusqlite::Error) -> LedgerError {
    |error| LedgerError::Database(path.to_owned(), error)
}

fn contents(path: &Path, why: &impl ToString) -> LedgerError {
    LedgerError::Contents(path.to_owned(), why.to_string())
}

fn microseconds(time: Duration) -> i64 {
    time.as_micros() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_a_power_cut() {
        let connection = write_through(Connection::open_in_memory().unwrap()).unwrap();
        let level: i64 = connection.query_row("PRAGMA synchronous", [], |row| row.get(0)).unwrap();
        assert_eq!(level, 2, "each commit waits for the disk");
    }
}
