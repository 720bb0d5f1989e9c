//! A line of a UCI engine that parses prints back to the same message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use uci::Message;

fuzz_target!(|text: &str| {
    let Ok(message) = text.parse::<Message>() else { return };
    let written = message.to_string();
    assert_eq!(written.parse::<Message>().as_ref(), Ok(&message), "{written:?}");
});
