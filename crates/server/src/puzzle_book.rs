//! The puzzles that pages offer: Petteia's own, and the files in the folder `puzzles` of the data
//! folder.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use jiff::Timestamp;
use parking_lot::Mutex;
use puzzles::Puzzle;

use crate::config::Config;
use crate::notation::{fen, line};
use crate::protocol::puzzles::{PuzzleStatistics, PuzzleTask};
use crate::refused::Refused;
use crate::store::Progress;

/// How the names of files of puzzles end.
const ENDING: &str = "epd";

/// Files, and when they were changed.
type Files = Vec<(PathBuf, Option<SystemTime>)>;

pub(crate) struct PuzzleBook {
    folder: PathBuf,
    /// What was read last, and from which files.
    read: Mutex<Option<(Files, Arc<[Puzzle]>)>>,
}

impl PuzzleBook {
    pub fn new(config: &Config) -> Self {
        Self { folder: config.data.join("puzzles"), read: Mutex::default() }
    }

    /// The puzzle to solve now: of those that are due the one that has waited longest, else the new
    /// one whose rating is nearest to the solver's, else the one that is due next.
    pub fn next(&self, progress: &Progress) -> Result<PuzzleTask, Refused> {
        let all = self.all();
        let now = Timestamp::now().as_millisecond();
        let waiting = |puzzle: &Puzzle| progress.waiting.get(&puzzle.id());
        let due = |puzzle: &&Puzzle| waiting(puzzle).map_or(i64::MAX, |waiting| waiting.due_ms);
        let distance = |puzzle: &&Puzzle| (f64::from(puzzle.rating) - progress.rating).abs() as u64;
        let first_due = all.iter().min_by_key(due);
        let chosen = first_due
            .filter(|puzzle| due(puzzle) <= now)
            .or_else(|| all.iter().filter(|puzzle| waiting(puzzle).is_none()).min_by_key(distance))
            .or(first_due);
        let puzzle = chosen.ok_or_else(|| Refused::Missing("puzzle".to_owned()))?;
        Ok(PuzzleTask {
            id: puzzle.id(),
            fen: fen(&puzzle.position, false),
            line: line(&puzzle.position, &puzzle.line, false),
            rating: puzzle.rating,
            waited_in: waiting(puzzle).map(|waiting| waiting.place),
            statistics: statistics(&all, progress, now),
        })
    }

    /// How puzzles went so far.
    pub fn statistics(&self, progress: &Progress) -> PuzzleStatistics {
        statistics(&self.all(), progress, Timestamp::now().as_millisecond())
    }

    /// The rating of a puzzle.
    pub fn rating(&self, id: &str) -> Result<u32, Refused> {
        let all = self.all();
        let found = all.iter().find(|puzzle| puzzle.id() == id);
        found.map(|puzzle| puzzle.rating).ok_or_else(|| Refused::Missing(format!("puzzle {id:?}")))
    }

    /// All puzzles, read again if a file has changed.
    fn all(&self) -> Arc<[Puzzle]> {
        let files = self.files();
        let mut read = self.read.lock();
        if let Some((known, puzzles)) = &*read
            && *known == files
        {
            return Arc::clone(puzzles);
        }
        let puzzles: Arc<[Puzzle]> = read_all(&files).into();
        *read = Some((files, Arc::clone(&puzzles)));
        puzzles
    }

    fn files(&self) -> Files {
        let entries = fs::read_dir(&self.folder).into_iter().flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == ENDING));
        let changed = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
        let mut files: Files = paths.map(|path| (path.clone(), changed(&path))).collect();
        files.sort();
        files
    }
}

/// The puzzles of all files, each once. A file that cannot be read is named on stderr.
fn read_all(files: &Files) -> Vec<Puzzle> {
    let mut all = puzzles::read(puzzles::OWN).unwrap_or_default();
    for (path, _) in files {
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        match text.and_then(|text| puzzles::read(&text).map_err(|error| error.to_string())) {
            Ok(more) => all.extend(more),
            Err(why) => eprintln!("petteia: {}: {why}", path.display()),
        }
    }
    let mut ids = HashSet::new();
    all.retain(|puzzle| ids.insert(puzzle.position.key()));
    all
}

fn statistics(all: &[Puzzle], progress: &Progress, now: i64) -> PuzzleStatistics {
    let waiting = || all.iter().filter_map(|puzzle| progress.waiting.get(&puzzle.id()));
    PuzzleStatistics {
        puzzles: all.len() as u32,
        seen: waiting().count() as u32,
        due: waiting().filter(|waiting| waiting.due_ms <= now).count() as u32,
        tries: progress.tries,
        solved: progress.solved,
        streak: progress.streak,
        rating: progress.rating.round() as u32,
    }
}
