//! The page of the nets is the one that their record gives.
//!
//! `PETTEIA_WRITE_HISTORY=1 cargo test --package server --test history` updates it.

use std::fs;
use std::path::Path;

use server::history::History;

#[test]
fn the_page_is_made_from_the_record() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
    let record = fs::read_to_string(nets.join("history.toml")).expect("a record");
    let made = record.parse::<History>().expect("a record that can be read").to_markdown();
    let page = nets.join("HISTORY.md");
    if std::env::var_os("PETTEIA_WRITE_HISTORY").is_some() {
        fs::write(&page, &made).expect("the page can be written");
    }
    assert!(
        fs::read_to_string(page).expect("the page") == made,
        "nets/HISTORY.md is out of date; \
         PETTEIA_WRITE_HISTORY=1 cargo test --package server --test history updates it"
    );
}
