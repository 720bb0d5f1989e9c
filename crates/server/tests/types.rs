//! The TypeScript twins of the protocol are those of the Rust types.
//!
//! `PETTEIA_WRITE_TYPES=1 cargo test --package server --test types` updates them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use server::protocol::explore::Explored;
use server::protocol::lab::{LabSearch, LookUpView, ResultSection, SliderKind};
use server::protocol::library::{
    About, EngineList, EngineReport, GameList, GameQuery, Imported, KeptGame, LearnOverview, MatchEntry,
    NewEngine, PositionView, Table,
};
use server::protocol::puzzles::{PuzzleStatistics, PuzzleTask, PuzzleTry};
use server::protocol::{ClientMessage, ServerMessage};
use ts_rs::{ExportError, TS};

fn export(folder: &Path) -> Result<(), ExportError> {
    ClientMessage::export_all_to(folder)?;
    ServerMessage::export_all_to(folder)?;
    About::export_all_to(folder)?;
    GameQuery::export_all_to(folder)?;
    GameList::export_all_to(folder)?;
    KeptGame::export_all_to(folder)?;
    Imported::export_all_to(folder)?;
    PositionView::export_all_to(folder)?;
    EngineList::export_all_to(folder)?;
    EngineReport::export_all_to(folder)?;
    NewEngine::export_all_to(folder)?;
    MatchEntry::export_all_to(folder)?;
    LearnOverview::export_all_to(folder)?;
    Table::export_all_to(folder)?;
    Explored::export_all_to(folder)?;
    LabSearch::export_all_to(folder)?;
    LookUpView::export_all_to(folder)?;
    SliderKind::export_all_to(folder)?;
    ResultSection::export_all_to(folder)?;
    PuzzleTask::export_all_to(folder)?;
    PuzzleTry::export_all_to(folder)?;
    PuzzleStatistics::export_all_to(folder)
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    entries
        .map(|entry| {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text file"))
        })
        .collect()
}

#[test]
fn the_typescript_types_are_those_of_the_protocol() {
    let committed = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/protocol");
    if std::env::var_os("PETTEIA_WRITE_TYPES").is_some() {
        let _ = fs::remove_dir_all(&committed);
        export(&committed).expect("the types can be written");
    }
    let fresh = tempfile::tempdir().expect("a folder");
    export(fresh.path()).expect("the types can be written");
    let (fresh, committed) = (files(fresh.path()), files(&committed));
    for (name, text) in &fresh {
        let found = committed.get(name).map_or("nothing", String::as_str);
        assert!(
            found == text,
            "web/src/lib/protocol/{name} is out of date; \
             PETTEIA_WRITE_TYPES=1 cargo test --package server --test types updates it"
        );
    }
    assert_eq!(fresh.len(), committed.len(), "a file more than there are types");
}
