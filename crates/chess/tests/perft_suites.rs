//! Perft counts from data files: those of this repository, and the larger ones of `../shared`.
//!
//! A suite is lines of `id NAME`, `epd FEN` and `perft DEPTH NODES`.

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use chess::{Position, perft};

/// Lines with more nodes are left to `petteia perft`.
const MOST_NODES: u64 = 2_000_000;

#[test]
fn own_suites_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites");
    assert!(check_folder(&folder) >= 100, "the suites of the repository are there");
}

#[test]
#[ignore = "needs ../shared (see make test-shared)"]
fn shared_suites_match() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = env::var_os("PETTEIA_SHARED").map_or_else(|| folder.into(), PathBuf::from);
    assert!(check_folder(&shared.join("suites")) > 0, "the shared suites hold perft lines");
}

/// Checks every suite of a folder and returns how many counts were compared.
fn check_folder(folder: &Path) -> usize {
    let mut suites: Vec<_> = fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("the entry is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "perft"))
        .collect();
    suites.sort();
    let cases: Vec<Case> =
        suites.iter().flat_map(|path| read_cases(&fs::read_to_string(path).expect("readable"))).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for chunk in cases.chunks(cases.len().div_ceil(workers).max(1)) {
            scope.spawn(|| chunk.iter().for_each(Case::check));
        }
    });
    cases.len()
}

struct Case {
    id: String,
    fen: String,
    depth: u32,
    nodes: u64,
}

impl Case {
    fn check(&self) {
        let position: Position =
            self.fen.parse().unwrap_or_else(|error| panic!("{}: {}: {error}", self.id, self.fen));
        let counted = perft(&position, self.depth);
        assert_eq!(counted, self.nodes, "{}: {} at depth {}", self.id, self.fen, self.depth);
    }
}

fn read_cases(text: &str) -> Vec<Case> {
    let (mut id, mut fen) = (String::new(), String::new());
    let mut cases = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("id", name) => name.clone_into(&mut id),
            ("epd", position) => position.clone_into(&mut fen),
            ("perft", counts) => {
                let (depth, nodes) = counts.split_once(' ').unwrap_or_else(|| panic!("no count in {line:?}"));
                let (depth, nodes) = (depth.parse().expect(line), nodes.parse().expect(line));
                if nodes <= MOST_NODES {
                    cases.push(Case { id: id.clone(), fen: fen.clone(), depth, nodes });
                }
            }
            _ => panic!("neither id, epd nor perft: {line:?}"),
        }
    }
    cases
}
