//! Any bytes are a book whose moves are legal, or no book.

#![no_main]

use std::io::Cursor;

use chess::Position;
use chess::polyglot::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut book) = Book::new(Cursor::new(bytes)) else { return };
    let mut position = Position::initial();
    while let Some(first) = book.moves(&position).expect("memory can be read").first() {
        assert!(position.is_legal(first.mv));
        position = position.play(first.mv);
        if position.halfmove_clock() > 50 {
            return;
        }
    }
});
