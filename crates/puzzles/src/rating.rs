//! How hard a puzzle is.
//!
//! Petteia plays at levels from 800 to 2400 Elo, which differ in the nodes that they search
//! ([`engine::Level`]). The rating of a move is that of the weakest level whose number of nodes lets
//! a search at full strength find the move and, at the next level, find it again; a puzzle is as
//! hard as the hardest of its solver's moves. So a rating says how much calculation a puzzle takes.
//! It is a scale to order puzzles by, not a measurement of people.

use chess::{Game, Move};
use engine::{Engine, LEAST_ELO, Level, Limits, MOST_ELO, Stop};

/// The distance of two levels.
const STEP: usize = 50;

/// The rating of a move: the weakest level that finds it.
pub fn of_move(engine: &mut Engine, game: &Game, mv: Move) -> u32 {
    let mut found_at = None;
    for elo in (LEAST_ELO..=MOST_ELO).step_by(STEP) {
        let nodes = Level::of_elo(elo).nodes(game.position());
        engine.new_game();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let is_found = engine.search(game, &limits, &Stop::default(), |_| ()).best == Some(mv);
        match found_at {
            Some(found) if is_found => return found,
            _ => found_at = is_found.then_some(elo),
        }
    }
    found_at.unwrap_or(MOST_ELO)
}
