//! Perft and nothing else, for `scripts/perft-instructions`: what other crates make of the rules
//! does not move its count of instructions.
//!
//! `cargo run --release -p chess --example perft -- DEPTH FEN`

use std::env;

use chess::Position;
use chess::perft::perft;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [depth, fen] =
        env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "expected DEPTH and FEN")?;
    let position: Position = fen.parse()?;
    println!("{} nodes", perft(&position, depth.parse()?));
    Ok(())
}
