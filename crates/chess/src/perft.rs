//! Counting the leaves of the tree of legal moves: the standard test of move generators.

use crate::Position;

/// The number of ways to play `depth` half-moves. The last ply is counted, not generated.
///
/// ```
/// assert_eq!(chess::perft(&chess::Position::initial(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position.legal_moves().iter().map(|&mv| perft(&position.play(mv), depth - 1)).sum(),
    }
}

/// The same number, with every move list written out, the last ply's too.
pub fn perft_by_lists(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position.legal_moves().iter().map(|&mv| perft_by_lists(&position.play(mv), depth - 1)).sum(),
    }
}
