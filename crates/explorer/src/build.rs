//! From games to an index, in bounded memory: sorted files first, which are then merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::{fs, io};

use parking_lot::Mutex;
use tempfile::TempDir;

use crate::entry::{Entry, Record};
use crate::file::{Contents, Entries, IndexError, Source, Writer};
use crate::index::Index;
use crate::played::PlayedGame;

/// How games are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads that replay and sort.
    pub threads: usize,
    /// Half-moves of each game.
    pub plies: usize,
    /// Moves that a thread sorts at a time, sixteen bytes each.
    pub at_once: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, plies: usize::MAX, at_once: 1 << 21 }
    }
}

/// Sorted files, which are deleted with this.
#[derive(Debug)]
pub struct Runs {
    folder: TempDir,
    count: usize,
    games: u64,
}

impl Runs {
    fn path(&self, number: usize) -> PathBuf {
        self.folder.path().join(number.to_string())
    }
}

/// The files of a merge.
#[derive(Clone, Copy, Debug)]
pub struct Paths<'a> {
    /// An index to which the runs are added.
    pub old: Option<&'a Path>,
    /// The index to write; it may be the old one.
    pub out: &'a Path,
}

/// What is in an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Different moves in different positions.
    pub entries: u64,
}

/// Sorts the moves of games into files in a new folder within `folder`. Batches of games are taken
/// one after the other; `games_of` makes games of them on several threads.
pub fn sort_games<B, E: From<IndexError> + Send>(
    folder: &Path,
    settings: Settings,
    batches: impl Iterator<Item = Result<B, E>> + Send,
    games_of: impl Fn(B) -> Result<Vec<PlayedGame>, E> + Sync,
) -> Result<Runs, E> {
    let folder = TempDir::with_prefix_in("sorting-", folder).map_err(IndexError::from)?;
    let runs = Mutex::new(Runs { folder, count: 0, games: 0 });
    let queue = Mutex::new(batches.fuse());
    let has_failed = AtomicBool::new(false);
    // A statement of its own: the others shall not wait while a batch is sorted.
    let next_batch = || queue.lock().next().filter(|_| !has_failed.load(Relaxed));
    let work = || {
        let mut records = Vec::new();
        while let Some(batch) = next_batch() {
            let games = games_of(batch?)?;
            runs.lock().games += games.len() as u64;
            for game in games {
                records.extend(game.records(settings.plies));
            }
            if records.len() >= settings.at_once {
                write_run(&mut records, &runs)?;
            }
        }
        if records.is_empty() { Ok(()) } else { write_run(&mut records, &runs).map_err(E::from) }
    };
    let work = || work().inspect_err(|_: &E| has_failed.store(true, Relaxed));
    thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    Ok(runs.into_inner())
}

/// Sorts records and writes them to the next file.
fn write_run(records: &mut Vec<Record>, runs: &Mutex<Runs>) -> Result<(), IndexError> {
    records.sort_unstable_by_key(Record::place);
    let path = {
        let mut runs = runs.lock();
        runs.count += 1;
        runs.path(runs.count - 1)
    };
    write_entries(&path, records.drain(..).map(|record| Ok(record.entry())), |writer| writer.finish(0, &[]))?;
    Ok(())
}

/// Makes one index of sorted files and an older index. `sources` are the files that its games come
/// from.
pub fn merge(paths: &Paths, runs: &Runs, sources: &[Source]) -> Result<Summary, IndexError> {
    let mut inputs: Vec<PathBuf> = (0..runs.count).map(|number| runs.path(number)).collect();
    inputs.extend(paths.old.map(Path::to_owned));
    let before = paths.old.map_or(Ok(0), |old| Index::open(old).map(|index| index.games()))?;
    // The index appears whole under its name, or not at all.
    let draft = runs.folder.path().join("index");
    let games = before + runs.games;
    let contents = write_entries(&draft, Merged::open(&inputs)?, |writer| writer.finish(games, sources))?;
    fs::rename(&draft, paths.out)?;
    Ok(Summary { games, entries: contents.entries })
}

/// Writes entries in order; those of the same place are added up.
fn write_entries(
    path: &Path,
    entries: impl Iterator<Item = Result<Entry, IndexError>>,
    finish: impl FnOnce(Writer) -> io::Result<Contents>,
) -> Result<Contents, IndexError> {
    let mut writer = Writer::create(path)?;
    let mut last: Option<Entry> = None;
    for entry in entries {
        let entry = entry?;
        match &mut last {
            Some(last) if last.place() == entry.place() => last.counts += entry.counts,
            _ => write_last(&mut writer, last.replace(entry))?,
        }
    }
    write_last(&mut writer, last)?;
    Ok(finish(writer)?)
}

fn write_last(writer: &mut Writer, entry: Option<Entry>) -> io::Result<()> {
    entry.map_or(Ok(()), |entry| writer.push(&entry))
}

/// The entries of several files in order.
struct Merged {
    files: Vec<Entries>,
    /// The next entry of each file that has one, by place and file.
    next: BinaryHeap<Reverse<((u64, u16), usize)>>,
    heads: Vec<Option<Entry>>,
}

impl Merged {
    fn open(paths: &[PathBuf]) -> Result<Self, IndexError> {
        let files = paths.iter().map(|path| Entries::open(path)).collect::<Result<Vec<_>, _>>()?;
        let heads = vec![None; files.len()];
        let mut merged = Self { files, next: BinaryHeap::new(), heads };
        (0..merged.files.len()).try_for_each(|number| merged.advance(number))?;
        Ok(merged)
    }

    /// Takes the next entry of a file.
    fn advance(&mut self, number: usize) -> Result<(), IndexError> {
        self.heads[number] = self.files[number].next().transpose()?;
        if let Some(entry) = &self.heads[number] {
            self.next.push(Reverse((entry.place(), number)));
        }
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = Result<Entry, IndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((_, number)) = self.next.pop()?;
        let entry = self.heads[number].take()?;
        Some(self.advance(number).map(|()| entry))
    }
}
