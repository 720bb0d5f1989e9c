//! Counting the leaves of the tree of legal moves: the standard test of move generators.

mod divide;
mod kinds;
mod table;

pub use divide::{divide, divide_while};
pub use kinds::Kinds;
pub use table::PerftTable;

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

/// The same number, with the counts of positions that occur again taken from a table.
pub fn perft_with_table(position: &Position, depth: u32, table: &PerftTable) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(nodes) = table.get(position, depth) {
        return nodes;
    }
    let mut moves = MoveList::new();
    position.generate_moves(&mut moves);
    let nodes = sum_over(position, &moves, |next| perft_with_table(next, depth - 1, table));
    table.insert(position, depth, nodes);
    nodes
}

/// Depth below which counting takes no more than a moment.
const AT_ONCE: u32 = 4;

/// The same number, as long as `goes_on` says so; after that it means nothing.
fn perft_while(position: &Position, depth: u32, goes_on: &impl Fn() -> bool) -> u64 {
    if !goes_on() {
        return 0;
    }
    if depth <= AT_ONCE {
        return perft(position, depth);
    }
    let mut moves = MoveList::new();
    position.generate_moves(&mut moves);
    sum_over(position, &moves, |next| perft_while(next, depth - 1, goes_on))
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

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn every_way_of_counting_agrees() {
        let position: Position = KIWIPETE.parse().unwrap();
        let table = PerftTable::new(1).unwrap();
        for (depth, nodes) in [(0, 1), (1, 48), (2, 2039), (3, 97_862), (4, 4_085_603)] {
            assert_eq!(perft(&position, depth), nodes);
            assert_eq!(perft_by_lists(&position, depth), nodes);
            assert_eq!(perft_with_table(&position, depth, &table), nodes);
        }
    }

    #[test]
    fn the_root_moves_add_up() {
        let position: Position = KIWIPETE.parse().unwrap();
        let alone = divide(&position, 4, 1, None);
        assert_eq!(alone.iter().map(|(_, nodes)| nodes).sum::<u64>(), 4_085_603);
        let table = PerftTable::new(2).unwrap();
        assert_eq!(divide(&position, 4, 3, Some(&table)), alone);
        assert_eq!(divide(&position, 1, 2, None).len(), 48);
    }

    #[test]
    fn counting_can_be_stopped() {
        let position: Position = KIWIPETE.parse().unwrap();
        assert_eq!(divide_while(&position, 4, 2, || true), Some(divide(&position, 4, 1, None)));
        let asked = std::sync::atomic::AtomicU32::new(0);
        let a_few_times = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 3;
        assert_eq!(divide_while(&position, 30, 2, a_few_times), None);
    }

    #[test]
    fn an_impossible_table_is_refused() {
        assert!(PerftTable::new(usize::MAX).is_err());
    }
}
