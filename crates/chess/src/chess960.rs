//! The initial positions of Chess960 by their numbers.

use gamekit::{Color, File};
use thiserror::Error;

use crate::Position;

/// The number of initial positions.
pub const POSITIONS: u16 = 960;

/// No initial position has this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("Chess960 position {0}; expected 0 to 959")]
pub struct NoSuchPosition(pub u16);

/// The position with a number from 0 to 959, in the numbering of Reinhard Scharnagl: 518 is chess.
///
/// ```
/// let position = chess::chess960::position(518)?;
/// assert_eq!(position, chess::Position::initial());
/// # Ok::<(), chess::chess960::NoSuchPosition>(())
/// ```
pub fn position(number: u16) -> Result<Position, NoSuchPosition> {
    if number >= POSITIONS {
        return Err(NoSuchPosition(number));
    }
    let rank = back_rank(usize::from(number));
    let black = rank.to_ascii_lowercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1");
    Ok(fen.parse().expect("the king stands between the rooks"))
}

impl Position {
    /// Whether castling from here can only be written as king takes rook.
    pub fn needs_chess960(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling().rooks_of(color);
            let in_corners = rooks.into_iter().all(|rook| matches!(rook.file(), File::A | File::H));
            rooks.any() && !(in_corners && self.king(color).file() == File::E)
        })
    }
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
        assert_eq!(position(960), Err(NoSuchPosition(960)));
    }

    #[test]
    fn known_numbers_give_known_ranks() {
        for (number, rank) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
            assert_eq!(back_rank(number), rank);
        }
    }

    #[test]
    fn only_odd_kings_and_rooks_need_their_own_castling() {
        let needing = (0..POSITIONS).filter(|&number| position(number).expect("legal").needs_chess960());
        // Where king and rooks stand as in chess, three light files and two dark ones are left for
        // the bishops, then three for the queen.
        assert_eq!(needing.count(), 960 - 3 * 2 * 3);
        let without_rights: Position = "rkr5/8/8/8/8/8/8/RKR5 w - - 0 1".parse().expect("legal");
        assert!(!without_rights.needs_chess960());
    }
}
