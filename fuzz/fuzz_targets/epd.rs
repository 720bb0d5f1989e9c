//! An EPD that parses prints back to the same record.

#![no_main]

use chess::Epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(epd) = text.parse::<Epd>() else { return };
    let written = epd.to_string();
    assert_eq!(written.parse::<Epd>(), Ok(epd));
});
