//! Openings that people play, with how often they do.
//!
//! The table is `repertoire.txt`, one line of moves each. A position has the moves of all lines that
//! lead to it, by whatever order of moves.

use std::collections::HashMap;
use std::sync::LazyLock;

use chess::{Move, Position};
use gamekit::{Key, SplitMix64};

const TABLE: &str = include_str!("repertoire.txt");

/// How often each move is played.
type Frequencies = Vec<(Move, usize)>;

/// A move that people play in this position, drawn by how often they do; those played less often
/// than `rarest` are left out.
pub fn draw(position: &Position, rarest: usize, rng: &mut SplitMix64) -> Option<Move> {
    static MOVES: LazyLock<HashMap<Key, Frequencies>> = LazyLock::new(read);
    let moves: Vec<_> = MOVES.get(&position.key())?.iter().filter(|(_, often)| *often >= rarest).collect();
    let all = moves.iter().map(|(_, often)| often).sum();
    if all == 0 {
        return None;
    }
    let mut left = rng.below(all);
    let drawn = moves.into_iter().find(|(_, often)| {
        let found = left < *often;
        left = left.saturating_sub(*often);
        found
    });
    drawn.map(|(mv, _)| *mv)
}

fn read() -> HashMap<Key, Frequencies> {
    let mut moves: HashMap<Key, Frequencies> = HashMap::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split(' ');
        let often = words.next().and_then(|word| word.parse().ok()).expect("a line begins with a number");
        let mut position = Position::initial();
        for san in words {
            let mv = position.parse_san(san).expect("a test replays every line of the table");
            let played = moves.entry(position.key()).or_default();
            match played.iter_mut().find(|(other, _)| *other == mv) {
                Some((_, sum)) => *sum += often,
                None => played.push((mv, often)),
            }
            position = position.play(mv);
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_played() {
        let moves = read();
        let lines = TABLE.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
        assert!(lines.count() > 150 && moves.len() > 400, "{} positions", moves.len());
    }

    #[test]
    fn frequent_moves_are_drawn_more_often_and_rare_ones_only_by_some() {
        let start = Position::initial();
        let [king_pawn, rook_pawn] = ["e4", "a4"].map(|san| start.parse_san(san).unwrap());
        let drawn = |rarest: usize| -> Vec<Move> {
            let mut rng = SplitMix64::new(1);
            (0..2000).map(|_| draw(&start, rarest, &mut rng).expect("a first move")).collect()
        };
        let count = |moves: &[Move], mv: Move| moves.iter().filter(|drawn| **drawn == mv).count();
        let (all, common) = (drawn(0), drawn(25));
        assert!(count(&all, king_pawn) > 1000 && count(&all, rook_pawn) > 0);
        assert_eq!(count(&common, rook_pawn), 0);
        let late: Position = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        assert_eq!(draw(&late, 0, &mut SplitMix64::new(1)), None);
    }
}
