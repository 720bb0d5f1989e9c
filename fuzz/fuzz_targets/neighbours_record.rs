//! Games of Neighbours that parse print back to the same games.

#![no_main]

use libfuzzer_sys::fuzz_target;
use neighbours::Record;

fuzz_target!(|text: &str| {
    let Ok(records) = Record::parse_all(text) else { return };
    for record in records {
        let written = record.to_string();
        let again = written.parse::<Record>();
        assert!(again.is_ok(), "{written:?}: {again:?}");
        assert_eq!(again.map(|record| record.game), Ok(record.game));
    }
});
