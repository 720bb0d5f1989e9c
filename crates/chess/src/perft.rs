//! Counting the leaves of the tree of legal moves: the standard test of move generators.

use crate::{Move, MoveList, Position};

/// The number of ways to play `depth` half-moves. The last ply is counted, not generated.
///
/// ```
/// assert_eq!(chess::perft(&chess::Position::initial(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut moves = MoveList::new();
            position.generate_moves(&mut moves);
            sum_over(position, &moves, |next| perft(next, depth - 1))
        }
    }
}

/// The same number, with every move list written out, the last ply's too.
pub fn perft_by_lists(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    position.generate_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    sum_over(position, &moves, |next| perft_by_lists(next, depth - 1))
}

/// The sum of a count over the positions after each move. Making the move in a local copy, rather
/// than with [`Position::play`], saves a second copy right after the changes (a fifth of the time).
#[inline]
fn sum_over(position: &Position, moves: &[Move], count: impl Fn(&Position) -> u64) -> u64 {
    let mut nodes = 0;
    for &mv in moves {
        let mut next = position.clone();
        next.make(mv, &mut ());
        nodes += count(&next);
    }
    nodes
}
