//! Putting the shares of a match together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gamekit::Shard;

use super::reading::open_to_read;
use super::{Ledger, LedgerError, ReadGame, Reading, database, insert};
use crate::config::{ConfigError, MatchConfig};

impl Ledger {
    /// Writes the games of several files of one match into a new file. Shares that were played twice
    /// count once, if they are the same; the test of the match is judged over all games.
    pub fn merge(path: &Path, parts: &[PathBuf]) -> Result<Self, LedgerError> {
        let mut config = None;
        let mut games: BTreeMap<usize, (&PathBuf, ReadGame)> = BTreeMap::new();
        for part in parts {
            let reading = Reading::open(part)?;
            let whole = as_whole(reading.config);
            let (first, expected) = config.get_or_insert_with(|| (part, whole.clone()));
            if *expected != whole {
                return Err(LedgerError::OtherMatch(part.clone(), (*first).clone()));
            }
            for game in reading.games {
                let (_, known) = games.entry(game.number).or_insert_with(|| (part, game.clone()));
                if known.summary != game.summary {
                    return Err(LedgerError::OtherGame(part.clone(), game.number));
                }
            }
        }
        let Some((_, config)) = config else { return Err(ConfigError::TooFewEngines(0).into()) };
        let mut ledger = Self::create(path, Arc::new(config))?;
        if let Err(error) = ledger.add_games(games.values()) {
            // What is there is no match; a repetition of the command must find nothing in its way.
            let _ = fs::remove_file(path);
            return Err(error);
        }
        for (_, game) in games.values() {
            ledger.count(game);
        }
        Ok(ledger)
    }

    fn add_games<'a>(
        &mut self,
        games: impl Iterator<Item = &'a (&'a PathBuf, ReadGame)>,
    ) -> Result<(), LedgerError> {
        let mut sources = BTreeMap::new();
        let transaction = self.connection.transaction().map_err(database(&self.path))?;
        for (part, game) in games {
            if !sources.contains_key(part) {
                sources.insert(part, open_to_read(part)?);
            }
            let pgn: String = sources[part]
                .query_row("SELECT pgn FROM game WHERE number = ?1", [game.number as i64], |row| row.get(0))
                .map_err(database(part))?;
            insert(&transaction, game, &pgn).map_err(database(&self.path))?;
        }
        transaction.commit().map_err(database(&self.path))
    }
}

/// The description of all games, without what each machine chose for itself.
fn as_whole(config: MatchConfig) -> MatchConfig {
    MatchConfig { shard: Shard::default(), concurrency: 1, pgn: None, ..config }
}
