//! The Learn page: tables of training and learning runs, and the history of the nets.
//!
//! A run is a folder with CSV files, each a line of names followed by lines of numbers.

use std::cmp::Reverse;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use csv::{StringRecord, Trim};
use jiff::Timestamp;
use neighbours::Weights;

use crate::config::Config;
use crate::history::{self, History};
use crate::protocol::library::{CurveFile, GameKind, LearnOverview, LearnRun, Table, Weight};
use crate::refused::Refused;
use crate::watch::changed_ms;

/// Levels of folders that are searched for runs.
const DEPTH: usize = 4;
const MOST_RUNS: usize = 200;
/// A run that changed within this time is still running.
const LIVE_MS: i64 = 60_000;
/// Points that a curve needs to look smooth.
const MOST_POINTS: usize = 2000;
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// All runs, nets and weights.
pub(crate) fn overview(config: &Config) -> LearnOverview {
    let mut runs: Vec<LearnRun> =
        folders(config).into_iter().filter_map(|(name, folder)| run(name, &folder)).collect();
    runs.sort_by_key(|run| Reverse(run.changed_ms));
    let newer = fs::read_to_string(&config.net_history).ok().and_then(|text| text.parse::<History>().ok());
    let history = newer.or_else(|| history::EMBEDDED.parse().ok());
    let weights = Weights::default();
    let weights = weights.set().names().zip(weights.values());
    LearnOverview {
        runs,
        nets: history.as_ref().map_or(Vec::new(), History::tables),
        generations: history.as_ref().map_or(Vec::new(), History::generations),
        weights: weights.map(|(name, &value)| Weight { name: name.to_owned(), value }).collect(),
    }
}

/// One table of a run, by its name in the overview.
pub(crate) fn table(config: &Config, file: &str) -> Result<Table, Refused> {
    let missing = || Refused::Missing(format!("table {file:?}"));
    // Only tables that the overview lists can be read.
    let (run, name) = file.rsplit_once('/').ok_or_else(missing)?;
    let (_, folder) = folders(config).into_iter().find(|(found, _)| found == run).ok_or_else(missing)?;
    let path = tables(&folder).into_iter().find(|path| file_name(path) == name).ok_or_else(missing)?;
    if fs::metadata(&path).map_err(Refused::internal)?.len() > MOST_BYTES {
        return Err(Refused::Bad(format!("{file} is too large to be shown")));
    }
    let text = fs::read_to_string(&path).map_err(Refused::internal)?;
    let (columns, values) = parse(&text);
    Ok(Table { columns, values, changed_ms: changed_ms(&path) })
}

/// The folders of runs, with their names.
fn folders(config: &Config) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for root in iter::once(&config.data).chain(&config.learn_folders) {
        walk(root, &file_name(root), DEPTH, &mut found);
    }
    found
}

fn walk(folder: &Path, name: &str, depth: usize, found: &mut Vec<(String, PathBuf)>) {
    if depth == 0 || found.len() >= MOST_RUNS {
        return;
    }
    if !tables(folder).is_empty() {
        found.push((name.to_owned(), folder.to_owned()));
    }
    let mut inside: Vec<PathBuf> = entries(folder).filter(|path| path.is_dir()).collect();
    inside.sort();
    for path in inside {
        walk(&path, &format!("{name}/{}", file_name(&path)), depth - 1, found);
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()))
}

fn tables(folder: &Path) -> Vec<PathBuf> {
    let is_table = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|ending| ending == "csv");
    let mut tables: Vec<PathBuf> = entries(folder).filter(is_table).collect();
    tables.sort();
    tables
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

fn run(name: String, folder: &Path) -> Option<LearnRun> {
    let files = tables(folder);
    let changed = files.iter().map(|path| changed_ms(path)).max()?;
    let curves: Vec<CurveFile> = files
        .iter()
        .map(|path| CurveFile {
            file: format!("{name}/{}", file_name(path)),
            name: path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned()),
            columns: columns(path).unwrap_or_default(),
        })
        .collect();
    // Learning runs of Neighbours hold their state beside their tables.
    let is_neighbours = folder.join("run.json").exists() && folder.join("weights.csv").exists();
    let game = if is_neighbours { GameKind::Neighbours } else { GameKind::Chess };
    Some(LearnRun {
        name,
        game,
        curves,
        changed_ms: changed,
        live: Timestamp::now().as_millisecond() - changed < LIVE_MS,
    })
}

/// The table of a file: a line of names, lines of numbers, and comments.
fn reader<R: Read>(input: R) -> csv::Reader<R> {
    csv::ReaderBuilder::new().comment(Some(b'#')).trim(Trim::All).flexible(true).from_reader(input)
}

fn columns(path: &Path) -> Option<Vec<String>> {
    // Enough for a line of names.
    let start = fs::File::open(path).ok()?.take(10_000);
    Some(names(&mut reader(start)))
}

fn names<R: Read>(reader: &mut csv::Reader<R>) -> Vec<String> {
    reader.headers().map_or(Vec::new(), |names| names.iter().map(str::to_owned).collect())
}

/// Names and columns; a cell that is not a number is `None`.
fn parse(text: &str) -> (Vec<String>, Vec<Vec<Option<f64>>>) {
    let mut reader = reader(text.as_bytes());
    let columns = names(&mut reader);
    let rows: Vec<StringRecord> = reader.into_records().flatten().collect();
    let step = rows.len().div_ceil(MOST_POINTS).max(1);
    let number = |cell: &str| cell.parse().ok().filter(|number: &f64| number.is_finite());
    // Counted from the end, so that the newest row is always there.
    let shown = || (0..rows.len()).rev().step_by(step).map(|index| &rows[index]);
    let column = |place| {
        let mut values: Vec<Option<f64>> = shown().map(|row| row.get(place).and_then(number)).collect();
        values.reverse();
        values
    };
    let values = (0..columns.len()).map(column).collect();
    (columns, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(folder: &Path) -> Config {
        let mut config = Config::new(folder.join("data"), "petteia".into());
        config.net_history = folder.join("history.toml");
        config
    }

    #[test]
    fn runs_are_found_and_their_tables_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let run = folder.path().join("data/runs/first");
        fs::create_dir_all(&run).expect("a folder");
        fs::write(
            run.join("loss.csv"),
            "# a comment\nepoch, loss,validation\n1,0.5,0.6\n2,0.4,\n3,NaN,0.5\n",
        )
        .expect("a file");
        fs::write(folder.path().join("history.toml"), "introduction = \"\"\ndata = []\nnet = []\n")
            .expect("a file");
        let config = config(folder.path());
        let overview = overview(&config);
        assert_eq!(overview.runs[0].name, "data/runs/first");
        assert!(overview.runs[0].live);
        let curve = &overview.runs[0].curves[0];
        assert_eq!(curve.columns, ["epoch", "loss", "validation"]);
        assert_eq!((overview.nets.len(), overview.nets[0].rows.len()), (2, 0));
        assert!(!overview.weights.is_empty());
        let table = table(&config, &curve.file).expect("a table");
        assert_eq!(table.values[1], [Some(0.5), Some(0.4), None]);
        assert_eq!(table.values[2], [Some(0.6), None, Some(0.5)]);
    }

    #[test]
    fn files_outside_the_runs_cannot_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("data/run")).expect("a folder");
        fs::write(folder.path().join("data/run/a.csv"), "x,y\n1,2\n").expect("a file");
        fs::write(folder.path().join("secret.csv"), "x,y\n1,2\n").expect("a file");
        let config = config(folder.path());
        for file in
            ["data/../secret.csv", "../secret.csv", "secret.csv", "/etc/passwd", "data/run/../../secret.csv"]
        {
            assert!(matches!(table(&config, file), Err(Refused::Missing(_))), "{file}");
        }
        assert!(table(&config, "data/run/a.csv").is_ok());
    }

    #[test]
    fn long_tables_are_thinned_out_and_keep_their_end() {
        let text: String = iter::once("x".to_owned()).chain((0..10_001).map(|x| format!("\n{x}"))).collect();
        let (_, values) = parse(&text);
        assert!(values[0].len() <= MOST_POINTS);
        assert_eq!(values[0].last(), Some(&Some(10_000.0)));
    }
}
