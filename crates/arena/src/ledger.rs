//! Results that outlive the program: an `SQLite` file, and a PGN file beside it.
//!
//! A game is written as soon as it ends, in one transaction, so a program that is killed loses only the
//! games it was playing. The file holds the whole match, its description included; the PGN file is
//! written along and made anew from it when a match goes on.
//!
//! | table | column | meaning |
//! | --- | --- | --- |
//! | `match` | `version` | the version of these tables, 1 |
//! | | `config` | the description of the match, TOML |
//! | `game` | `number` | the game's number in the schedule, from 0 |
//! | | `white`, `black` | the engines' names |
//! | | `result`, `termination`, `reason` | as in PGN, and in words |
//! | | `plies`, `overhead_us` | half-moves; microseconds in which nobody thought |
//! | | `pgn` | the whole game |
//! | `thinking` | `game`, `side` | whose: `w` or `b` |
//! | | `moves`, `time_us` | moves chosen and the time for them |
//! | | `depth_moves`, `depth` | moves with a known depth and the sum of depths |
//! | | `nodes`, `nodes_us` | nodes and the time for moves with known nodes |
//! | | `wrong_lines` | expected lines with an illegal move |

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use gamekit::{ByColor, Color};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use thiserror::Error;

use crate::config::{ConfigError, MatchConfig};
use crate::date::Date;
use crate::pgn::annotate;
use crate::runner::Finished;
use crate::schedule::Schedule;
use crate::standings::{GameSummary, Standings, Thinking};

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

/// Why results cannot be kept or read.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// The file is there already.
    #[error("{path} exists; expected a new file (or --resume {path} to go on with it)", path = .0.display())]
    Exists(PathBuf),
    /// `SQLite` has trouble with the file.
    #[error("{path}: {error}", path = .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: rusqlite::Error,
    },
    /// The file is no match, or one of another version.
    #[error("{path} holds no match of version {VERSION}: {why}", path = .path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The description of the match cannot be read.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The PGN file cannot be written.
    #[error("cannot write {path}: {error}", path = .path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: io::Error,
    },
}

/// A match as its file tells it, for those who only look.
#[derive(Debug)]
pub struct Reading {
    /// Its description.
    pub config: MatchConfig,
    /// Its results so far.
    pub standings: Standings,
    /// Its games in the order of their numbers.
    pub games: Vec<ReadGame>,
}

/// A finished game of a match that is read.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadGame {
    /// Its number in the schedule, from 0.
    pub number: usize,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// How it went.
    pub summary: GameSummary,
}

/// Games with their numbers in the schedule.
type NumberedGames = Vec<(usize, GameSummary)>;

/// The results of a match, in memory and on disk.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    connection: Connection,
    pgn: Option<(PathBuf, File)>,
    schedule: Schedule,
    standings: Standings,
    done: BTreeSet<usize>,
}

impl Ledger {
    /// A new match in a new file.
    pub fn create(path: &Path, config: &MatchConfig) -> Result<Self, LedgerError> {
        if path.exists() {
            return Err(LedgerError::Exists(path.to_owned()));
        }
        let pgn = config.pgn.as_deref().map(create_pgn).transpose()?;
        let trouble = |error| LedgerError::Database { path: path.to_owned(), error };
        let text = toml::to_string(config).map_err(|error| contents(path, &error))?;
        let mut connection = Connection::open(path).map_err(trouble)?;
        write_through(&connection).map_err(trouble)?;
        let transaction = connection.transaction().map_err(trouble)?;
        transaction.execute_batch(TABLES).map_err(trouble)?;
        transaction
            .execute("INSERT INTO match (version, config) VALUES (?1, ?2)", params![VERSION, text])
            .map_err(trouble)?;
        transaction.commit().map_err(trouble)?;
        let schedule = config.schedule();
        let standings = Standings::new(config.engines.len(), &schedule);
        Ok(Self { path: path.to_owned(), connection, pgn, schedule, standings, done: BTreeSet::new() })
    }

    /// Goes on with a match: its description, changed as wished, and all results so far.
    pub fn resume(
        path: &Path,
        change: impl FnOnce(&mut MatchConfig),
    ) -> Result<(Self, MatchConfig), LedgerError> {
        let trouble = |error| LedgerError::Database { path: path.to_owned(), error };
        let connection =
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(trouble)?;
        write_through(&connection).map_err(trouble)?;
        let (mut ledger, config, _) = Self::load(path, connection, change)?;
        if let Some(pgn) = &config.pgn {
            ledger.pgn = Some((pgn.clone(), ledger.rewrite_pgn(pgn)?));
        }
        Ok((ledger, config))
    }

    /// Reads a match without touching it, whoever else writes it.
    pub fn read(path: &Path) -> Result<Reading, LedgerError> {
        let (ledger, config, games) = Self::load(path, open_to_read(path)?, |_| ())?;
        let name = |number: usize, color: Color| {
            config.engines[ledger.schedule.pairing(number).engines[color]].name.clone()
        };
        let games = games
            .into_iter()
            .map(|(number, summary)| ReadGame {
                number,
                white: name(number, Color::White),
                black: name(number, Color::Black),
                summary,
            })
            .collect();
        Ok(Reading { config, standings: ledger.standings, games })
    }

    /// Reads one game as PGN, if it is finished.
    pub fn read_pgn(path: &Path, number: usize) -> Result<Option<String>, LedgerError> {
        open_to_read(path)?
            .query_row("SELECT pgn FROM game WHERE number = ?1", [number as i64], |row| row.get(0))
            .optional()
            .map_err(|error| LedgerError::Database { path: path.to_owned(), error })
    }

    fn load(
        path: &Path,
        connection: Connection,
        change: impl FnOnce(&mut MatchConfig),
    ) -> Result<(Self, MatchConfig, NumberedGames), LedgerError> {
        let (version, text): (i64, String) = connection
            .query_row("SELECT version, config FROM match", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .map_err(|error| contents(path, &error))?;
        if version != VERSION {
            return Err(contents(path, &format!("it has version {version}")));
        }
        let mut config = MatchConfig::from_toml(&text)?;
        change(&mut config);
        config.check()?;
        let schedule = config.schedule();
        let standings = Standings::new(config.engines.len(), &schedule);
        let mut ledger =
            Self { path: path.to_owned(), connection, pgn: None, schedule, standings, done: BTreeSet::new() };
        let games = ledger.read_games()?;
        for (number, game) in &games {
            ledger.standings.add(&ledger.schedule.pairing(*number), game);
            ledger.done.insert(*number);
        }
        Ok((ledger, config, games))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The results so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The numbers of the games that are finished.
    pub fn done(&self) -> &BTreeSet<usize> {
        &self.done
    }

    /// Writes down a game.
    pub fn enter(&mut self, config: &MatchConfig, finished: &Finished) -> Result<(), LedgerError> {
        let summary = GameSummary::of(&finished.record);
        let pgn = annotate(config, finished, Date::now()).to_string();
        self.insert(config, finished, &summary, &pgn)
            .map_err(|error| LedgerError::Database { path: self.path.clone(), error })?;
        if let Some((path, file)) = &mut self.pgn {
            writeln!(file, "{pgn}").map_err(|error| LedgerError::Pgn { path: path.clone(), error })?;
        }
        self.standings.add(&finished.pairing, &summary);
        self.done.insert(finished.pairing.number);
        Ok(())
    }

    fn insert(
        &mut self,
        config: &MatchConfig,
        finished: &Finished,
        game: &GameSummary,
        pgn: &str,
    ) -> rusqlite::Result<()> {
        let pairing = &finished.pairing;
        let name = |color: Color| &config.engines[pairing.engines[color]].name;
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                pairing.number as i64,
                name(Color::White),
                name(Color::Black),
                game.result.to_string(),
                game.termination.to_string(),
                game.reason,
                game.plies as i64,
                microseconds(game.overhead),
                pgn,
            ],
        )?;
        for color in Color::ALL {
            let thinking = &game.thinking[color];
            transaction.execute(
                "INSERT INTO thinking VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    pairing.number as i64,
                    color.to_char().to_string(),
                    thinking.moves as i64,
                    microseconds(thinking.time),
                    thinking.moves_with_depth as i64,
                    thinking.depth as i64,
                    thinking.nodes as i64,
                    microseconds(thinking.time_with_nodes),
                    thinking.wrong_lines as i64,
                ],
            )?;
        }
        transaction.commit()
    }

    fn read_games(&self) -> Result<NumberedGames, LedgerError> {
        let trouble = |error| LedgerError::Database { path: self.path.clone(), error };
        let mut games = self
            .connection
            .prepare(
                "SELECT number, result, termination, reason, plies, overhead_us FROM game ORDER BY number",
            )
            .map_err(trouble)?;
        let rows = games.query_map([], |row| {
            let texts: (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok((row.get::<_, i64>(0)? as usize, texts, row.get::<_, i64>(4)?, duration(row.get(5)?)))
        });
        let mut read = Vec::new();
        for row in rows.map_err(trouble)? {
            let (number, (result, termination, reason), plies, overhead) = row.map_err(trouble)?;
            let bad = |why: String| contents(&self.path, &why);
            let thinking = ByColor::new(
                self.read_thinking(number, Color::White).map_err(trouble)?,
                self.read_thinking(number, Color::Black).map_err(trouble)?,
            );
            let game = GameSummary {
                result: result.parse().map_err(|error| bad(format!("{result:?}: {error}")))?,
                termination: termination.parse().map_err(bad)?,
                reason,
                plies: plies as usize,
                thinking,
                overhead,
            };
            read.push((number, game));
        }
        Ok(read)
    }

    fn read_thinking(&self, game: usize, color: Color) -> rusqlite::Result<Thinking> {
        let mut rows = self.connection.prepare_cached(
            "SELECT moves, time_us, depth_moves, depth, nodes, nodes_us, wrong_lines
             FROM thinking WHERE game = ?1 AND side = ?2",
        )?;
        rows.query_row(params![game as i64, color.to_char().to_string()], |row| {
            let number = |index: usize| row.get::<_, i64>(index).map(|number| number as u64);
            Ok(Thinking {
                moves: number(0)?,
                time: duration(row.get(1)?),
                moves_with_depth: number(2)?,
                depth: number(3)?,
                nodes: number(4)?,
                time_with_nodes: duration(row.get(5)?),
                wrong_lines: number(6)?,
            })
        })
    }

    /// Makes the PGN file anew: the program may have been killed between two writes.
    fn rewrite_pgn(&self, path: &Path) -> Result<File, LedgerError> {
        let trouble = |error| LedgerError::Database { path: self.path.clone(), error };
        let bad_write = |error| LedgerError::Pgn { path: path.to_owned(), error };
        let mut games = self.connection.prepare("SELECT pgn FROM game ORDER BY rowid").map_err(trouble)?;
        let texts = games.query_map([], |row| row.get::<_, String>(0)).map_err(trouble)?;
        let draft = path.with_extension("pgn.new");
        let mut file = File::create(&draft).map_err(bad_write)?;
        for text in texts {
            writeln!(file, "{}", text.map_err(trouble)?).map_err(bad_write)?;
        }
        fs::rename(&draft, path).map_err(bad_write)?;
        Ok(file)
    }
}

fn open_to_read(path: &Path) -> Result<Connection, LedgerError> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|error| LedgerError::Database { path: path.to_owned(), error })
}

/// Every game is on disk before the next is counted; readers do not get in the way.
fn write_through(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")
}

fn create_pgn(path: &Path) -> Result<(PathBuf, File), LedgerError> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    match file {
        Ok(file) => Ok((path.to_owned(), file)),
        Err(error) => Err(LedgerError::Pgn { path: path.to_owned(), error }),
    }
}

fn contents(path: &Path, why: &impl ToString) -> LedgerError {
    LedgerError::Contents { path: path.to_owned(), why: why.to_string() }
}

fn microseconds(time: Duration) -> i64 {
    time.as_micros() as i64
}

fn duration(microseconds: i64) -> Duration {
    Duration::from_micros(microseconds as u64)
}
