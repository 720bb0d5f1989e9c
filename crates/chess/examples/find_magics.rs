//! Finds the magic numbers of slider attacks and prints them as Rust.
//!
//! `cargo run --release -p chess --example find_magics`
//!
//! A magic number is good when multiplying it with any arrangement of a square's relevant
//! squares, and keeping the top bits, sends arrangements with different attacks to different
//! entries. Numbers with few bits are tried at random until one does; the table is no larger than
//! one entry per arrangement.

use chess::attacks::rays::{self, DIAGONALS, Direction, ORTHOGONALS};
use chess::attacks::sliders::{next_subset, relevant_squares};
use gamekit::{Bitboard, SplitMix64, Square};

fn main() {
    for (name, directions) in [("BISHOP_MAGICS", DIAGONALS), ("ROOK_MAGICS", ORTHOGONALS)] {
        println!("pub const {name}: [u64; 64] = [");
        let mut rng = SplitMix64::new(0);
        for square in Square::ALL {
            println!("    0x{:016x},", find(square, &directions, &mut rng));
        }
        println!("];");
    }
}

fn find(square: Square, directions: &[Direction], rng: &mut SplitMix64) -> u64 {
    let relevant = relevant_squares(square, directions);
    let shift = 64 - relevant.len();
    let mut arrangements = Vec::new();
    let mut occupied = Bitboard::EMPTY;
    loop {
        arrangements.push((occupied, rays::walk(square, occupied, directions)));
        occupied = next_subset(occupied, relevant);
        if occupied.is_empty() {
            break;
        }
    }
    let mut entries = vec![(0, Bitboard::EMPTY); arrangements.len()];
    for attempt in 1_u64.. {
        let candidate = rng.next_u64() & rng.next_u64() & rng.next_u64();
        if (relevant.bits().wrapping_mul(candidate) >> 56).count_ones() < 6 {
            continue;
        }
        let collides = arrangements.iter().any(|&(occupied, attacked)| {
            let entry = &mut entries[(occupied.bits().wrapping_mul(candidate) >> shift) as usize];
            let taken = entry.0 == attempt && entry.1 != attacked;
            *entry = (attempt, attacked);
            taken
        });
        if !collides {
            return candidate;
        }
    }
    unreachable!("the attempts do not end")
}
