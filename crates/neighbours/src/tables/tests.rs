//! The tables up to four pieces, made anew, against what is known of them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{env, fs};

use super::*;
use crate::Game;

fn counts(tables: &Tables, mine: u8, theirs: u8) -> [u64; 3] {
    let summary = tables.summary(Material { mine, theirs }).expect("the table is there");
    [summary.wins, summary.draws, summary.losses]
}

/// `PETTEIA_WRITE_TABLES=1` writes the embedded tables.
#[test]
fn tables_up_to_four_pieces_are_what_they_must_be() {
    let tables = Tables::generate(packed::PIECES, 2);
    assert_eq!(counts(&tables, 1, 1), [56, 0, 462]);
    assert_eq!(counts(&tables, 2, 1), [4_450, 26, 11_246]);
    assert_eq!(counts(&tables, 1, 2), [2_936, 77, 12_709]);

    let never = AtomicBool::new(false);
    assert_eq!(tables.materials().count(), 6);
    for material in tables.materials() {
        assert_eq!(tables.check(material, 2, &never), Ok(true));
    }

    if env::var_os("PETTEIA_WRITE_TABLES").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/up-to-four.zlib");
        fs::write(file, packed::pack(&tables).expect("memory")).expect("a file of this crate");
        return;
    }
    let embedded = Tables::embedded();
    for material in tables.materials() {
        let values = |tables: &Tables| tables.get(material).map(|table| table.values.clone());
        assert!(values(&tables) == values(&embedded), "the embedded {material} is another");
    }
}

#[test]
fn a_wrong_value_is_found() {
    let mut tables = Tables::generate(3, 1);
    let material = Material { mine: 2, theirs: 1 };
    let table = tables.tables[2][1].as_mut().expect("the table is there");
    let index = table.values.iter().position(|&value| value == 3).expect("a win in three");
    table.values[index] = 5;
    let error = tables.check(material, 1, &AtomicBool::new(false)).expect_err("a wrong value");
    let text = error.to_string();
    assert!(
        text.starts_with("2v1: ")
            && text.ends_with("wins in 5 plies by the table, but wins in 3 plies by its moves"),
        "{text}"
    );
}

/// Made in one go, or stopped after every step.
#[test]
fn making_tables_can_be_interrupted() {
    let folder = env::temp_dir().join(format!("neighbours-tables-{}", std::process::id()));
    let (once, often) = (folder.join("once"), folder.join("often"));
    let never = AtomicBool::new(false);
    build(&once, 3, 2, &never, |_| ()).expect("a folder").expect("nothing stops it");
    let mut calls = 0;
    let tables = loop {
        let stop = AtomicBool::new(false);
        // The first step of a table cannot be saved, so every other one is the last of its call.
        let mut steps = 0;
        let built = build(&often, 3, 1, &stop, |_| {
            steps += 1;
            stop.store(steps == 2, Relaxed);
        });
        calls += 1;
        if let Some(tables) = built.expect("a folder") {
            break tables;
        }
    };
    assert!(calls > 5, "{calls}");
    assert_eq!(tables.pieces(), 3);
    let contents = |folder: &Path| -> BTreeMap<OsString, Vec<u8>> {
        let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
        files.map(|file| (file.file_name(), fs::read(file.path()).expect("a file"))).collect()
    };
    assert_eq!(contents(&once), contents(&often));
    assert_eq!(Tables::open(&once).expect("tables").pieces(), 3);

    let broken = once.join("2v1.table");
    let mut bytes = fs::read(&broken).expect("a table");
    bytes[5000] ^= 1;
    fs::write(&broken, &bytes).expect("a file");
    let error = Tables::open(&once).expect_err("one bit is wrong").to_string();
    assert!(error.ends_with("2v1.table is damaged: its checksum is wrong"), "{error}");
    fs::remove_dir_all(&folder).expect("the folder is there");
}

#[test]
fn late_wins_are_not_certain() {
    let tables = Tables::embedded();
    let position = |quiet: u16| format!("8/8/8/8/8/8/w7/wb6 w {quiet} 60").parse().expect("a position");
    assert_eq!(tables.verdict(&position(97)), Some(Verdict::Win(3)));
    assert_eq!(tables.verdict(&position(98)), None);
    assert_eq!(tables.probe(&position(98)), Some(Verdict::Win(3)));
    assert_eq!(tables.probe(&Position::default()), None);
    let alone: Position = "8/8/8/8/8/8/1w6/w7 w 0 1".parse().expect("a position");
    assert_eq!(tables.verdict(&alone), Some(Verdict::Win(1)));
}

/// Best moves of both sides take exactly the plies of the verdict.
#[test]
fn decisive_moves_lead_to_the_end_in_time() {
    let tables = Tables::embedded();
    for material in tables.materials() {
        let summary = tables.summary(material).expect("the table is there");
        for longest in [summary.longest_win, summary.longest_loss].into_iter().flatten() {
            let mut game = Game::new(longest.position);
            while let Some(mv) = tables.decisive_move(game.position()) {
                game.play(mv).expect("a legal move");
            }
            assert_eq!(
                (game.plies(), game.position().count_moves()),
                (longest.plies.into(), 0),
                "{material}"
            );
        }
    }
}
