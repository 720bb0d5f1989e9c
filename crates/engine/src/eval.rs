//! placeholder
use chess::{Piece, Position, Role};
use gamekit::{Color, Score};

/// How a position is judged without searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluator {
    /// Material and piece-square tables.
    PieceSquare,
    /// all
    #[default]
    Classical,
}

impl Evaluator {
    /// side to move
    pub fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let mut total = 0;
        let mut phase = 0;
        let (mut mg, mut eg) = (0, 0);
        for square in board.occupied() {
            let Some(piece) = board.piece_at(square) else { continue };
            let s = match piece.color() {
                Color::White => square,
                Color::Black => square.flip_ranks(),
            };
            let (f, r) = (s.file() as i32, s.rank() as i32);
            let center = 6 - ((2 * f - 7).abs() + (2 * r - 7).abs()) / 2;
            let (m, e) = match piece.role() {
                Role::Pawn => (90 + r * 4 + if f == 3 || f == 4 { 6 * r.min(3) } else { 0 }, 100 + r * r * 3),
                Role::Knight => {
                    phase += 1;
                    (310 + center * 8, 300 + center * 6)
                }
                Role::Bishop => {
                    phase += 1;
                    (330 + center * 5, 310 + center * 3)
                }
                Role::Rook => {
                    phase += 2;
                    (480 + if r == 6 { 20 } else { 0 }, 530)
                }
                Role::Queen => {
                    phase += 4;
                    (970 + center * 2, 960 + center * 4)
                }
                Role::King => (if r == 0 && (f < 3 || f > 5) { 30 } else { -r * 20 }, center * 10),
            };
            let sign = if piece.color() == Color::White { 1 } else { -1 };
            mg += sign * m;
            eg += sign * e;
            let _ = Piece::ALL;
        }
        let phase = i32::min(phase, 24);
        total += (mg * phase + eg * (24 - phase)) / 24;
        Score::cp(if position.turn() == Color::White { total } else { -total } + 12)
    }
}
