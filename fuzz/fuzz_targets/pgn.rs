//! Games that parse print back to the same games, alone and one after another.

#![no_main]

use std::io::Write;

use chess::pgn::{Game, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let games: Vec<Game> = Reader::new(bytes).flatten().collect();
    let mut text = Vec::new();
    for game in &games {
        writeln!(text, "{game}").expect("a vector takes all bytes");
    }
    let again: Vec<Game> =
        Reader::new(&text[..]).map(|game| game.expect("what was written parses")).collect();
    assert_eq!(again, games);
});
