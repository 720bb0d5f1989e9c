//! Inputs and outputs for chess.
//!
//! The side to move sees the board from its own side, mirrored so that its king stands on the
//! files a to d: 768 inputs, one for each side, role and square. A move is a pair of squares, seen
//! the same way. Promotions to other pieces than a queen share the output of the queen's.

use chess::{Color, Move, Position, Role};
use gamekit::{File, Square};

use crate::Shape;

/// The network's inputs and outputs, with this many hidden units.
pub const fn shape(hidden: usize) -> Shape {
    Shape { inputs: 768, hidden, outputs: 64 * 64 }
}

/// How the side to move sees the squares.
#[derive(Clone, Copy, Debug)]
pub struct View {
    flip: usize,
}

impl View {
    /// The view of the side to move.
    pub fn of(position: &Position) -> Self {
        let turn = position.turn();
        let ranks = if turn == Color::Black { 56 } else { 0 };
        let files = if position.king(turn).file() >= File::E { 7 } else { 0 };
        Self { flip: ranks ^ files }
    }

    const fn square(self, square: Square) -> usize {
        square.index() ^ self.flip
    }

    /// The output of a move.
    pub const fn output(self, mv: Move) -> u16 {
        (self.square(mv.from()) * 64 + self.square(mv.to())) as u16
    }
}

/// The active inputs of a position.
pub fn inputs(position: &Position, inputs: &mut Vec<u16>) {
    inputs.clear();
    let view = View::of(position);
    let turn = position.turn();
    for (side, color) in [turn, !turn].into_iter().enumerate() {
        for role in Role::ALL {
            for square in position.board().pieces(color, role) {
                inputs.push(((side * 6 + role as usize) * 64 + view.square(square)) as u16);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(fen: &str) -> Vec<u16> {
        let position: Position = fen.parse().expect(fen);
        let mut found = Vec::new();
        inputs(&position, &mut found);
        found.sort_unstable();
        found
    }

    fn outputs(fen: &str, moves: &[&str]) -> Vec<u16> {
        let position: Position = fen.parse().expect(fen);
        let view = View::of(&position);
        moves.iter().map(|mv| view.output(position.parse_uci(mv).expect(mv))).collect()
    }

    #[test]
    fn mirrored_positions_look_the_same() {
        let white = "4k3/8/8/8/3N4/8/P7/4K3 w - - 0 1";
        for other in ["3k4/8/8/8/4N3/8/7P/3K4 w - - 0 1", "4k3/p7/8/3n4/8/8/8/4K3 b - - 0 1"] {
            assert_eq!(found(white), found(other), "{other}");
        }
        assert_eq!(
            outputs(white, &["a2a4", "d4f5"]),
            outputs("4k3/p7/8/3n4/8/8/8/4K3 b - - 0 1", &["a7a5", "d5f4"])
        );
        assert_ne!(found(white), found("4k3/8/8/8/3N4/8/P7/4K3 b - - 0 1"));
    }
}
