//! What can be saved from a damaged file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

/// Rows that cannot be read, one after the other, before the rest is given up.
const MOST_FAILURES: u32 = 10_000;

/// Whether a file can be read from end to end.
pub(super) fn is_sound(connection: &Connection) -> bool {
    let check = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    check.is_ok_and(|answer| answer == "ok")
}

/// Gives a damaged file another name, which is returned.
pub(super) fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let names = (1..).map(|number| path.with_extension(format!("damaged-{number}.sqlite")));
    let aside =
        names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| path.with_extension("damaged"));
    for suffix in ["", "-wal", "-shm"] {
        let with_suffix = |path: &Path| PathBuf::from(format!("{}{suffix}", path.display()));
        match fs::rename(with_suffix(path), with_suffix(&aside)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(aside)
}

/// Copies what can be read of a damaged file: the games, whose number is returned, and how puzzles
/// went.
pub(super) fn copy(damaged: &Path, sound: &Connection) -> rusqlite::Result<u32> {
    let damaged = Connection::open(damaged)?;
    for table in ["puzzle", "puzzle_try"] {
        // Files of older versions have no such tables.
        if let Err(error) = copy_table(&damaged, sound, table) {
            eprintln!("petteia: cannot read the table {table}: {error}");
        }
    }
    copy_table(&damaged, sound, "game")
}

/// Copies the rows of a table that can be read; returns their number.
fn copy_table(damaged: &Connection, sound: &Connection, table: &str) -> rusqlite::Result<u32> {
    let mut next =
        damaged.prepare(&format!("SELECT rowid, * FROM {table} WHERE rowid > ?1 ORDER BY rowid LIMIT 1"))?;
    let columns = next.column_count();
    let places = vec!["?"; columns - 1].join(", ");
    let mut insert = sound.prepare(&format!("INSERT OR IGNORE INTO {table} VALUES ({places})"))?;
    let (mut after, mut copied, mut failures) = (0, 0, 0);
    while failures < MOST_FAILURES {
        let read = next.query_row([after], |row| {
            let values =
                (1..columns).map(|column| row.get(column)).collect::<rusqlite::Result<Vec<Value>>>()?;
            Ok((row.get::<_, i64>(0)?, values))
        });
        match read {
            Ok((number, values)) => {
                copied += u32::from(insert.execute(params_from_iter(values)).is_ok_and(|rows| rows == 1));
                (after, failures) = (number, 0);
            }
            Err(rusqlite::Error::QueryReturnedNoRows) => break,
            Err(_) => (after, failures) = (after + 1, failures + 1),
        }
    }
    Ok(copied)
}
