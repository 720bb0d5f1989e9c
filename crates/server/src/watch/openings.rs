//! Openings for matches: deterministic engines would otherwise repeat the same game.

use std::path::Path;

use arena::openings::{OpeningSource, Order};
use chess::{CastlingStyle, Game, Position, chess960};
use engine::eval::Evaluator;
use gamekit::{SplitMix64, write_whole};

use crate::chance;
use crate::refused::Refused;

const OPENINGS: usize = 500;
/// Length of an opening.
const PLIES: usize = 8;
/// Largest advantage of either side, in centipawns.
const BALANCE: i32 = 60;

/// The openings of a match, in random order. Their file is written on first use, and again if it is
/// damaged.
pub(super) fn source(folder: &Path, chess960: bool) -> Result<OpeningSource, Refused> {
    let file = folder.join(if chess960 { "chess960.epd" } else { "openings.epd" });
    if !is_sound(&file) {
        let text = if chess960 { all_of_chess960() } else { random() };
        write_whole(&file, text).map_err(Refused::internal)?;
    }
    Ok(OpeningSource { file, order: Order::Random, seed: chance::below(1 << 32)?, plies: None })
}

/// Whether a file holds openings and nothing else.
fn is_sound(file: &Path) -> bool {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    !text.is_empty() && text.lines().all(|line| line.parse::<Position>().is_ok())
}

fn all_of_chess960() -> String {
    let positions = (0..chess960::POSITIONS).filter_map(|number| chess960::position(number).ok());
    positions.map(|position| position.setup().to_fen(CastlingStyle::Files) + "\n").collect()
}

/// Balanced positions after a few random moves.
fn random() -> String {
    let mut rng = SplitMix64::new(1);
    let openings = std::iter::repeat_with(|| Game::random_opening(PLIES, &mut rng)).flatten();
    let balanced = openings.filter(|game| is_balanced(game.position()));
    balanced.take(OPENINGS).map(|game| game.position().to_string() + "\n").collect()
}

fn is_balanced(position: &Position) -> bool {
    !position.in_check() && Evaluator::Classical.evaluate(position).raw().abs() <= BALANCE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a full disk leaves it.
    #[test]
    fn a_damaged_file_is_made_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        for chess960 in [false, true] {
            let file = source(folder.path(), chess960).expect("openings").file;
            let whole = std::fs::read_to_string(&file).expect("a text");
            for damaged in ["", "rnbqkbnr/pppppp", "\u{0}\u{0}"] {
                std::fs::write(&file, damaged).expect("a file");
                source(folder.path(), chess960).expect("openings");
                assert_eq!(std::fs::read_to_string(&file).expect("a text"), whole);
            }
        }
    }

    #[test]
    fn openings_differ_and_are_balanced() {
        let text = random();
        let all: std::collections::HashSet<&str> = text.lines().collect();
        assert!(all.len() > OPENINGS * 9 / 10, "{}", all.len());
        assert!(all.iter().all(|fen| fen.parse::<Position>().is_ok()));
    }
}
