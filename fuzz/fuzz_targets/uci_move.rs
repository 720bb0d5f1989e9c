//! The first line is a position, each other one a move: what parses is legal and prints back.

#![no_main]

use chess::{Position, UciStyle};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Ok(mut position) = lines.next().unwrap_or("").parse::<Position>() else { return };
    for line in lines {
        let Ok(mv) = position.parse_uci(line) else { continue };
        assert!(position.is_legal(mv));
        assert!([UciStyle::Standard, UciStyle::Chess960].iter().any(|&style| mv.to_uci(style).to_string() == line));
        position = position.play(mv);
    }
});
