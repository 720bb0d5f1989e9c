//! A FEN that parses prints back to the same setup, and a legal position can be played on.

#![no_main]

use chess::{CastlingStyle, Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(setup) = text.parse::<Setup>() else { return };
    for style in [CastlingStyle::Outermost, CastlingStyle::Files] {
        assert_eq!(setup.to_fen(style).parse::<Setup>().as_ref(), Ok(&setup));
    }
    let Ok(position) = Position::new(setup) else { return };
    let fen = position.to_string();
    assert_eq!(fen.parse::<Position>().map(|position| position.to_string()), Ok(fen));
    assert_eq!(position.legal_moves().len(), position.count_legal_moves());
    for mv in position.legal_moves() {
        let next = position.play(mv);
        let again = Position::new(next.setup()).expect("a legal move leads to a legal position");
        assert_eq!(next.keys(), again.keys());
    }
});
