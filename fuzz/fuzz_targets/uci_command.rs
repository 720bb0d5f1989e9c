//! A UCI command that parses prints back to the same command.

#![no_main]

use libfuzzer_sys::fuzz_target;
use uci::Command;

fuzz_target!(|text: &str| {
    let Ok(command) = text.parse::<Command>() else { return };
    let written = command.to_string();
    assert_eq!(written.parse::<Command>().as_ref(), Ok(&command), "{written:?}");
});
