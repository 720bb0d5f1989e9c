//! The evaluation of a position, piece by piece and term by term.

use chess::Position;
use engine::eval::{Breakdown, Evaluator};
use gamekit::Color;

use crate::protocol::library::{PieceWorth, PositionView, TermWorth};

pub(crate) fn of(position: &Position, evaluator: &Evaluator) -> PositionView {
    let breakdown = Breakdown::of(position);
    let blend = breakdown.blend();
    let pieces = evaluator.piece_values(position).map(|(square, piece, worth)| PieceWorth {
        square: square.to_string(),
        piece: piece.to_char().to_string(),
        worth,
    });
    let terms = breakdown.terms().map(|(name, sides)| TermWorth {
        name,
        white: blend.centipawns(sides[Color::White]),
        black: blend.centipawns(sides[Color::Black]),
    });
    PositionView {
        evaluation: position.turn().for_white(evaluator.evaluate(position).raw()),
        pieces: pieces.collect(),
        terms: terms.filter(|term| (term.white, term.black) != (0, 0)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_shown_and_some_terms() {
        let view = of(&Position::initial(), &Evaluator::Classical);
        let worth = |square: &str| view.pieces.iter().find(|piece| piece.square == square)?.worth;
        assert!(worth("d1") > worth("a2") && worth("a2") > Some(0));
        assert_eq!(worth("e1"), None, "there is no position without a king");
        assert_eq!(view.pieces.len(), 32);
        assert!(view.terms.iter().any(|term| term.white != 0));
    }
}
