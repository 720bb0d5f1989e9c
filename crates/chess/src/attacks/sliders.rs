//! What the two ways of looking up a slider's attacks share: one table, in which each square has a
//! block with an entry per arrangement of its relevant squares.

use gamekit::{Bitboard, File, Rank, Square};

use super::rays::{self, Direction};

/// Entries for all arrangements of a rook's relevant squares, over all squares.
pub const ROOK_ENTRIES: usize = 102_400;
/// Entries for all arrangements of a bishop's relevant squares, over all squares.
pub const BISHOP_ENTRIES: usize = 5_248;

/// The tables of bishops and rooks and the look-ups in them. The module provides `Block`, whose
/// `index` finds the entry of an arrangement and whose `index_of` does the same at compile time,
/// when the number of the arrangement is known too.
macro_rules! slider_attacks {
    ($bishops:expr, $rooks:expr) => {
        use super::sliders::{BISHOP_ENTRIES, ROOK_ENTRIES, attacks_along, next_subset, rays_along};

        static BISHOPS: [Block; 64] = $bishops;
        static BISHOP_ATTACKS: [Bitboard; BISHOP_ENTRIES] = attacks(&BISHOPS, DIAGONALS);
        static ROOKS: [Block; 64] = $rooks;
        #[expect(long_running_const_eval, reason = "a table of 800 KiB")]
        static ROOK_ATTACKS: [Bitboard; ROOK_ENTRIES] = attacks(&ROOKS, ORTHOGONALS);

        #[inline]
        pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
            BISHOP_ATTACKS[BISHOPS[square].index(occupied)]
        }

        #[inline]
        pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
            ROOK_ATTACKS[ROOKS[square].index(occupied)]
        }

        const fn attacks<const N: usize>(blocks: &[Block; 64], directions: [Direction; 4]) -> [Bitboard; N] {
            let rays = rays_along(directions);
            let mut table = [Bitboard::EMPTY; N];
            let mut i = 0;
            while i < 64 {
                let mut number = 0;
                let mut occupied = Bitboard::EMPTY;
                loop {
                    let index = blocks[i].index_of(number, occupied);
                    table[index] = attacks_along(&rays, Square::ALL[i], occupied);
                    occupied = next_subset(occupied, blocks[i].relevant);
                    number += 1;
                    if occupied.is_empty() {
                        break;
                    }
                }
                i += 1;
            }
            table
        }
    };
}
pub(super) use slider_attacks;

/// The squares whose occupation matters to a slider: its rays without their last squares, which
/// are attacked whether occupied or not.
pub const fn relevant_squares(square: Square, directions: &[Direction]) -> Bitboard {
    const EDGES: [u64; 4] = [
        0x0101_0101_0101_0101 << File::A as u8,
        0x0101_0101_0101_0101 << File::H as u8,
        0xff << (8 * Rank::First as u8),
        0xff << (8 * Rank::Eighth as u8),
    ];
    let mut relevant = rays::walk(square, Bitboard::EMPTY, directions).bits();
    let mut i = 0;
    while i < EDGES.len() {
        if EDGES[i] >> square as u8 & 1 == 0 {
            relevant &= !EDGES[i];
        }
        i += 1;
    }
    Bitboard::new(relevant)
}

/// The arrangement after `subset` among all subsets of `mask`, in the order of their `PEXT`
/// values; after the full set comes the empty one.
pub const fn next_subset(subset: Bitboard, mask: Bitboard) -> Bitboard {
    Bitboard::new(subset.bits().wrapping_sub(mask.bits()) & mask.bits())
}

/// Each direction's ray from each square.
type Rays = [[Bitboard; 64]; 4];

/// The rays along four directions, of which every second one descends towards a1.
pub(super) const fn rays_along(directions: [Direction; 4]) -> Rays {
    let mut table = [[Bitboard::EMPTY; 64]; 4];
    let mut i = 0;
    while i < 4 {
        let mut from = 0;
        while from < 64 {
            table[i][from] = rays::walk(Square::ALL[from], Bitboard::EMPTY, &[directions[i]]);
            from += 1;
        }
        i += 1;
    }
    table
}

/// What [`rays::walk`] finds, in a few steps per ray: a ray less the ray of its first blocker.
/// Compile time matters for a hundred thousand entries.
pub(super) const fn attacks_along(rays: &Rays, from: Square, occupied: Bitboard) -> Bitboard {
    let mut attacked = 0;
    let mut i = 0;
    while i < 4 {
        let ray = rays[i][from as usize].bits();
        let blockers = ray & occupied.bits();
        attacked |= ray;
        if blockers != 0 {
            let first = if i % 2 == 0 { blockers.trailing_zeros() } else { blockers.ilog2() };
            attacked &= !rays[i][first as usize].bits();
        }
        i += 1;
    }
    Bitboard::new(attacked)
}
