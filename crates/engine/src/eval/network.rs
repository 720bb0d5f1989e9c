//! The evaluation by a net.

use chess::Position;
use gamekit::Score;

use super::endgame;

/// A net's word as a score, for the side to move. Against a bare king nets know that they win but
/// not how, so there the classical evaluation shows the way.
#[inline]
pub fn evaluate(position: &Position, centipawns: impl FnOnce() -> i32) -> Score {
    endgame::known_win(position).unwrap_or_else(|| Score::cp(centipawns()).clamp_to_estimate())
}
