//! Generators of trouble: random conversations, hostile traffic, and kills at random moments.
//!
//! `cargo test` runs a few rounds of each, the same ones every time. With `PETTEIA_SOAK_SECONDS` each
//! goes on for that long, from seeds that it prints; `PETTEIA_SOAK_SEED` is the first of them.

mod dice;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod kills;
mod uci;
