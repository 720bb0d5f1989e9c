//! Kept games: an `SQLite` file in the data folder.
//!
//! | column of `game` | meaning |
//! | --- | --- |
//! | `id` | the game's id in requests |
//! | `game` | `chess` or `neighbours` |
//! | `white`, `black`, `result`, `reason` | as in PGN, and in words |
//! | `code`, `opening` | the opening's ECO code and name |
//! | `plies`, `changed_ms` | half-moves; milliseconds since 1970 |
//! | `text` | PGN, or a Neighbours save file |
//! | `resume` | what it takes to continue a game that is not over, JSON |
//!
//! The moves of finished games are kept by position (`played`), and how puzzles went (`progress`).

mod played;
mod progress;
mod salvage;

pub use progress::Progress;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use futures_util::stream::{self, Stream};
use jiff::Timestamp;
use parking_lot::Mutex;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use crate::blocking::blocking;
use crate::entry::Entry;
use crate::protocol::OpeningName;
use crate::protocol::library::{GameEntry, GameKind, GameList, GameQuery, GameSummary, KeptGame};
use crate::refused::Refused;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS game (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL,
        result TEXT NOT NULL, reason TEXT NOT NULL, code TEXT, opening TEXT,
        plies INTEGER NOT NULL, changed_ms INTEGER NOT NULL, text TEXT NOT NULL, resume TEXT
    );
    CREATE INDEX IF NOT EXISTS game_changed ON game (changed_ms);";

const COLUMNS: &str =
    "id, game, white, black, result, reason, code, opening, plies, changed_ms, resume IS NOT NULL";
const DEFAULT_LIMIT: u32 = 50;
const MOST_LISTED: u32 = 500;
const EXPORTED_AT_ONCE: u32 = 20;

/// The file of kept games.
#[derive(Clone)]
pub struct Store {
    connection: Arc<Mutex<Connection>>,
    writer: Sender<Job>,
}

/// Is told whether a game was written.
type Report = Box<dyn FnOnce(rusqlite::Result<()>) + Send>;

/// A job for the writing thread.
enum Job {
    Keep(Box<Entry>, Report),
    /// Answers when all jobs before it are done.
    Flush(Sender<()>),
}

impl Store {
    /// Opens the file, or makes it. What can be read of a damaged one goes to a new file.
    pub fn open(path: &Path) -> rusqlite::Result<Self> {
        let mut connection = connect(path)?;
        if !salvage::is_sound(&connection) {
            drop(connection);
            connection = replace_damaged(path)?;
        }
        played::refresh(&mut connection)?;
        let connection = Arc::new(Mutex::new(connection));
        let (writer, jobs) = channel();
        let writing = Arc::clone(&connection);
        thread::spawn(move || write_all(&writing, &jobs));
        Ok(Self { connection, writer })
    }

    /// Writes or replaces a game without waiting, and reports whether it could. Games are written in
    /// the order of these calls.
    pub fn keep_soon(&self, entry: Entry, report: impl FnOnce(rusqlite::Result<()>) + Send + 'static) {
        // The writing thread lives as long as any store.
        let _ = self.writer.send(Job::Keep(Box::new(entry), Box::new(report)));
    }

    /// Waits until all games are written.
    pub fn flush(&self) {
        let (sender, done) = channel();
        if self.writer.send(Job::Flush(sender)).is_ok() {
            let _ = done.recv_timeout(Duration::from_secs(5));
        }
    }

    /// Writes games.
    pub async fn keep(&self, entries: Vec<Entry>) -> Result<(), Refused> {
        self.with(move |connection| {
            let transaction = connection.transaction()?;
            for entry in &entries {
                insert(&transaction, entry)?;
            }
            transaction.commit()
        })
        .await
    }

    /// Lists games.
    pub async fn list(&self, query: GameQuery) -> Result<GameList, Refused> {
        self.with(move |connection| {
            let (condition, values) = condition(&query);
            let total = connection.query_row(
                &format!("SELECT COUNT(*) FROM game WHERE {condition}"),
                params_from_iter(&values),
                |row| row.get(0),
            )?;
            let limit = query.limit.unwrap_or(DEFAULT_LIMIT).min(MOST_LISTED);
            let offset = query.offset.unwrap_or(0);
            let mut statement = connection.prepare(&format!(
                "SELECT {COLUMNS} FROM game WHERE {condition}
                 ORDER BY changed_ms DESC, id LIMIT {limit} OFFSET {offset}"
            ))?;
            let games = statement.query_map(params_from_iter(&values), read_entry)?;
            Ok(GameList { total, games: games.collect::<rusqlite::Result<_>>()? })
        })
        .await
    }

    /// One game.
    pub async fn get(&self, id: &str) -> Result<KeptGame, Refused> {
        let key = id.to_owned();
        let found = self
            .with(move |connection| {
                let read = |row: &Row| Ok(KeptGame { entry: read_entry(row)?, text: row.get("text")? });
                let query = format!("SELECT {COLUMNS}, text FROM game WHERE id = ?1");
                connection.query_row(&query, [key], read).optional()
            })
            .await?;
        found.ok_or_else(|| missing(id))
    }

    /// What it takes to continue a game.
    pub async fn resume_text(&self, id: &str) -> Result<String, Refused> {
        let key = id.to_owned();
        let found: Option<Option<String>> = self
            .with(move |connection| {
                let query = "SELECT resume FROM game WHERE id = ?1";
                connection.query_row(query, [key], |row| row.get(0)).optional()
            })
            .await?;
        found.ok_or_else(|| missing(id))?.ok_or_else(|| Refused::Bad(format!("game {id} is over")))
    }

    /// Deletes a game.
    pub async fn delete(&self, id: &str) -> Result<(), Refused> {
        let key = id.to_owned();
        let deleted = self.with(move |connection| {
            played::forget(connection, &key)?;
            connection.execute("DELETE FROM game WHERE id = ?1", [key])
        });
        if deleted.await? == 0 { Err(missing(id)) } else { Ok(()) }
    }

    /// The texts of all games of a kind, in the order in which they were written, a few at a time:
    /// a page that reads slowly costs no memory.
    pub fn export(&self, kind: GameKind) -> impl Stream<Item = Result<String, Refused>> + use<> {
        stream::try_unfold((self.clone(), i64::MIN), move |(store, after)| async move {
            let part = store.with(move |connection| export_part(connection, kind, after)).await?;
            Ok(part.map(|(texts, last)| (texts, (store, last))))
        })
    }

    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Refused> {
        let connection = Arc::clone(&self.connection);
        blocking(move || work(&mut connection.lock())).await?.map_err(Refused::internal)
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.execute_batch(TABLES)?;
    connection.execute_batch(progress::TABLES)?;
    Ok(connection)
}

/// Moves a damaged file aside and makes a new one of its games.
fn replace_damaged(path: &Path) -> rusqlite::Result<Connection> {
    let unmovable = |error: std::io::Error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    let aside = salvage::move_aside(path).map_err(unmovable)?;
    let connection = connect(path)?;
    let games = salvage::copy(&aside, &connection)?;
    let (path, aside) = (path.display(), aside.display());
    eprintln!("petteia: {path} was damaged: {games} games were saved, and the old file is {aside}");
    Ok(connection)
}

/// The writing thread.
fn write_all(connection: &Mutex<Connection>, jobs: &Receiver<Job>) {
    for job in jobs {
        match job {
            Job::Keep(entry, report) => {
                let inserted = insert_whole(&connection.lock(), &entry);
                if let Err(error) = &inserted {
                    eprintln!("petteia: cannot keep a game: {error}");
                }
                report(inserted);
            }
            Job::Flush(done) => drop(done.send(())),
        }
    }
}

/// The next games of an export, and the row of the last; none at the end.
fn export_part(
    connection: &Connection,
    kind: GameKind,
    after: i64,
) -> rusqlite::Result<Option<(String, i64)>> {
    let mut statement = connection.prepare_cached(
        "SELECT rowid, text FROM game WHERE game = ?1 AND rowid > ?2 ORDER BY rowid LIMIT ?3",
    )?;
    let read = |row: &Row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?));
    let mut part = None;
    for row in statement.query_map(params![kind_name(kind), after, EXPORTED_AT_ONCE], read)? {
        let (number, text) = row?;
        let (texts, last) = part.get_or_insert_with(|| (String::new(), number));
        texts.push_str(text.trim_end());
        texts.push_str("\n\n");
        *last = number;
    }
    Ok(part)
}

fn missing(id: &str) -> Refused {
    Refused::Missing(format!("kept game {id:?}"))
}

fn insert(connection: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    let GameSummary { id, game, white, black, result, reason, opening, plies } = &entry.summary;
    played::forget(connection, id)?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            id,
            kind_name(*game),
            white,
            black,
            result,
            reason,
            opening.as_ref().map(|opening| &opening.code),
            opening.as_ref().map(|opening| &opening.name),
            plies,
            Timestamp::now().as_millisecond(),
            entry.text,
            entry.resume,
        ])?;
    played::add(connection, entry)
}

/// Writes a game and its moves, or neither.
fn insert_whole(connection: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    insert(&transaction, entry)?;
    transaction.commit()
}

fn read_entry(row: &Row) -> rusqlite::Result<GameEntry> {
    let kind: String = row.get(1)?;
    let (code, name): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
    let summary = GameSummary {
        id: row.get(0)?,
        game: if kind == kind_name(GameKind::Chess) { GameKind::Chess } else { GameKind::Neighbours },
        white: row.get(2)?,
        black: row.get(3)?,
        result: row.get(4)?,
        reason: row.get(5)?,
        opening: code.zip(name).map(|(code, name)| OpeningName { code, name }),
        plies: row.get(8)?,
    };
    Ok(GameEntry { summary, changed_ms: row.get(9)?, resumable: row.get(10)? })
}

/// The SQL condition of a query, with its values.
fn condition(query: &GameQuery) -> (String, Vec<Value>) {
    let mut conditions = vec!["1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    let mut contains = |text: &Option<String>, columns: &[&str]| {
        if let Some(text) = text.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            values.push(text.to_lowercase().into());
            let number = values.len();
            let parts: Vec<String> =
                columns.iter().map(|column| format!("instr(lower({column}), ?{number})")).collect();
            conditions.push(format!("({})", parts.join(" OR ")));
        }
    };
    contains(&query.text, &["white", "black", "opening", "code", "reason"]);
    contains(&query.player, &["white", "black"]);
    contains(&query.opening, &["opening", "code"]);
    let exact =
        [("result", query.result.clone()), ("game", query.game.map(|kind| kind_name(kind).to_owned()))];
    for (column, wanted) in exact {
        if let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) {
            values.push(wanted.into());
            conditions.push(format!("{column} = ?{}", values.len()));
        }
    }
    (conditions.join(" AND "), values)
}

fn kind_name(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Chess => "chess",
        GameKind::Neighbours => "neighbours",
    }
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;

    use super::*;

    fn entry(id: &str, white: &str, result: &str) -> Entry {
        let opening = OpeningName { code: "C50".to_owned(), name: "Italian Game".to_owned() };
        let summary = GameSummary {
            id: id.to_owned(),
            game: GameKind::Chess,
            white: white.to_owned(),
            black: "Petteia (1200)".to_owned(),
            result: result.to_owned(),
            reason: "White wins by checkmate".to_owned(),
            opening: Some(opening),
            plies: 31,
        };
        Entry {
            summary,
            text: format!("[White \"{white}\"]\n\n{result}\n"),
            resume: (result == "*").then(|| "{}".to_owned()),
        }
    }

    async fn filled() -> Store {
        let store = Store::open(Path::new(":memory:")).expect("a database");
        let games = vec![entry("a", "Ada", "1-0"), entry("b", "Bob", "*"), entry("c", "Ada", "0-1")];
        store.keep(games).await.expect("games are kept");
        store
    }

    #[tokio::test]
    async fn games_are_found_by_player_opening_and_result() {
        let store = filled().await;
        for (query, expected) in [
            (GameQuery::default(), 3),
            (GameQuery { player: Some("ada".to_owned()), ..GameQuery::default() }, 2),
            (GameQuery { text: Some("1200".to_owned()), ..GameQuery::default() }, 3),
            (GameQuery { opening: Some("ITALIAN".to_owned()), ..GameQuery::default() }, 3),
            (
                GameQuery {
                    opening: Some("c50".to_owned()),
                    result: Some("*".to_owned()),
                    ..GameQuery::default()
                },
                1,
            ),
            (GameQuery { game: Some(GameKind::Neighbours), ..GameQuery::default() }, 0),
            (GameQuery { text: Some("'; DROP TABLE game; --".to_owned()), ..GameQuery::default() }, 0),
        ] {
            let list = store.list(query.clone()).await.expect("a list");
            assert_eq!((list.total, list.games.len()), (expected, expected as usize), "{query:?}");
        }
        let page = GameQuery { offset: Some(2), limit: Some(2), ..GameQuery::default() };
        let page = store.list(page).await.expect("a list");
        assert_eq!((page.total, page.games.len()), (3, 1));
    }

    async fn exported(store: &Store) -> String {
        store.export(GameKind::Chess).try_collect().await.expect("texts")
    }

    #[tokio::test]
    async fn an_export_is_whole_and_comes_in_parts() {
        let store = Store::open(Path::new(":memory:")).expect("a database");
        assert_eq!(exported(&store).await, "");
        let games = 2 * EXPORTED_AT_ONCE + 1;
        let entries = (0..games).map(|number| entry(&number.to_string(), &format!("W{number}."), "1-0"));
        store.keep(entries.collect()).await.expect("games are kept");
        let parts: Vec<String> = store.export(GameKind::Chess).try_collect().await.expect("texts");
        assert_eq!(parts.len(), 3);
        let whole = parts.concat();
        let places: Vec<_> = (0..games).map(|number| whole.find(&format!("W{number}."))).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
    }

    /// As a full disk does it.
    #[tokio::test]
    async fn who_keeps_a_game_is_told_if_it_is_not_kept() {
        let store = filled().await;
        let pages: i64 =
            store.connection.lock().query_row("PRAGMA page_count", [], |row| row.get(0)).expect("a number");
        store.connection.lock().pragma_update(None, "max_page_count", pages).expect("a limit");
        let (sender, reports) = channel();
        let mut long = entry("d", "Eve", "*");
        long.text = "1. e4 e5 ".repeat(10_000);
        for game in [long, entry("a", "Ada", "1-0")] {
            let sender = sender.clone();
            store.keep_soon(game, move |kept| {
                sender.send(kept.map_err(|error| error.to_string())).expect("an ear");
            });
        }
        assert_eq!(reports.recv(), Ok(Err("database or disk is full".to_owned())));
        assert_eq!(reports.recv(), Ok(Ok(())), "what fits is kept");
    }

    #[tokio::test]
    async fn what_is_left_of_a_damaged_file_is_served() {
        const GAMES: u32 = 300;
        const PAGE: usize = 4096;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let whole = Store::open(&path).expect("a database");
        let entries = (0..GAMES)
            .map(|number| Entry { text: "1. e4 e5 ".repeat(50), ..entry(&number.to_string(), "Ada", "1-0") });
        whole.keep(entries.collect()).await.expect("games are kept");
        let progress = whole.note_try("p".to_owned(), 1500, true).await.expect("a try is noted");
        whole.connection.lock().pragma_update(None, "wal_checkpoint", "TRUNCATE").unwrap_or_default();
        let sound = std::fs::read(&path).expect("a file");
        for page in [sound.len() / PAGE / 2, sound.len() / PAGE - 2] {
            let mut damaged = sound.clone();
            damaged[page * PAGE..(page + 1) * PAGE].fill(0x5a);
            let path = folder.path().join(format!("{page}.sqlite"));
            std::fs::write(&path, damaged).expect("a file");
            let store = Store::open(&path).expect("a database");
            let total = store.list(GameQuery::default()).await.expect("a list").total;
            assert!((GAMES / 2..=GAMES).contains(&total), "{total} games with page {page} damaged");
            assert_eq!(store.progress().await, Ok(progress.clone()), "with page {page} damaged");
            assert_eq!(exported(&store).await.matches("[White").count(), 0, "the texts are those above");
            assert!(path.with_extension("damaged-1.sqlite").exists());
        }
    }

    #[tokio::test]
    async fn what_is_kept_soon_is_kept_in_order() {
        let store = filled().await;
        for result in ["*", "1-0", "0-1", "1/2-1/2"] {
            store.keep_soon(entry("d", "Eve", result), |kept| kept.expect("the game is kept"));
        }
        store.flush();
        assert_eq!(store.get("d").await.expect("a game").entry.summary.result, "1/2-1/2");
    }

    #[tokio::test]
    async fn a_game_is_opened_resumed_replaced_and_deleted() {
        let store = filled().await;
        assert!(store.get("b").await.expect("a game").entry.resumable);
        assert_eq!(store.resume_text("b").await, Ok("{}".to_owned()));
        assert_eq!(store.resume_text("a").await, Err(Refused::Bad("game a is over".to_owned())));
        store.keep(vec![entry("b", "Bob", "1/2-1/2")]).await.expect("a game is kept");
        assert_eq!(store.get("b").await.expect("a game").entry.summary.result, "1/2-1/2");
        assert!(exported(&store).await.contains("[White \"Bob\"]"));
        assert_eq!(store.delete("b").await, Ok(()));
        assert!(matches!(store.delete("b").await, Err(Refused::Missing(_))));
        assert!(matches!(store.get("b").await, Err(Refused::Missing(_))));
    }
}
