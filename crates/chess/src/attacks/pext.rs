//! Slider attacks by parallel bit extraction.

use gamekit::{Bitboard, Square};

use super::rays::{DIAGONALS, Direction, ORTHOGONALS};
use super::sliders::{relevant_squares, slider_attacks};

/// Where a square's block begins and which squares select the entry within it.
#[derive(Clone, Copy)]
struct Block {
    relevant: Bitboard,
    start: u32,
}

slider_attacks!(blocks(DIAGONALS), blocks(ORTHOGONALS));

impl Block {
    #[inline]
    fn index(self, occupied: Bitboard) -> usize {
        self.start as usize + extract(occupied.bits(), self.relevant.bits()) as usize
    }

    /// [`Block::index`] of the `number`th arrangement: `PEXT` numbers them in this very order.
    const fn index_of(self, number: usize, _: Bitboard) -> usize {
        self.start as usize + number
    }
}

/// The bits of `value` under `mask`, moved together.
#[cfg(target_feature = "bmi2")]
#[inline]
fn extract(value: u64, mask: u64) -> u64 {
    // SAFETY: compiled only where the whole target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(value, mask) }
}

/// Without the instruction the table can still be tested.
#[cfg(not(target_feature = "bmi2"))]
fn extract(value: u64, mask: u64) -> u64 {
    let squares = Bitboard::new(mask).into_iter().enumerate();
    squares.map(|(bit, square)| (value >> square as u8 & 1) << bit).sum()
}

const fn blocks(directions: [Direction; 4]) -> [Block; 64] {
    let mut blocks = [Block { relevant: Bitboard::EMPTY, start: 0 }; 64];
    let mut start = 0;
    let mut i = 0;
    while i < 64 {
        let relevant = relevant_squares(Square::ALL[i], &directions);
        blocks[i] = Block { relevant, start };
        start += 1 << relevant.len();
        i += 1;
    }
    blocks
}
