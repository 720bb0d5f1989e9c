//! How puzzles went: five boxes as Leitner proposed them, and a rating.
//!
//! | column of `puzzle` | meaning |
//! | --- | --- |
//! | `id` | the puzzle's name |
//! | `box` | the box it waits in, from 1 |
//! | `due_ms` | when it comes again, milliseconds since 1970 |
//!
//! | column of `puzzle_try` | meaning |
//! | --- | --- |
//! | `id`, `at_ms` | which puzzle, and when |
//! | `solved` | 1 if it was solved |
//! | `rating` | the solver's rating afterwards |

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use super::Store;
use crate::refused::Refused;

pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS puzzle (id TEXT PRIMARY KEY, box INTEGER NOT NULL, due_ms INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS puzzle_try (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL, at_ms INTEGER NOT NULL,
        solved INTEGER NOT NULL, rating REAL NOT NULL
    );";

/// How long a puzzle waits in each box, in minutes.
const WAITS: [i64; 5] = [10, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
const DAY: i64 = 24 * 60;
/// The rating before the first try.
const FIRST_RATING: f64 = 1200.0;
/// How much one puzzle changes the rating: at first, and later.
const LARGE_STEP: f64 = 40.0;
const SMALL_STEP: f64 = 16.0;
/// Tries after which the rating has settled.
const SETTLED: u32 = 30;

/// A puzzle that was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The box, from 1.
    pub place: u8,
    /// When it comes again, milliseconds since 1970.
    pub due_ms: i64,
}

/// How all puzzles went so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The puzzles that were tried.
    pub waiting: HashMap<String, Waiting>,
    /// Tries.
    pub tries: u32,
    /// Tries that solved the puzzle.
    pub solved: u32,
    /// Solved puzzles since the last that was not.
    pub streak: u32,
    /// The solver's rating.
    pub rating: f64,
}

impl Store {
    /// How puzzles went so far.
    pub async fn progress(&self) -> Result<Progress, Refused> {
        self.with(|connection| read(connection)).await
    }

    /// Notes how a puzzle went.
    pub async fn note_try(&self, id: String, puzzle_rating: u32, solved: bool) -> Result<Progress, Refused> {
        let now = Timestamp::now().as_millisecond();
        self.with(move |connection| {
            let transaction = connection.transaction()?;
            note(&transaction, &id, puzzle_rating, solved, now)?;
            transaction.commit()?;
            read(connection)
        })
        .await
    }
}

fn note(
    connection: &Connection,
    id: &str,
    puzzle_rating: u32,
    solved: bool,
    now: i64,
) -> rusqlite::Result<()> {
    let before = read(connection)?;
    let known = before.waiting.get(id).map(|waiting| waiting.place);
    // Only a new puzzle says how strong the solver is: the others may be remembered.
    let rating = if known.is_none() { rated(&before, puzzle_rating, solved) } else { before.rating };
    let place = next_box(known, solved);
    let due = now + WAITS[usize::from(place) - 1] * 60_000;
    connection.execute("INSERT OR REPLACE INTO puzzle VALUES (?1, ?2, ?3)", params![id, place, due])?;
    connection.execute(
        "INSERT INTO puzzle_try (id, at_ms, solved, rating) VALUES (?1, ?2, ?3, ?4)",
        params![id, now, solved, rating],
    )?;
    Ok(())
}

fn read(connection: &Connection) -> rusqlite::Result<Progress> {
    let mut waiting = connection.prepare_cached("SELECT id, box, due_ms FROM puzzle")?;
    let rows = waiting
        .query_map([], |row| Ok((row.get(0)?, Waiting { place: row.get(1)?, due_ms: row.get(2)? })))?;
    let number = |query: &str| connection.query_row(query, [], |row| row.get(0));
    let last = "SELECT rating FROM puzzle_try ORDER BY number DESC LIMIT 1";
    let rating = connection.query_row(last, [], |row| row.get(0)).optional()?;
    Ok(Progress {
        waiting: rows.collect::<rusqlite::Result<_>>()?,
        tries: number("SELECT COUNT(*) FROM puzzle_try")?,
        solved: number("SELECT COUNT(*) FROM puzzle_try WHERE solved")?,
        streak: number(
            "SELECT COUNT(*) FROM puzzle_try
             WHERE number > (SELECT IFNULL(MAX(number), 0) FROM puzzle_try WHERE NOT solved)",
        )?,
        rating: rating.unwrap_or(FIRST_RATING),
    })
}

/// The box after a try: the next one, or the first. A new puzzle comes as if from the first.
fn next_box(known: Option<u8>, solved: bool) -> u8 {
    if solved { (known.unwrap_or(1) + 1).min(WAITS.len() as u8) } else { 1 }
}

/// The rating after a puzzle, by Elo's formula.
fn rated(before: &Progress, puzzle_rating: u32, solved: bool) -> f64 {
    let step = if before.tries < SETTLED { LARGE_STEP } else { SMALL_STEP };
    let expected = 1.0 / (1.0 + 10_f64.powf((f64::from(puzzle_rating) - before.rating) / 400.0));
    before.rating + step * (f64::from(u8::from(solved)) - expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> Connection {
        let connection = Connection::open_in_memory().expect("memory");
        connection.execute_batch(TABLES).expect("tables");
        connection
    }

    #[test]
    fn a_solved_puzzle_waits_longer_each_time_and_a_missed_one_starts_again() {
        let connection = connection();
        let mut waits = Vec::new();
        for solved in [true, true, true, true, true, false, true] {
            note(&connection, "a", 1000, solved, 5).expect("a note");
            let Waiting { place, due_ms } = read(&connection).expect("progress").waiting["a"];
            waits.push((place, (due_ms - 5) / 60_000));
        }
        let days = |box_and_days: (u8, i64)| (box_and_days.0, box_and_days.1 * DAY);
        let grown = [(2, 1), (3, 3), (4, 7), (5, 21), (5, 21)].map(days);
        assert_eq!(waits[..5], grown);
        assert_eq!(waits[5..], [(1, 10), (2, DAY)]);
    }

    #[test]
    fn only_new_puzzles_change_the_rating() {
        let connection = connection();
        assert!((read(&connection).expect("progress").rating - FIRST_RATING).abs() < 1e-9);
        note(&connection, "a", 1200, true, 1).expect("a note");
        let after = read(&connection).expect("progress");
        assert!((after.rating - (FIRST_RATING + LARGE_STEP / 2.0)).abs() < 1e-9, "{after:?}");
        note(&connection, "a", 1200, true, 2).expect("a note");
        let again = read(&connection).expect("progress");
        assert!((again.rating - after.rating).abs() < 1e-9);
        assert_eq!((again.tries, again.solved, again.streak), (2, 2, 2));
        note(&connection, "b", 2000, false, 3).expect("a note");
        let missed = read(&connection).expect("progress");
        assert!(
            missed.rating < again.rating && missed.rating > again.rating - 1.0,
            "a hard one costs little"
        );
        assert_eq!((missed.tries, missed.solved, missed.streak), (3, 2, 0));
    }
}
