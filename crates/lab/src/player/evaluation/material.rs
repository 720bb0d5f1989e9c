//! Material: the sum of what the pieces are worth.
//!
//! A pawn is a hundred, and the rest is what players have taught each other for centuries: knight
//! and bishop three pawns and a bit, the rook five, the queen nine. It is the first thing that any
//! evaluation needs, and with nothing else a program already wins what can be won by force.

use chess::Role;
use gamekit::{Color, Score};

use crate::board::Squares;

/// What a piece of this role is worth, in centipawns.
pub const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// The difference for the side to move.
pub fn evaluate<S: Squares>(squares: &S, turn: Color) -> Score {
    Score::cp(sum(squares, turn) - sum(squares, !turn))
}

fn sum<S: Squares>(squares: &S, color: Color) -> i32 {
    let mut sum = 0;
    squares.for_each_piece(color, |role, _| sum += value(role));
    sum
}
