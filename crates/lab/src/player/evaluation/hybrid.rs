//! Two evaluations, each where it is better.
//!
//! A net is the better judge of quiet positions, and costs most of an engine's speed. Where one side
//! is far ahead, or captures hang in the air, the plain sum is nearly as right and the search will
//! find out anyway. The Athens thesis and the Ukrainian coursework both propose to ask the net only in
//! positions that are balanced and quiet; Stockfish 12 did something like it for its first nets.

use chess::MoveList;

use super::material;
use crate::board::{Board, Squares};

/// More material than this is no balance.
const UNBALANCED: i32 = 300;

/// Whether the plain evaluation is asked: material is far from balanced, or a check or captures of
/// pieces are on the board.
pub fn is_sharp<S: Squares>(board: &Board<S>) -> bool {
    let difference = material::evaluate(board.squares(), board.turn()).raw().abs();
    difference > UNBALANCED || board.in_check() || takes_more_than_it_risks(board)
}

/// Whether the side to move can take a piece with one that is worth less.
fn takes_more_than_it_risks<S: Squares>(board: &Board<S>) -> bool {
    let mut moves = MoveList::new();
    board.generate_captures(&mut moves);
    let value = |square| board.squares().piece_at(square).map_or(0, |piece| material::value(piece.role()));
    moves.iter().any(|mv| mv.is_promotion() || value(mv.to()) > value(mv.from()) && value(mv.from()) > 0)
}
