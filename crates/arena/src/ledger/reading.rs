//! Reading the file of a match.

use std::path::Path;
use std::time::Duration;

use gamekit::ByColor;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row};

use super::{LedgerError, VERSION, contents, database, is_decided};
use crate::config::MatchConfig;
use crate::standings::{GameSummary, Standings, Thinking};

/// All games, each with how White and then Black thought.
const GAMES: &str = "
    SELECT game.number, game.white, game.black, result, termination, reason, plies, overhead_us,
        w.moves, w.time_us, w.depth_moves, w.depth, w.nodes, w.nodes_us, w.wrong_lines,
        b.moves, b.time_us, b.depth_moves, b.depth, b.nodes, b.nodes_us, b.wrong_lines
    FROM game
    JOIN thinking AS w ON w.game = game.number AND w.side = 'w'
    JOIN thinking AS b ON b.game = game.number AND b.side = 'b'
    ORDER BY game.number";

/// A match read from its file.
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
    /// Its result and search statistics.
    pub summary: GameSummary,
}

impl Reading {
    /// Reads a match without changing it, even while another program writes it.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        Self::load(path, &open_to_read(path)?, |_| ())
    }

    /// Whether no game is left to play: all are finished, or the test has its verdict.
    pub fn is_over(&self) -> bool {
        self.games.len() >= self.config.schedule().games() || is_decided(&self.config, &self.standings)
    }

    pub(super) fn load(
        path: &Path,
        connection: &Connection,
        change: impl FnOnce(&mut MatchConfig),
    ) -> Result<Self, LedgerError> {
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
        let mut standings = Standings::new(config.engines.len(), &schedule);
        let games = read_games(path, connection)?;
        for game in &games {
            standings.add(&schedule.pairing(game.number), &game.summary);
        }
        Ok(Self { config, standings, games })
    }
}

/// Reads one game of a file as PGN, if it is finished.
pub fn read_pgn(path: &Path, number: usize) -> Result<Option<String>, LedgerError> {
    open_to_read(path)?
        .query_row("SELECT pgn FROM game WHERE number = ?1", [number as i64], |row| row.get(0))
        .optional()
        .map_err(database(path))
}

pub(super) fn open_to_read(path: &Path) -> Result<Connection, LedgerError> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(database(path))
}

fn read_games(path: &Path, connection: &Connection) -> Result<Vec<ReadGame>, LedgerError> {
    let mut games = connection.prepare(GAMES).map_err(database(path))?;
    let rows = games.query_map([], |row| Ok(read_game(path, row))).map_err(database(path))?;
    rows.map(|row| row.map_err(database(path))?).collect()
}

fn read_game(path: &Path, row: &Row) -> Result<ReadGame, LedgerError> {
    let text = |column: usize| row.get::<_, String>(column).map_err(database(path));
    let number =
        |column: usize| row.get::<_, i64>(column).map(|number| number as u64).map_err(database(path));
    let time = |column: usize| number(column).map(Duration::from_micros);
    let thinking = |first: usize| -> Result<Thinking, LedgerError> {
        Ok(Thinking {
            moves: number(first)?,
            time: time(first + 1)?,
            moves_with_depth: number(first + 2)?,
            depth: number(first + 3)?,
            nodes: number(first + 4)?,
            time_with_nodes: time(first + 5)?,
            wrong_lines: number(first + 6)?,
        })
    };
    let summary = GameSummary {
        result: text(3)?.parse().map_err(|error| contents(path, &error))?,
        termination: text(4)?.parse().map_err(|error| contents(path, &error))?,
        reason: text(5)?,
        plies: number(6)? as usize,
        thinking: ByColor::new(thinking(8)?, thinking(15)?),
        overhead: time(7)?,
    };
    Ok(ReadGame { number: number(0)? as usize, white: text(1)?, black: text(2)?, summary })
}
