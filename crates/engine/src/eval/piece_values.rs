//! What each piece adds to an evaluation.

use chess::{CastlingRights, Piece, Position};
use gamekit::{Bitboard, Square};

use super::Evaluator;

impl Evaluator {
    /// The value of each piece on its square, in centipawns for its own side: how much the
    /// evaluation drops without it. Kings have none, nor pieces that shield the king of the side
    /// that is not to move: there is no legal position without them.
    pub fn piece_values(&self, position: &Position) -> impl Iterator<Item = (Square, Piece, Option<i32>)> {
        let for_white = |position: &Position| position.turn().for_white(self.evaluate(position).raw());
        let whole = for_white(position);
        position.board().occupied().into_iter().filter_map(move |square| {
            let piece = position.piece_at(square)?;
            let value = |without: Position| piece.color().for_white(whole - for_white(&without));
            Some((square, piece, without(position, square).map(value)))
        })
    }
}

fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = position.setup();
    setup.board.take(square);
    setup.castling = CastlingRights::of_rooks(setup.castling.rooks() - Bitboard::of(square));
    setup.en_passant = None;
    Position::new(setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str, square: Square) -> Option<i32> {
        let position = fen.parse().expect("a legal position");
        let mut values = Evaluator::Classical.piece_values(&position);
        values.find(|&(found, ..)| found == square).expect("a piece").2
    }

    #[test]
    fn pieces_are_worth_something_to_their_own_side() {
        let initial = |square| value(chess::fen::INITIAL, square);
        for (queen, pawn) in [(Square::D1, Square::A2), (Square::D8, Square::A7)] {
            assert!(initial(queen) > initial(pawn) && initial(pawn) > Some(0));
        }
        assert_eq!(initial(Square::E1), None, "there is no position without a king");
    }

    #[test]
    fn a_piece_that_shields_the_other_king_has_no_value() {
        assert_eq!(value("4k3/4r3/8/8/8/8/8/4RK2 w - - 0 1", Square::E7), None);
    }
}
