//! The Lab page: techniques of the crates `lab` and `mcts` on one position, and what their experiments
//! found.

pub(crate) mod bitboards;
pub(crate) mod growth;
pub(crate) mod results;
pub(crate) mod searches;

use chess::Position;

use crate::refused::Refused;

/// Reads a position; nothing is the initial one.
fn read_position(fen: &str) -> Result<Position, Refused> {
    match fen.trim() {
        "" => Ok(Position::initial()),
        fen => fen.parse().map_err(Refused::bad),
    }
}
