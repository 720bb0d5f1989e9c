//! The initial positions of Chess960 by their numbers.

use chess::Position;

use crate::refused::Refused;

/// How many there are.
pub const POSITIONS: u16 = 960;

/// The position with a number from 0 to 959, in the numbering of Reinhard Scharnagl: 518 is chess.
pub fn position(number: u16) -> Result<Position, Refused> {
    if number >= POSITIONS {
        return Err(Refused::Bad(format!("Chess960 position {number}; expected 0 to 959")));
    }
    let rank = back_rank(usize::from(number));
    let black = rank.to_ascii_lowercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
    fen.parse().map_err(Refused::bad)
}

fn back_rank(number: usize) -> String {
    let mut files = [' '; 8];
    let (number, light) = (number / 4, number % 4);
    files[2 * light + 1] = 'B';
    let (number, dark) = (number / 4, number % 4);
    files[2 * dark] = 'B';
    let (knights, queen) = (number / 6, number % 6);
    put(&mut files, queen, 'Q');
    // The places of both knights among the five that are left.
    let (first, second) =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][knights];
    put(&mut files, second, 'N');
    put(&mut files, first, 'N');
    for piece in ['R', 'K', 'R'] {
        put(&mut files, 0, piece);
    }
    files.into_iter().collect()
}

/// Puts a piece on the `place`th empty file.
fn put(files: &mut [char; 8], place: usize, piece: char) {
    if let Some(file) = files.iter_mut().filter(|file| **file == ' ').nth(place) {
        *file = piece;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_positions_differ_and_are_legal() {
        let ranks: HashSet<String> = (0..960).map(back_rank).collect();
        assert_eq!(ranks.len(), 960);
        for number in 0..POSITIONS {
            let position = position(number).expect("a legal position");
            assert_eq!(position.castling().rooks().len(), 4, "{position}");
        }
        assert!(position(960).is_err());
    }

    #[test]
    fn known_numbers_give_known_ranks() {
        for (number, rank) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
            assert_eq!(back_rank(number), rank);
        }
        assert_eq!(position(518), Ok(Position::initial()));
    }
}
