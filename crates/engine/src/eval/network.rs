//! Evaluation by a net.

use chess::Position;
use gamekit::Score;

use super::endgame;

/// A net's output as a score. Against a bare king nets see the win but make no progress, so known
/// endings are evaluated classically.
#[inline]
pub fn evaluate(position: &Position, centipawns: impl FnOnce() -> i32) -> Score {
    endgame::known_win(position).unwrap_or_else(|| Score::cp(centipawns()).clamp_to_estimate())
}
