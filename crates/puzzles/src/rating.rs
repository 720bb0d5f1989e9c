//! How hard a puzzle is.
//!
//! The rating of a move says with how many nodes a search at full strength finds it, and finds it
//! again with those of the next rating; a puzzle is as hard as the hardest of its solver's moves. So a
//! rating says how much calculation a puzzle takes. It is a scale to order puzzles by, not a
//! measurement of people: a level of Petteia ([`engine::Level`]) with the same number searches about
//! as many nodes, but misjudges and overlooks things as well.

use chess::{Game, Move};
use engine::{Engine, Limits, Stop};

/// The rating of puzzles that need the fewest nodes.
pub const EASIEST: u32 = 800;

/// The rating of those that need the most.
pub const HARDEST: u32 = 2400;

/// The distance of two ratings.
const STEP: usize = 50;

/// Ratings and nodes; others are interpolated.
const SCALE: [(u32, f64); 11] = [
    (EASIEST, 20.0),
    (950, 35.0),
    (1100, 60.0),
    (1250, 110.0),
    (1350, 200.0),
    (1500, 325.0),
    (1650, 575.0),
    (1800, 1_100.0),
    (1950, 3_200.0),
    (2100, 11_700.0),
    (HARDEST, 200_000.0),
];

/// The rating of a move.
pub fn of_move(engine: &mut Engine, game: &Game, mv: Move) -> u32 {
    let mut found_at = None;
    for rating in (EASIEST..=HARDEST).step_by(STEP) {
        engine.new_game();
        let limits = Limits { nodes: Some(nodes(rating)), ..Limits::default() };
        let is_found = engine.search(game, &limits, &Stop::default(), |_| ()).best == Some(mv);
        match found_at {
            Some(found) if is_found => return found,
            _ => found_at = is_found.then_some(rating),
        }
    }
    found_at.unwrap_or(HARDEST)
}

/// The nodes of a rating.
fn nodes(rating: u32) -> u64 {
    let upper = SCALE.iter().position(|step| step.0 >= rating).unwrap_or(SCALE.len() - 1).max(1);
    let [(low, few), (high, many)] = [SCALE[upper - 1], SCALE[upper]];
    let share = f64::from(rating - low) / f64::from(high - low);
    (few * (many / few).powf(share)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harder_puzzles_take_more_nodes() {
        let scale: Vec<u64> = (EASIEST..=HARDEST).step_by(STEP).map(nodes).collect();
        assert!(scale.is_sorted_by(|a, b| a < b));
        assert_eq!((scale[0], scale[3], scale[scale.len() - 1]), (20, 35, 200_000));
    }
}
