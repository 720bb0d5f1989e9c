//! Move ordering.
//!
//! The sooner the best move is searched, the more of the rest is cut. First comes the table's move,
//! then captures, then the killers (quiet moves that refuted a sibling of this position), then the
//! other moves by their history.

use gamekit::{Color, Ply};

use crate::{Move, MoveList, Position};

/// A worker's killers and history.
pub(super) struct Memory {
    killers: Vec<[Option<Move>; 2]>,
    history: Box<[[[i16; 64]; 64]; 2]>,
}

impl Memory {
    /// The bound of the counters: each update takes away its share of the old value.
    const MOST: i32 = 8192;

    pub fn new() -> Self {
        Self { killers: vec![[None; 2]; Ply::MAX.index() + 1], history: Box::new([[[0; 64]; 64]; 2]) }
    }

    #[inline]
    pub fn history(&self, color: Color, mv: Move) -> i32 {
        self.history[color as usize][mv.from()][mv.to()] as i32
    }

    /// Notes that `best` refuted a position and that the quiet moves in `tried` did not.
    pub fn remember(&mut self, position: &Position, best: Move, tried: &[Move], depth: u8, ply: Ply) {
        let bonus = (depth as i32 * depth as i32 * 16).min(Self::MOST / 4);
        let color = position.turn();
        self.update(color, best, bonus);
        if position.is_capture(best) {
            return;
        }
        for &mv in tried.iter().filter(|&&mv| mv != best) {
            self.update(color, mv, -bonus);
        }
        let killers = &mut self.killers[ply.index()];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }

    #[inline]
    fn update(&mut self, color: Color, mv: Move, bonus: i32) {
        let counter = &mut self.history[color as usize][mv.from()][mv.to()];
        *counter += (bonus - *counter as i32 * bonus.abs() / Self::MOST) as i16;
    }
}

/// The moves of a position, handed out best first.
pub(super) struct OrderedMoves {
    moves: MoveList,
    values: [i32; 64],
    next: usize,
}

impl OrderedMoves {
    #[inline]
    pub fn new(position: &Position, memory: &Memory, remembered: Option<Move>, ply: Ply) -> Self {
        const REMEMBERED: i32 = 1 << 20;
        const CAPTURE: i32 = 1 << 19;
        const KILLER: i32 = 1 << 18;
        let moves = position.legal_moves();
        let killers = memory.killers[ply.index()];
        let mut values = [0; 64];
        for (value, &mv) in values.iter_mut().zip(&moves) {
            let class = if Some(mv) == remembered {
                REMEMBERED
            } else if position.is_capture(mv) {
                CAPTURE
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else {
                0
            };
            *value = class + memory.history(position.turn(), mv);
        }
        Self { moves, values, next: 0 }
    }
}

/// Selecting the best of the rest each time is cheaper than sorting: most positions are refuted
/// early.
impl Iterator for OrderedMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mut best = self.next;
        for index in self.next + 1..self.moves.len() {
            if self.values[index] > self.values[best] {
                best = index;
            }
        }
        let mv = *self.moves.get(best)?;
        self.moves.swap(self.next, best);
        self.values.swap(self.next, best);
        self.next += 1;
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_handed_out_once_the_promising_ones_first() {
        let position: Position = "b1bbb3/8/8/4b3/3w4/8/8/ww5w w 37 9".parse().expect("a position");
        let [remembered, capture, killer, good, bad] =
            ["b1c2", "d4e5", "a1a2", "b1b2", "d4d3"].map(|mv| mv.parse().expect("a move"));
        let mut memory = Memory::new();
        memory.remember(&position, good, &[bad], 4, Ply::new(3));
        memory.remember(&position, killer, &[], 2, Ply::new(2));
        let ordered: Vec<Move> =
            OrderedMoves::new(&position, &memory, Some(remembered), Ply::new(2)).collect();
        assert_eq!(ordered[..4], [remembered, capture, killer, good]);
        assert_eq!(ordered.last(), Some(&bad));
        let mut all = ordered.clone();
        all.sort_unstable();
        let mut legal = position.legal_moves();
        legal.sort_unstable();
        assert_eq!(all[..], legal[..]);
    }

    #[test]
    fn history_stays_within_bounds() {
        let position = Position::default();
        let mv = position.legal_moves()[0];
        let mut memory = Memory::new();
        for _ in 0..1000 {
            memory.remember(&position, mv, &[], 60, Ply::ROOT);
            assert!(memory.history(Color::White, mv).abs() <= Memory::MOST);
        }
    }
}
