//! Magic bitboards: a multiplication moves the bits that matter together.
//!
//! ```text
//!   occupied & relevant squares          x magic number       >> (64 - 10)
//!   ten bits spread over the board  -->  the ten bits in the  -->  an index from
//!   (a rook on d4)                       highest places            0 to 1023
//! ```
//!
//! Only the squares on the slider's rays matter, and not the last one of each: 12 at most for a
//! rook, 9 for a bishop. A multiplication adds shifted copies of these bits; with the right factor
//! their copies meet in the highest places, in whatever order, without spoiling each other. No
//! formula gives such a factor: one draws sparse random numbers until one works, that is, until no
//! two arrangements with different attacks get the same index. It takes less than a second for all
//! squares, once. Then the attacks of any slider are one multiplication and one look-up.

use std::sync::LazyLock;

use chess::attacks::rays::{DIAGONALS, Direction, ORTHOGONALS, walk};
use chess::attacks::sliders::{next_subset, relevant_squares};
use gamekit::{Bitboard, SplitMix64, Square};

use super::Occupancy;

/// A plain set of occupied squares.
#[derive(Clone, Debug, Default)]
pub struct Magic(Bitboard);

/// What a square needs.
pub struct Entry {
    /// The squares that matter to a slider here.
    pub relevant: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// How far the product is shifted, so that as many bits are left as squares matter.
    pub shift: u32,
    attacks: Vec<Bitboard>,
}

static BISHOPS: LazyLock<Vec<Entry>> = LazyLock::new(|| entries(DIAGONALS));
static ROOKS: LazyLock<Vec<Entry>> = LazyLock::new(|| entries(ORTHOGONALS));

fn entries(directions: [Direction; 4]) -> Vec<Entry> {
    let mut rng = SplitMix64::new(1);
    Square::ALL.map(|square| Entry::find(square, directions, &mut rng)).into()
}

/// The entry of a bishop on a square.
pub fn of_bishop(square: Square) -> &'static Entry {
    &BISHOPS[square.index()]
}

/// The entry of a rook on a square.
pub fn of_rook(square: Square) -> &'static Entry {
    &ROOKS[square.index()]
}

impl Entry {
    /// Tries factors until one works.
    fn find(square: Square, directions: [Direction; 4], rng: &mut SplitMix64) -> Self {
        let relevant = relevant_squares(square, &directions);
        let mut arrangements = vec![Bitboard::EMPTY];
        loop {
            let next = next_subset(arrangements[arrangements.len() - 1], relevant);
            if next.is_empty() {
                break;
            }
            arrangements.push(next);
        }
        let with_attacks: Vec<(Bitboard, Bitboard)> =
            arrangements.into_iter().map(|pieces| (pieces, walk(square, pieces, &directions))).collect();
        let shift = 64 - relevant.len() as u32;
        loop {
            // Three numbers together leave one bit of eight: few ones make few carries.
            let factor = rng.next_u64() & rng.next_u64() & rng.next_u64();
            let mut entry = Self { relevant, factor, shift, attacks: Vec::new() };
            if let Some(attacks) = entry.table(&with_attacks) {
                entry.attacks = attacks;
                return entry;
            }
        }
    }

    /// The table of this factor; none if two arrangements with different attacks collide.
    fn table(&self, with_attacks: &[(Bitboard, Bitboard)]) -> Option<Vec<Bitboard>> {
        // No slider attacks nothing, so the empty set marks entries that are free.
        let mut table = vec![Bitboard::EMPTY; with_attacks.len()];
        for &(pieces, attacks) in with_attacks {
            let entry = &mut table[self.index(pieces)];
            if entry.any() && *entry != attacks {
                return None;
            }
            *entry = attacks;
        }
        Some(table)
    }

    /// Where the attacks stand in the table of the square.
    pub fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied & self.relevant).bits().wrapping_mul(self.factor);
        (product >> self.shift) as usize
    }

    /// What the slider attacks among these pieces.
    pub fn attacks(&self, occupied: Bitboard) -> Bitboard {
        self.attacks[self.index(occupied)]
    }
}

impl Occupancy for Magic {
    const NAME: &'static str = "bitboards, magic";

    fn toggle(&mut self, square: Square) {
        self.0 ^= Bitboard::of(square);
    }

    fn bishop(&self, square: Square) -> Bitboard {
        of_bishop(square).attacks(self.0)
    }

    fn rook(&self, square: Square) -> Bitboard {
        of_rook(square).attacks(self.0)
    }
}
