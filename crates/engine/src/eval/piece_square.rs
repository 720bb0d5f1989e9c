//! Material and piece-square tables.

use chess::{Position, Role};
use gamekit::{Color, Score};

use super::sets::half_index;
use super::tally::Tally;
use super::{Blend, Group, classical, endgame};

/// The piece-square table of each role.
const SQUARES: [Group; 6] = [
    Group::PawnSquares,
    Group::KnightSquares,
    Group::BishopSquares,
    Group::RookSquares,
    Group::QueenSquares,
    Group::KingSquares,
];

pub fn evaluate(position: &Position) -> Score {
    if let Some(score) = endgame::known_win(position) {
        return score;
    }
    let board = position.board();
    let mut trace = ();
    let mut tally = Tally::new(&mut trace);
    for color in Color::ALL {
        tally.count_for(color, |terms| {
            for role in Role::ALL {
                let pieces = board.pieces(color, role);
                if role != Role::King {
                    terms.add_times(Group::Material, role.index(), pieces.len());
                }
                for square in pieces {
                    let seen = if color == Color::White { square } else { square.flip_ranks() };
                    terms.add(SQUARES[role.index()], half_index(seen));
                }
            }
        });
    }
    let blend = Blend { phase: Blend::phase_of(board), scale: endgame::scales(board) };
    classical::finish(position, tally.sum(), &blend)
}
