//! Pieces and squares, tapered between middlegame and endgame.
//!
//! ```text
//!   phase  24 (all pieces)  ..........  12  ..........  0 (kings and pawns)
//!   value  middlegame       ..  half of both  ..        endgame
//! ```
//!
//! A knight in the centre sees eight squares, in a corner two, so a table gives each piece a value for
//! each square. Some squares change their meaning: a king hides in the corner while there are queens
//! and walks to the centre when they are gone. Every piece therefore has two tables, and the position
//! is valued by both: the share of each is the *phase*, 24 with all pieces on the board (1 for a
//! knight or bishop, 2 for a rook, 4 for a queen) and 0 with none. Without it a program would jump from
//! one behaviour to the other at some exchange.
//!
//! The tables are sums of simple rules (how central, how far advanced), not numbers fitted to games.

use chess::{ByRole, Role};
use gamekit::{Color, Score, Square};

use super::material;
use crate::board::Squares;

/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// What each piece adds to the phase.
const PHASES: ByRole<i32> = ByRole::new([0, 1, 1, 2, 4, 0]);

/// A value for the middlegame and one for endings, and the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all pieces.
    pub middlegame: i32,
    /// With none.
    pub endgame: i32,
    /// How much of the first applies.
    pub phase: i32,
}

impl Tapered {
    /// The value, each half with its share.
    pub fn blend(self) -> i32 {
        let phase = self.phase.min(FULL_PHASE);
        (self.middlegame * phase + self.endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// Adds or, for the opponent, subtracts; the phase is always added.
    pub fn add(&mut self, sign: i32, middlegame: i32, endgame: i32) {
        self.middlegame += sign * middlegame;
        self.endgame += sign * endgame;
    }
}

/// The value for the side to move.
pub fn evaluate<S: Squares>(squares: &S, turn: Color) -> Score {
    Score::cp(sum(squares, turn).blend())
}

/// All pieces with their squares.
pub fn sum<S: Squares>(squares: &S, turn: Color) -> Tapered {
    let mut sum = Tapered::default();
    for color in Color::ALL {
        let sign = if color == turn { 1 } else { -1 };
        squares.for_each_piece(color, |role, square| {
            let seen = if color == Color::White { square } else { square.flip_ranks() };
            let (middlegame, endgame) = TABLES[role.index()][seen.index()];
            sum.add(sign, middlegame, endgame);
            sum.phase += PHASES[role];
        });
    }
    sum
}

/// For each role and square, as White sees it, the values of both phases.
static TABLES: [[(i32, i32); 64]; 6] = {
    let mut tables = [[(0, 0); 64]; 6];
    let mut i = 0;
    while i < 6 * 64 {
        let (role, square) = (Role::ALL[i / 64], Square::ALL[i % 64]);
        let (middlegame, endgame) = on_square(role, square);
        let value = material::value(role);
        tables[i / 64][i % 64] = (value + middlegame, value + endgame);
        i += 1;
    }
    tables
};

/// What a square adds to a piece.
const fn on_square(role: Role, square: Square) -> (i32, i32) {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    // From 0 at the edge to 3 in the middle.
    let file_centre = if file < 4 { file } else { 7 - file };
    let rank_centre = if rank < 4 { rank } else { 7 - rank };
    let centre = file_centre + rank_centre - 3;
    match role {
        Role::Pawn => {
            let advance = rank - 1;
            let in_the_centre = if file_centre == 3 && (rank == 3 || rank == 4) { 20 } else { 0 };
            (3 * advance + 4 * file_centre - 6 + in_the_centre, 4 * advance * advance)
        }
        Role::Knight => (12 * centre, 8 * centre),
        Role::Bishop => (6 * centre - if rank == 0 { 8 } else { 0 }, 4 * centre),
        Role::Rook => (4 * file_centre - 6 + if rank == 6 { 20 } else { 0 }, if rank == 6 { 10 } else { 0 }),
        Role::Queen => (2 * centre - if rank == 0 { 0 } else { 2 }, 8 * centre),
        Role::King => {
            let castled = if rank == 0 && (file <= 2 || file == 6) { 30 } else { 0 };
            (castled - 15 * rank_centre - 6 * file_centre - if rank > 1 { 20 } else { 0 }, 12 * centre)
        }
    }
}
