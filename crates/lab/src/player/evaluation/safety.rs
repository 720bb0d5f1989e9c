//! The safety of kings and the freedom of pieces.
//!
//! ```text
//!   . . . . .      z: the zone, 3x3 around the king; enemy pieces that look into it count
//!   . P P P .      P: the shield, own pawns on the three files, one or two ranks ahead
//!   . z K z .      a file of the three without an own pawn is open to rooks
//! ```
//!
//! A king is in danger before anything can be taken: pawns before it are gone, files next to it are
//! open, enemy pieces point at it. All three are counted for the middlegame only, since a king without
//! queens around is safe. Mobility is the number of squares that a piece can go to: a bishop behind its
//! own pawns is worth less than the table of squares says. Both need the moves of every piece of both
//! sides, so this evaluation costs several times as much as the plain one; whether the knowledge is
//! worth the time is what Madrid's third experiment asks.

use chess::{ByRole, Piece, Role, attacks};
use gamekit::{Bitboard, Color, Score};

use super::tapered::{self, Tapered};
use crate::board::{Squares, forward};

/// For each pawn of the shield.
const SHIELD: i32 = 10;
/// For each file next to the king without an own pawn.
const OPEN_FILE: i32 = -15;
/// For each attack on the zone of the enemy king.
const ZONE_ATTACK: i32 = 7;
/// For each square to which a piece can go.
const MOBILITY: ByRole<(i32, i32)> = ByRole::new([(0, 0), (4, 4), (4, 5), (2, 4), (1, 2), (0, 0)]);

/// The value for the side to move.
pub fn evaluate<S: Squares>(squares: &S, turn: Color) -> Score {
    let mut sum = tapered::sum(squares, turn);
    for color in Color::ALL {
        let sign = if color == turn { 1 } else { -1 };
        sum.add(sign, shelter(squares, color), 0);
        add_activity(squares, color, sign, &mut sum);
    }
    Score::cp(sum.blend())
}

/// Pawns before a king and open files beside it.
fn shelter<S: Squares>(squares: &S, color: Color) -> i32 {
    let king = squares.king(color);
    let mut pawns = Bitboard::EMPTY;
    squares.for_each_piece(color, |role, square| {
        if role == Role::Pawn {
            pawns.insert(square);
        }
    });
    let up = forward(color);
    let row = attacks::king(king) & Bitboard::from(king.rank()) | Bitboard::of(king);
    let ahead = row.shift(0, up) | row.shift(0, 2 * up);
    let open = row.into_iter().filter(|square| !pawns.intersects(Bitboard::from(square.file()))).count();
    SHIELD * (pawns & ahead).len() as i32 + OPEN_FILE * open as i32
}

/// The mobility of a side's pieces, and their attacks on the enemy king.
fn add_activity<S: Squares>(squares: &S, color: Color, sign: i32, sum: &mut Tapered) {
    let king = squares.king(!color);
    let zone = attacks::king(king) | Bitboard::of(king);
    squares.for_each_piece(color, |role, from| {
        if matches!(role, Role::Pawn | Role::King) {
            return;
        }
        let (mut targets, mut on_zone) = (0, 0);
        squares.for_each_target(Piece::new(color, role), from, |to, _| {
            targets += 1;
            on_zone += i32::from(zone.contains(to));
        });
        let (middlegame, endgame) = MOBILITY[role];
        sum.add(sign, targets * middlegame + on_zone * ZONE_ATTACK, targets * endgame);
    });
}
