//! What the evaluation thinks of a position, piece by piece and term by term.

use chess::{CastlingRights, Position, Role};
use engine::eval::{Breakdown, Evaluator};
use gamekit::{Bitboard, Color};

use crate::protocol::library::{PieceWorth, PositionView, TermWorth};

/// Evaluates a position, then once more without each of its pieces.
pub(crate) fn of(position: &Position, evaluator: &Evaluator) -> PositionView {
    let breakdown = Breakdown::of(position);
    let blend = breakdown.blend();
    let evaluate = |position: &Position| position.turn().for_white(evaluator.evaluate(position).raw());
    let white = evaluate(position);
    let pieces = position.board().occupied().into_iter().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let without = (piece.role() != Role::King).then(|| {
            let mut setup = position.setup();
            setup.board.take(square);
            setup.castling = CastlingRights::of_rooks(setup.castling.rooks() - Bitboard::of(square));
            setup.en_passant = None;
            Position::new(setup).ok()
        });
        Some(PieceWorth {
            square: square.to_string(),
            piece: piece.to_char().to_string(),
            worth: without.flatten().map(|without| piece.color().for_white(white - evaluate(&without))),
        })
    });
    let terms = breakdown.terms().map(|(name, sides)| TermWorth {
        name,
        white: blend.centipawns(sides[Color::White]),
        black: blend.centipawns(sides[Color::Black]),
    });
    let terms = terms.filter(|term| (term.white, term.black) != (0, 0));
    PositionView { evaluation: white, pieces: pieces.collect(), terms: terms.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_is_worth_more_than_a_pawn_to_its_own_side() {
        let view = of(&Position::initial(), &Evaluator::Classical);
        let worth = |square: &str| {
            view.pieces.iter().find(|piece| piece.square == square).and_then(|piece| piece.worth)
        };
        assert!(worth("d1") > worth("a2") && worth("a2") > Some(0));
        assert!(worth("d8") > worth("a7") && worth("a7") > Some(0));
        assert_eq!(worth("e1"), None, "there is no position without a king");
        assert_eq!(view.pieces.len(), 32);
        assert!(view.terms.iter().any(|term| term.white != 0));
    }

    #[test]
    fn a_piece_that_shields_the_other_king_cannot_be_taken_away() {
        let position = "4k3/4r3/8/8/8/8/8/4RK2 w - - 0 1".parse().expect("a position");
        let view = of(&position, &Evaluator::Classical);
        let rook = view.pieces.iter().find(|piece| piece.square == "e7").expect("a rook");
        assert_eq!(rook.worth, None);
    }
}
