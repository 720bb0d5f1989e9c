//! Counting the move sequences of a given length: the standard test of move generators.

use crate::{Move, MoveList, Position};

/// The number of move sequences of `depth` plies. Draws are ignored.
///
/// ```
/// use neighbours::{Position, perft};
///
/// assert_eq!(perft(&mut Position::default(), 3), 7280);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => divide(position, depth).map(|(_, count)| count).sum(),
    }
}

/// The same count for each first move; a depth of 0 has no first move.
pub fn divide(position: &mut Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = if depth > 0 { position.legal_moves() } else { MoveList::new() };
    moves.into_iter().map(move |mv| {
        let undo = position.make(mv);
        let count = perft(position, depth - 1);
        position.unmake(mv, undo);
        (mv, count)
    })
}
