//! Makes a book of balanced openings: positions after eight random half-moves, as EPD.
//! `cargo run --release --package trainer --example openings -- COUNT SEED > books/openings.epd`.
//!
//! The same version of Petteia makes the same file from the same seed.

use std::collections::HashSet;
use std::env;
use std::process::ExitCode;

use chess::{CastlingStyle, Game};
use engine::{Engine, Limits, Stop};
use gamekit::table::TableError;
use gamekit::{Score, SplitMix64};

const PLIES: usize = 8;
const NODES: u64 = 5_000;
/// The largest score.
const BALANCE: Score = Score::cp(60);

fn main() -> ExitCode {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[count, seed] = &numbers[..] else { return explain("two numbers are needed") };
    match make(count as usize, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => explain(&error.to_string()),
    }
}

fn explain(fault: &str) -> ExitCode {
    eprintln!("openings: {fault}; usage: openings COUNT SEED");
    ExitCode::from(2)
}

fn make(count: usize, seed: u64) -> Result<(), TableError> {
    let mut engine = Engine::new(1)?;
    let mut rng = SplitMix64::new(seed);
    let mut known = HashSet::new();
    while known.len() < count {
        let Some(game) = Game::random_opening(PLIES, &mut rng) else { continue };
        let position = game.position();
        if !known.contains(&position.key()) && is_balanced(&mut engine, &game) {
            known.insert(position.key());
            println!("{}", position.setup().to_epd_fields(CastlingStyle::Outermost));
        }
    }
    Ok(())
}

/// The score of a short search with an empty table.
fn is_balanced(engine: &mut Engine, game: &Game) -> bool {
    engine.new_game();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let score = engine.search(game, &limits, &Stop::default(), |_| ()).info.score;
    -BALANCE <= score && score <= BALANCE
}
