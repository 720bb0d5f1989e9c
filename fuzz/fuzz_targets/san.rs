//! The first line is a position, each other one a move: what parses is legal and prints back.

#![no_main]

use chess::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Ok(mut position) = lines.next().unwrap_or("").parse::<Position>() else { return };
    for line in lines {
        let Ok(mv) = position.parse_san(line) else { continue };
        assert!(position.is_legal(mv));
        for mv in position.legal_moves() {
            assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv));
        }
        position = position.play(mv);
    }
});
