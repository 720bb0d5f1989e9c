//! A time control that parses can be played by.

#![no_main]

use std::time::{Duration, Instant};

use arena::clock::{Clock, Limits, TimeControl};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(control) = text.parse::<TimeControl>() else { return };
    assert!(control.to_string().parse::<TimeControl>().is_ok());
    let mut clock = Clock::new(Limits { control: Some(control), ..Limits::default() });
    for _ in 0..5 {
        let left = clock.left().expect("there is a time control");
        assert!(Instant::now().checked_add(left).is_some());
        clock.charge(left / 2, Duration::ZERO).expect("half of the time is left");
    }
});
