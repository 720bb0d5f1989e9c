//! Boards as text, as in the first field of a FEN: ranks from the eighth to the first, empty
//! squares counted.

use std::fmt;

use thiserror::Error;

use crate::{File, Rank, Square};

/// The text does not describe eight ranks of eight squares.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlacementError {
    /// Too few or too many ranks.
    #[error("expected eight ranks separated by '/', found {found} in {text:?}")]
    Ranks {
        /// The number of ranks.
        found: usize,
        /// The whole text.
        text: String,
    },
    /// A rank that does not describe eight squares.
    #[error("expected eight squares of pieces and the digits 1 to 8, found {0:?}")]
    Rank(String),
}

/// Reads a board: `put` places the piece of a letter on a square, or returns `None` if there is no
/// such piece.
pub fn read_placement(
    text: &str,
    mut put: impl FnMut(char, Square) -> Option<()>,
) -> Result<(), PlacementError> {
    let found = text.split('/').count();
    if found != 8 {
        return Err(PlacementError::Ranks { found, text: text.to_owned() });
    }
    for (row, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let refuse = || PlacementError::Rank(row.to_owned());
        let mut file = 0;
        for letter in row.chars() {
            if let digit @ '1'..='8' = letter {
                file += digit as u8 - b'0';
            } else {
                let square = Square::at(File::new(file).ok_or_else(refuse)?, rank);
                put(letter, square).ok_or_else(refuse)?;
                file += 1;
            }
            if file > 8 {
                return Err(refuse());
            }
        }
        if file != 8 {
            return Err(refuse());
        }
    }
    Ok(())
}

/// Writes a board; `letter_at` is the letter of the piece on a square.
pub fn write_placement(f: &mut impl fmt::Write, letter_at: impl Fn(Square) -> Option<char>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match letter_at(Square::at(file, rank)) {
                Some(letter) => {
                    write_count(f, empty)?;
                    f.write_char(letter)?;
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        write_count(f, empty)?;
        if rank != Rank::First {
            f.write_char('/')?;
        }
    }
    Ok(())
}

fn write_count(f: &mut impl fmt::Write, empty: u8) -> fmt::Result {
    if empty > 0 { f.write_char((b'0' + empty) as char) } else { Ok(()) }
}
