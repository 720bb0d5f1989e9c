//! Packed positions.

use chess::{Board, Piece, Role};
use gamekit::{Bitboard, Color, Square};
use nnue::Architecture;
use nnue::features::View;

/// The most pieces on a board.
pub const MOST_PIECES: usize = 32;

/// The active features of a position: as the side to move sees it, then as the other side does.
pub type Features = [[u16; MOST_PIECES]; 2];

/// A position with its target, flipped so that White is to move: half a cache line.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(32))]
pub struct Sample {
    occupied: u64,
    /// Four bits for each piece, in the order of the squares.
    pieces: [u8; MOST_PIECES / 2],
    /// The result that searches expect for the side to move.
    expected: f32,
    /// Twice the result of the side to move, or [`Self::NO_RESULT`].
    half_points: u8,
    /// The squares of the king of the side to move and of the other one.
    kings: [u8; 2],
}

const _: () = assert!(size_of::<Sample>() == 32);

impl Sample {
    const NO_RESULT: u8 = 3;

    /// A position, the game's result if it was played, and the result that searches expect, both
    /// for the side to move.
    pub fn new(board: &Board, turn: Color, points: Option<f64>, expected: f64) -> Self {
        let seen =
            |square: Square| if turn == Color::White { square as u8 } else { square as u8 ^ 0b11_1000 };
        let occupied = board.occupied().into_iter().fold(0, |set, square| set | 1 << seen(square));
        let mut sample = Self {
            occupied,
            pieces: [0; MOST_PIECES / 2],
            expected: expected as f32,
            half_points: points.map_or(Self::NO_RESULT, |points| (points * 2.0).round() as u8),
            kings: [turn, !turn].map(|side| seen(board.pieces(side, Role::King).lowest())),
        };
        for square in board.occupied() {
            let Some(piece) = board.piece_at(square) else { continue };
            let own = if piece.color() == turn { Color::White } else { Color::Black };
            let index = (occupied & ((1 << seen(square)) - 1)).count_ones() as usize;
            let code = Piece::new(own, piece.role()) as u8;
            sample.pieces[index / 2] |= code << (4 * (index % 2));
        }
        sample
    }

    /// The number of pieces.
    #[inline]
    pub const fn pieces(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// How the side to move sees the board, and how the other side does.
    #[inline]
    pub fn views(&self, arch: Architecture) -> [View; 2] {
        let [own, other] = self.kings.map(Square::wrap);
        [View::new(arch, Color::White, own), View::new(arch, Color::Black, other)]
    }

    /// Writes the active features of both views into the lists, as many as there are pieces.
    #[inline]
    pub fn features(&self, views: [View; 2], lists: &mut Features) {
        for (index, square) in Bitboard::new(self.occupied).into_iter().enumerate() {
            let code = self.pieces[index / 2] >> (4 * (index % 2)) & 0xf;
            let piece = Piece::ALL[usize::from(code)];
            for (list, view) in lists.iter_mut().zip(views) {
                list[index] = view.feature(piece, square) as u16;
            }
        }
    }

    /// The target: a mixture of the game's result and of the result that searches expect.
    #[inline]
    pub fn target(&self, wdl: f32) -> f32 {
        let wdl = if self.half_points == Self::NO_RESULT { 0.0 } else { wdl };
        wdl * 0.5 * f32::from(self.half_points) + (1.0 - wdl) * self.expected
    }
}

#[cfg(test)]
mod tests {
    use nnue::features;

    use super::*;
    use crate::training::synthetic;

    #[test]
    fn features_are_those_of_the_board() {
        let arch = Architecture::new(32, 8).unwrap().with_king_buckets(4).unwrap();
        for moment in (0..20).flat_map(|number| synthetic::game(number).moments().collect::<Vec<_>>()) {
            let (board, turn) = (moment.position.board(), moment.position.turn());
            let mut found = [[0; MOST_PIECES]; 2];
            let sample = Sample::new(board, turn, Some(0.5), 0.25);
            sample.features(sample.views(arch), &mut found);
            for (mut found, viewer) in found.into_iter().zip([turn, !turn]) {
                let mut expected: Vec<u16> =
                    features::active(arch, board, viewer).map(|feature| feature as u16).collect();
                let found = &mut found[..sample.pieces()];
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{}", moment.position);
            }
            assert!((sample.target(0.5) - 0.375).abs() < 1e-6);
        }
    }
}
