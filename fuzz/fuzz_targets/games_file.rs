//! A damaged file of games is an error; what is read of it is legal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trainer::data::Reader;

fuzz_target!(|bytes: &[u8]| {
    let Ok(reader) = Reader::new(bytes) else { return };
    for block in reader.map_while(Result::ok) {
        let Ok(games) = block.games() else { continue };
        assert_eq!(games.len() as u64, block.len());
    }
});
