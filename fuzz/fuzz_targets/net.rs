//! Any bytes are a net that judges positions, or no net.

#![no_main]

use chess::Position;
use libfuzzer_sys::fuzz_target;
use nnue::Net;

fuzz_target!(|bytes: &[u8]| {
    let Ok(net) = Net::read(bytes) else { return };
    let position = Position::initial();
    net.evaluate(position.board(), position.turn());
});
