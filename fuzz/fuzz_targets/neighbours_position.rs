//! What parses as a position of Neighbours prints back, and its moves are legal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use neighbours::Position;

fuzz_target!(|text: &str| {
    let Ok(mut position) = text.parse::<Position>() else { return };
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    let before = position.clone();
    for mv in before.legal_moves() {
        let undo = position.make(mv);
        // Beyond the limits of its numbers a position is not read back.
        if let Ok(read) = position.to_string().parse::<Position>() {
            assert_eq!(read, position);
        }
        position.unmake(mv, undo);
        assert_eq!(position, before);
    }
});
