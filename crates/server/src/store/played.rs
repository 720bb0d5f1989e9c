//! The moves of kept games by position, for the explorer.
//!
//! | column of `played` | meaning |
//! | --- | --- |
//! | `key` | the position's Zobrist key |
//! | `mv` | the bits of the move |
//! | `game` | the row of the game |
//! | `result` | White's half points |
//! | `rating` | that of the player who moved, if known |
//!
//! `PRAGMA user_version` says with which keys the table was made; with other keys, or without the
//! table, it is made anew.

use chess::{Move, Position, pgn};
use explorer::{Counts, PlayedGame};
use gamekit::{Color, GameResult};
use rusqlite::{Connection, params};

use super::{Entry, Store};
use crate::protocol::library::GameKind;
use crate::refused::Refused;

const TABLE: &str = "
    DROP TABLE IF EXISTS played;
    CREATE TABLE played (
        key INTEGER NOT NULL, mv INTEGER NOT NULL, game INTEGER NOT NULL,
        result INTEGER NOT NULL, rating INTEGER, PRIMARY KEY (key, mv, game)
    ) WITHOUT ROWID;
    CREATE INDEX played_game ON played (game);";

impl Store {
    /// The moves that were played in a position in kept games, and the number of indexed games.
    pub async fn played(&self, position: &Position) -> Result<(Vec<(Move, Counts)>, u32), Refused> {
        let key = position.key().bits().cast_signed();
        self.with(move |connection| {
            let games = "SELECT COUNT(*) FROM game WHERE game = 'chess' AND result != '*'";
            Ok((moves(connection, key)?, connection.query_row(games, [], |row| row.get(0))?))
        })
        .await
    }
}

/// Makes the table, unless it is there.
pub(super) fn refresh(connection: &mut Connection) -> rusqlite::Result<()> {
    // Positive, and not the zero of a new file.
    let wanted = (Position::initial().key().bits() & 0x7fff_ffff) as i64 | 1;
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found == wanted {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLE)?;
    {
        let mut games = transaction.prepare("SELECT rowid, text FROM game WHERE game = 'chess'")?;
        let mut rows = games.query([])?;
        while let Some(row) = rows.next()? {
            insert_moves(&transaction, row.get(0)?, &row.get::<_, String>(1)?)?;
        }
    }
    transaction.pragma_update(None, "user_version", wanted)?;
    transaction.commit()
}

/// Takes the moves of a game from the table, before the game is replaced or deleted.
pub(super) fn forget(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let query = "DELETE FROM played WHERE game = (SELECT rowid FROM game WHERE id = ?1)";
    connection.prepare_cached(query)?.execute([id]).map(|_| ())
}

/// Adds the moves of a game that has just been written.
pub(super) fn add(connection: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    let is_finished = entry.summary.result != GameResult::record_end(None);
    if entry.summary.game == GameKind::Chess && is_finished {
        insert_moves(connection, connection.last_insert_rowid(), &entry.text)?;
    }
    Ok(())
}

fn insert_moves(connection: &Connection, game: i64, text: &str) -> rusqlite::Result<()> {
    let record = pgn::Reader::new(text.as_bytes()).next().and_then(Result::ok);
    let Some(played) = record.as_ref().and_then(PlayedGame::of_pgn) else { return Ok(()) };
    let result = played.result.half_points(Color::White);
    let mut insert = connection.prepare_cached("INSERT INTO played VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for step in played.steps(usize::MAX) {
        let (key, rating) = (step.key.cast_signed(), played.ratings[step.color]);
        insert.execute(params![key, step.mv.bits().get(), game, result, rating])?;
    }
    Ok(())
}

fn moves(connection: &Connection, key: i64) -> rusqlite::Result<Vec<(Move, Counts)>> {
    let mut query = connection.prepare_cached(
        "SELECT mv, result, COUNT(*), COUNT(rating), TOTAL(rating) FROM played
         WHERE key = ?1 GROUP BY mv, result",
    )?;
    let mut rows = query.query([key])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (games, rated): (i64, i64) = (row.get(2)?, row.get(3)?);
        let mut counts =
            Counts { rated: rated as u64, ratings: row.get::<_, f64>(4)? as u64, ..Counts::default() };
        match row.get(1)? {
            0 => counts.results.losses = games as u64,
            1 => counts.results.draws = games as u64,
            _ => counts.results.wins = games as u64,
        }
        found.extend(Move::from_bits(row.get(0)?).map(|mv| (mv, counts)));
    }
    Ok(found)
}
