//! Each line is a request and a reply of the network protocol: what parses prints back to the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use neighbours::ngi::{Reply, Request};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(request) = line.parse::<Request>() {
            assert_eq!(request.to_string().parse::<Request>().as_ref(), Ok(&request));
        }
        if let Ok(reply) = line.parse::<Reply>() {
            assert_eq!(reply.to_string().parse::<Reply>().as_ref(), Ok(&reply));
        }
    }
});
