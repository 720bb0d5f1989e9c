//! Inputs and outputs for Neighbours.
//!
//! An input is a piece: whose it is, where it stands, and how many neighbours it has, which says how
//! far it moves. More inputs count the plies since the last capture, in tens. A move is a square and
//! a direction, since its length follows from the position. The board has eight symmetries, and a
//! network learns from an example in any of them.

use gamekit::{Bitboard, Square};
use neighbours::{Move, Position};

use crate::Shape;

/// Counts of neighbours: none to eight.
const COUNTS: usize = 9;
/// Plies since the last capture, in tens.
const TENS: usize = 11;
const PIECE_INPUTS: usize = 2 * 64 * COUNTS;

/// The network's inputs and outputs, with this many hidden units.
pub const fn shape(hidden: usize) -> Shape {
    Shape { inputs: PIECE_INPUTS + TENS, hidden, outputs: 64 * 8 }
}

/// A way to turn or reflect the board, from 0 (as it is) to 7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The board as it is.
    pub const NONE: Self = Self(0);

    /// One of eight.
    pub const fn new(number: u8) -> Self {
        Self(number % 8)
    }

    /// Where a square goes.
    pub const fn apply(self, square: Square) -> Square {
        let mut index = square.index();
        if self.0 & 1 != 0 {
            index ^= 0o07;
        }
        if self.0 & 2 != 0 {
            index ^= 0o70;
        }
        if self.0 & 4 != 0 {
            index = index >> 3 | (index & 0o07) << 3;
        }
        Square::wrap(index as u8)
    }
}

/// The squares around each square.
const AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::wrap(index as u8);
        let mut other = 0;
        while other < 64 {
            if square.distance(Square::wrap(other as u8)) == 1 {
                around[index] |= 1 << other;
            }
            other += 1;
        }
        index += 1;
    }
    around
};

/// The active inputs of a position, as the side to move sees it.
pub fn inputs(position: &Position, symmetry: Symmetry, inputs: &mut Vec<u16>) {
    inputs.clear();
    let occupied = position.occupied();
    for (side, color) in [position.turn(), !position.turn()].into_iter().enumerate() {
        for square in position.pieces(color) {
            let count = (occupied & Bitboard::new(AROUND[square.index()])).len();
            let place = (side * 64 + symmetry.apply(square).index()) * COUNTS + count;
            inputs.push(place as u16);
        }
    }
    let tens = usize::from(position.quiet_plies() / 10).min(TENS - 1);
    inputs.push((PIECE_INPUTS + tens) as u16);
}

/// The output of a move.
pub fn output(mv: Move, symmetry: Symmetry) -> u16 {
    let (from, to) = (symmetry.apply(mv.from()), symmetry.apply(mv.to()));
    let step = |from: usize, to: usize| match to.cmp(&from) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    };
    let files = step(from.index() & 7, to.index() & 7);
    let ranks = step(from.index() >> 3, to.index() >> 3);
    // Nine combinations, of which the fourth is no move.
    let direction = files * 3 + ranks;
    (from.index() * 8 + direction - usize::from(direction > 4)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_a_position_have_outputs_of_their_own() {
        for text in ["bbbbbb1b/8/6b1/8/8/1w6/2w5/w2wwwww b 3 2", "8/8/5w2/6w1/6w1/2b1b3/bb3w2/8 w 0 1"] {
            let position: Position = text.parse().expect(text);
            for number in 0..8 {
                let symmetry = Symmetry::new(number);
                let moves = position.legal_moves();
                let mut outputs: Vec<u16> = moves.iter().map(|&mv| output(mv, symmetry)).collect();
                outputs.sort_unstable();
                outputs.dedup();
                assert_eq!(outputs.len(), moves.len());
                assert!(outputs.iter().all(|&output| usize::from(output) < shape(16).outputs));
            }
        }
    }

    #[test]
    fn inputs_tell_sides_squares_and_neighbours() {
        let position: Position = "8/8/8/8/8/8/1b6/w7 w 25 20".parse().expect("a position");
        let mut found = Vec::new();
        inputs(&position, Symmetry::NONE, &mut found);
        // White on a1 and Black on b2 have one neighbour each; 25 plies are two tens.
        assert_eq!(found, [1, (64 + 9) * 9 + 1, 2 * 64 * 9 + 2]);
        inputs(&position, Symmetry::new(1), &mut found);
        assert_eq!(found, [7 * 9 + 1, (64 + 14) * 9 + 1, 2 * 64 * 9 + 2]);
    }

    #[test]
    fn symmetries_are_different_and_keep_neighbours() {
        let images: std::collections::BTreeSet<_> = (0..8)
            .map(|number| {
                let symmetry = Symmetry::new(number);
                (symmetry.apply(Square::A1).index(), symmetry.apply(Square::B1).index())
            })
            .collect();
        assert_eq!(images.len(), 8);
        for number in 0..8 {
            let symmetry = Symmetry::new(number);
            for a in Square::ALL {
                for b in Square::ALL {
                    assert_eq!(symmetry.apply(a).distance(symmetry.apply(b)), a.distance(b));
                }
            }
        }
    }
}
