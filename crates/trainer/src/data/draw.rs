//! Random positions of games.

use std::path::Path;

use chess::Position;
use gamekit::SplitMix64;

use super::{DataError, Filter, Moment, Reader, RecordedGame};

/// A random position of a game among those that the filter keeps.
pub fn draw(game: &RecordedGame, filter: &Filter, rng: &mut SplitMix64) -> Option<Position> {
    let mut kept: Vec<Moment> = game.moments().filter(|moment| filter.keeps(moment)).collect();
    let number = rng.below(kept.len().max(1));
    (number < kept.len()).then(|| kept.swap_remove(number).position)
}

/// A random position of each game of a file, among those that the filter keeps, until there are
/// `count`. The same file gives the same positions.
pub fn draw_positions(games: &Path, filter: &Filter, count: usize) -> Result<Vec<Position>, DataError> {
    let mut rng = SplitMix64::new(1);
    let mut positions = Vec::with_capacity(count);
    for block in Reader::open(games)? {
        for game in block?.games()? {
            if positions.len() == count {
                return Ok(positions);
            }
            positions.extend(draw(&game, filter, &mut rng));
        }
    }
    Ok(positions)
}
