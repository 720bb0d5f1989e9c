//! Sums that cannot be updated from the move before.

use chess::{Board, Piece};
use gamekit::{Bitboard, Color};

use super::{Layer, Rows};
use crate::Block;
use crate::simd::{self, Best};

/// For each view of each side, the sums of the last board with that view, and the pieces of that
/// board.
pub struct Cache {
    pieces: Vec<[Bitboard; Piece::ALL.len()]>,
    sums: Vec<Block>,
    views: usize,
}

impl Cache {
    /// The sums of an empty board for every view.
    pub fn new<L: Layer>(layer: &L) -> Self {
        let entries = 2 * layer.views();
        Self {
            pieces: vec![[Bitboard::EMPTY; 12]; entries],
            sums: layer.numbers().biases.repeat(entries),
            views: layer.views(),
        }
    }

    /// Writes a side's sums of a board to `target`.
    pub fn refresh<L: Layer>(
        &mut self,
        target: &mut [Block],
        layer: &L,
        board: &Board,
        viewer: Color,
        view: L::View,
    ) {
        let entry = viewer as usize * self.views + L::number(view);
        let sums = &mut self.sums[entry * target.len()..][..target.len()];
        let (mut added, mut removed) = (Rows::new(), Rows::new());
        for (piece, before) in Piece::ALL.into_iter().zip(&mut self.pieces[entry]) {
            let now = board.pieces(piece.color(), piece.role());
            let rows = |squares: Bitboard| {
                squares.into_iter().filter_map(move |square| layer.row(view, piece, square))
            };
            added.extend(rows(now & !*before));
            removed.extend(rows(*before & !now));
            *before = now;
        }
        simd::accumulate::<Best>(target, sums, &added, &removed);
        sums.copy_from_slice(target);
    }
}

/// A side's sums of a board, computed from scratch.
pub fn fresh<L: Layer>(layer: &L, board: &Board, viewer: Color) -> Vec<Block> {
    let view = layer.view(viewer, board.pieces(viewer, chess::Role::King).lowest());
    let pieces = board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square)));
    let added: Rows = pieces.filter_map(|(piece, square)| layer.row(view, piece, square)).collect();
    let mut sums = vec![Block::ZERO; layer.numbers().biases.len()];
    simd::accumulate::<Best>(&mut sums, &layer.numbers().biases, &added, &[]);
    sums
}
