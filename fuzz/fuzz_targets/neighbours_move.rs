//! The first line is a position of Neighbours, each other one a move: what parses prints back, and what
//! can be played can be taken back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use neighbours::{Game, Move, Position};

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Ok(start) = lines.next().unwrap_or("").parse::<Position>() else { return };
    let mut game = Game::new(start);
    for line in lines {
        let Ok(mv) = line.parse::<Move>() else { continue };
        assert_eq!(mv.to_string(), line);
        let legal = game.end().is_none() && game.position().is_legal(mv);
        assert_eq!(game.play(mv).is_ok(), legal);
    }
    while game.undo().is_some() {}
    assert_eq!(game.position(), game.start());
});
