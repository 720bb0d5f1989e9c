//! Lines walked square by square: slow, plain, and `const`.

use gamekit::{Bitboard, Square};

/// A direction as files to the right and ranks up.
pub type Direction = (i8, i8);

/// A rook's directions.
pub const ORTHOGONALS: [Direction; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// A bishop's directions.
pub const DIAGONALS: [Direction; 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];
/// Both ways along a diagonal that rises from left to right.
pub const RISING: [Direction; 2] = [(1, 1), (-1, -1)];
/// Both ways along a diagonal that falls from left to right.
pub const FALLING: [Direction; 2] = [(-1, 1), (1, -1)];

/// The four lines of the board, each as its two directions.
const LINES: [[Direction; 2]; 4] = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], RISING, FALLING];

/// The squares that a slider attacks along `directions`: on each, every square up to and with
/// the first occupied one.
pub const fn walk(from: Square, occupied: Bitboard, directions: &[Direction]) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    let mut i = 0;
    while i < directions.len() {
        let mut square = from;
        while let Some(next) = square.offset(directions[i].0, directions[i].1) {
            attacked.insert(next);
            if occupied.contains(next) {
                break;
            }
            square = next;
        }
        i += 1;
    }
    attacked
}

/// For each square, the line through it along a pair of opposite directions, itself included.
pub(super) const fn line_through_each(directions: [Direction; 2]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = walk(Square::ALL[i], Bitboard::EMPTY, &directions);
        table[i].insert(Square::ALL[i]);
        i += 1;
    }
    table
}

/// For each pair of squares, the line through both.
#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time")]
pub(super) const fn line_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut kind = 0;
    while kind < LINES.len() {
        let lines = line_through_each(LINES[kind]);
        let mut a = 0;
        while a < 64 {
            let mut b = 0;
            while b < 64 {
                if a != b && lines[a].contains(Square::ALL[b]) {
                    table[a][b] = lines[a];
                }
                b += 1;
            }
            a += 1;
        }
        kind += 1;
    }
    table
}

/// For each pair of squares on a common line, the squares strictly between them.
#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time")]
pub(super) const fn between_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let (files, ranks) = if i < 4 { ORTHOGONALS[i] } else { DIAGONALS[i - 4] };
            let mut passed = Bitboard::EMPTY;
            let mut square = Square::ALL[a];
            while let Some(next) = square.offset(files, ranks) {
                table[a][next.index()] = passed;
                passed.insert(next);
                square = next;
            }
            i += 1;
        }
        a += 1;
    }
    table
}
