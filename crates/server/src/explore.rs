//! The explorer: kept games, indexes of other games, endgame tables.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use chess::{Move, Position};
use explorer::{Counts, Index, join};
use parking_lot::Mutex;
use syzygy::{KnownResult, Tables, Verdict};

use crate::config::Config;
use crate::notation::move_text;
use crate::protocol::explore::{Explored, ExploredMove, TableResult, TableVerdict};

/// How the names of indexes end.
const ENDING: &str = "index";

/// The indexes and tables that can be asked.
pub(crate) struct Explorer {
    folder: PathBuf,
    others: Vec<PathBuf>,
    tables: Arc<Tables>,
    /// Open indexes, and when their files were changed.
    open: Mutex<HashMap<PathBuf, (SystemTime, Arc<Index>)>>,
}

impl Explorer {
    pub fn new(config: &Config) -> Self {
        Self {
            folder: config.data.join("explorer"),
            others: config.indexes.clone(),
            tables: Arc::clone(&config.tables),
            open: Mutex::default(),
        }
    }

    /// What is known of a position; `kept` are the moves of kept games and their number.
    pub fn ask(&self, position: &Position, (kept, kept_games): (Vec<(Move, Counts)>, u32)) -> Explored {
        let mut problems = Vec::new();
        let mut games = u64::from(kept_games);
        let mut lists = vec![kept];
        for path in self.files() {
            let answer = self.index(&path).and_then(|index| {
                let moves = index.moves(position).map_err(|error| error.to_string())?;
                Ok((moves, index.games()))
            });
            match answer {
                Ok((moves, number)) => {
                    lists.push(moves);
                    games += number;
                }
                Err(why) => problems.push(format!("{}: {why}", path.display())),
            }
        }
        let moves = moves(position, &join(lists), &self.tables.verdicts(position));
        Explored { games: small(games), moves, problems }
    }

    /// The indexes of the data folder and the others.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut files: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
        files.sort();
        files.extend(self.others.iter().cloned());
        files
    }

    /// An index, opened again if its file has changed.
    fn index(&self, path: &Path) -> Result<Arc<Index>, String> {
        let changed =
            fs::metadata(path).and_then(|data| data.modified()).map_err(|error| error.to_string())?;
        let mut open = self.open.lock();
        if let Some((known, index)) = open.get(path)
            && *known == changed
        {
            return Ok(Arc::clone(index));
        }
        let index = Arc::new(Index::open(path).map_err(|error| error.to_string())?);
        open.insert(path.to_owned(), (changed, Arc::clone(&index)));
        Ok(index)
    }
}

/// The played moves, the most frequent first, then those that only the tables know.
fn moves(position: &Position, played: &[(Move, Counts)], verdicts: &[Verdict]) -> Vec<ExploredMove> {
    let only_known = verdicts.iter().map(|verdict| verdict.mv);
    let only_known = only_known.filter(|mv| played.iter().all(|(known, _)| known != mv));
    let rest: Vec<_> = only_known.map(|mv| (mv, Counts::default())).collect();
    let verdict = |mv: Move| verdicts.iter().find(|verdict| verdict.mv == mv);
    let all = played.iter().filter(|&&(mv, _)| position.is_legal(mv)).chain(&rest);
    all.map(|&(mv, counts)| ExploredMove {
        mv: move_text(position, mv, false),
        white: small(counts.results.wins),
        draws: small(counts.results.draws),
        black: small(counts.results.losses),
        rating: counts.average_rating().map(small),
        tables: verdict(mv).map(table_verdict),
    })
    .collect()
}

fn table_verdict(verdict: &Verdict) -> TableVerdict {
    let result = match verdict.result {
        KnownResult::Win => TableResult::Win,
        KnownResult::Draw => TableResult::Draw,
        KnownResult::Loss => TableResult::Loss,
    };
    TableVerdict { result, distance: verdict.distance }
}

/// A count as pages take it.
fn small(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}
