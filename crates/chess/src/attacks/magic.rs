//! Slider attacks by magic multiplication.

mod numbers;

use gamekit::{Bitboard, Square};

use super::rays::{DIAGONALS, Direction, ORTHOGONALS};
use super::sliders::{relevant_squares, slider_attacks};

/// Where a square's block begins and what turns its relevant squares into an index within it.
#[derive(Clone, Copy)]
struct Block {
    relevant: Bitboard,
    magic: u64,
    start: u32,
    shift: u32,
}

slider_attacks!(blocks(DIAGONALS, &numbers::BISHOP_MAGICS), blocks(ORTHOGONALS, &numbers::ROOK_MAGICS));

impl Block {
    #[inline]
    const fn index(self, occupied: Bitboard) -> usize {
        let product = (occupied.bits() & self.relevant.bits()).wrapping_mul(self.magic);
        self.start as usize + (product >> self.shift) as usize
    }

    const fn index_of(self, _: usize, occupied: Bitboard) -> usize {
        self.index(occupied)
    }
}

const fn blocks(directions: [Direction; 4], magics: &[u64; 64]) -> [Block; 64] {
    let mut blocks = [Block { relevant: Bitboard::EMPTY, magic: 0, start: 0, shift: 0 }; 64];
    let mut start = 0;
    let mut i = 0;
    while i < 64 {
        let relevant = relevant_squares(Square::ALL[i], &directions);
        let shift = 64 - relevant.len() as u32;
        blocks[i] = Block { relevant, magic: magics[i], start, shift };
        start += 1 << relevant.len();
        i += 1;
    }
    blocks
}
