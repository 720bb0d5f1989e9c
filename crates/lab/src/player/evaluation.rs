//! What a position looks like: evaluations of growing knowledge.
//!
//! A search ends somewhere, and there a position has to be judged by its looks. [`material`] counts
//! pieces; [`tapered`] adds where they stand, differently in the middlegame and in endings;
//! [`safety`] adds how safe the kings are and how freely the pieces move; a net has learned it from
//! games; [`hybrid`] takes whichever fits the position.

pub mod hybrid;
pub mod material;
pub mod safety;
pub mod tapered;

use std::sync::Arc;

use gamekit::Score;
use nnue::Net;

use crate::board::{Board, Squares};
use crate::dense::{DenseNet, input};

/// The evaluations that a profile can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Pieces.
    Material,
    /// Pieces and squares.
    Tapered,
    /// Pieces, squares, kings and mobility.
    Safety,
    /// A net.
    Net,
    /// A net in quiet and balanced positions, [`Evaluation::Safety`] in others.
    Hybrid,
}

/// An evaluation with all that it needs.
#[derive(Clone, Debug)]
pub enum Judge {
    /// Pieces.
    Material,
    /// Pieces and squares.
    Tapered,
    /// Pieces, squares, kings and mobility.
    Safety,
    /// A net.
    Net(Arc<Net>),
    /// A net or not.
    Hybrid(Arc<Net>),
    /// A dense net.
    Dense(Arc<DenseNet>),
}

impl Judge {
    /// The evaluation of a profile. Without a net, those that need one are [`Judge::Safety`].
    pub fn new(evaluation: Evaluation, net: Option<&Arc<Net>>) -> Self {
        match (evaluation, net) {
            (Evaluation::Material, _) => Self::Material,
            (Evaluation::Tapered, _) => Self::Tapered,
            (Evaluation::Net, Some(net)) => Self::Net(Arc::clone(net)),
            (Evaluation::Hybrid, Some(net)) => Self::Hybrid(Arc::clone(net)),
            (Evaluation::Safety | Evaluation::Net | Evaluation::Hybrid, _) => Self::Safety,
        }
    }

    /// The value for the side to move.
    pub fn evaluate<S: Squares>(&self, board: &Board<S>) -> Score {
        let (squares, turn) = (board.squares(), board.turn());
        let score = match self {
            Self::Material => material::evaluate(squares, turn),
            Self::Tapered => tapered::evaluate(squares, turn),
            Self::Safety => safety::evaluate(squares, turn),
            Self::Hybrid(_) if hybrid::is_sharp(board) => safety::evaluate(squares, turn),
            Self::Net(net) | Self::Hybrid(net) => by_net(net, board),
            Self::Dense(net) => by_dense_net(net, board),
        };
        score.clamp_to_estimate()
    }
}

/// The net's value, computed afresh: the lab does not follow moves as the main engine does.
fn by_net<S: Squares>(net: &Net, board: &Board<S>) -> Score {
    Score::cp(net.centipawns(net.evaluate(&board.squares().as_board(), board.turn())))
}

/// The dense net's value, which is White's and in pawns.
fn by_dense_net<S: Squares>(net: &DenseNet, board: &Board<S>) -> Score {
    let pawns = net.evaluate(&input::pack(&board.setup()));
    board.turn().for_white(Score::cp((100.0 * pawns).round() as i32))
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::board::bitboards::Bitboards;
    use crate::board::occupancy::walk::Walk;

    fn evaluate(judge: &Judge, position: &Position) -> Score {
        judge.evaluate(&Board::<chess::Board>::of(position))
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let mut judges = vec![Judge::Material, Judge::Tapered, Judge::Safety];
        judges.extend(Net::embedded().map(Arc::new).map(Judge::Hybrid));
        for fen in engine::bench::POSITIONS {
            let position: Position = fen.parse().unwrap();
            for judge in &judges {
                let (here, there) = (evaluate(judge, &position), evaluate(judge, &position.flipped()));
                assert_eq!(here, there, "{fen}");
                assert_eq!(judge.evaluate(&Board::<Bitboards<Walk>>::of(&position)), here, "{fen}");
            }
        }
    }

    #[test]
    fn more_is_better() {
        let queen_up: Position = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
        for judge in [Judge::Material, Judge::Tapered, Judge::Safety] {
            assert!(evaluate(&judge, &queen_up) > Score::cp(700), "{judge:?}");
            assert_eq!(judge.evaluate(&Board::<chess::Board>::of(&Position::initial())), Score::DRAW);
        }
        let bare: Position = "6k1/5ppp/8/8/8/8/q7/6K1 w - - 0 1".parse().unwrap();
        let shielded: Position = "6k1/8/8/5ppp/8/8/q7/6K1 w - - 0 1".parse().unwrap();
        assert!(
            evaluate(&Judge::Safety, &bare) - evaluate(&Judge::Tapered, &bare)
                < evaluate(&Judge::Safety, &shielded) - evaluate(&Judge::Tapered, &shielded),
            "pawns before a king are worth more"
        );
    }
}
