//! Positions as text: the placement as in a FEN with `w` and `b`, the side to move, the plies since
//! the last capture and the move number.

use std::fmt;
use std::str::FromStr;

use gamekit::{Bitboard, ByColor, Color, PlacementError, read_placement, write_placement};
use thiserror::Error;

use super::Position;

/// The text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParsePositionError {
    /// Too few or too many fields.
    #[error("expected four fields (placement, side to move, plies since a capture, move number), found {0}")]
    Fields(usize),
    /// The first field is not a board.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// A side has more pieces than it starts with.
    #[error("{0} has {1} pieces, expected at most 8")]
    Pieces(Color, usize),
    /// The side to move is not one of the two.
    #[error("expected 'w' or 'b' to move, found {0:?}")]
    Turn(String),
    /// The plies since the last capture are not a number from 0 to 100.
    #[error("expected 0 to 100 plies since the last capture, found {0:?}")]
    QuietPlies(String),
    /// The move number is not a number from 1 to 9999.
    #[error("expected a move number from 1 to 9999, found {0:?}")]
    MoveNumber(String),
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[placement, turn, quiet_plies, move_number] = fields.as_slice() else {
            return Err(ParsePositionError::Fields(fields.len()));
        };
        let pieces = parse_placement(placement)?;
        let color = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(ParsePositionError::Turn(turn.to_owned())),
        };
        let quiet_plies = parse_number(quiet_plies, 0, Self::QUIET_LIMIT)
            .ok_or_else(|| ParsePositionError::QuietPlies(quiet_plies.to_owned()))?;
        let move_number = parse_number(move_number, 1, 9999)
            .ok_or_else(|| ParsePositionError::MoveNumber(move_number.to_owned()))?;
        Ok(Self::new(pieces, color, quiet_plies, move_number))
    }
}

fn parse_placement(placement: &str) -> Result<ByColor<Bitboard>, ParsePositionError> {
    let mut pieces = ByColor::new(Bitboard::EMPTY, Bitboard::EMPTY);
    read_placement(placement, |letter, square| {
        Color::from_char(letter).map(|color| pieces[color].insert(square))
    })?;
    for color in Color::ALL {
        let found = pieces[color].len();
        if found > Position::PIECES {
            return Err(ParsePositionError::Pieces(color, found));
        }
    }
    Ok(pieces)
}

/// A number in a range, without the sign that the standard parser accepts.
fn parse_number(text: &str, least: u16, most: u16) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && (least..=most).contains(number))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_placement(f, |square| {
            let owner = Color::ALL.into_iter().find(|&color| self.pieces[color].contains(square));
            owner.map(Color::to_char)
        })?;
        write!(f, " {} {} {}", self.turn.to_char(), self.quiet_plies, self.move_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1";

    #[test]
    fn the_start_is_written_as_the_rules_write_it() {
        assert_eq!(Position::default().to_string(), START);
        assert_eq!(START.parse(), Ok(Position::default()));
    }

    #[test]
    fn positions_round_trip() {
        for text in [START, "8/8/8/8/8/8/8/8 b 100 9999", "b6b/1w6/8/3wb3/8/5w2/8/w6w b 7 12"] {
            assert_eq!(text.parse::<Position>().map(|position| position.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn text_that_is_no_position_is_refused_by_name() {
        let refused = [
            ("", "four fields"),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0", "found 3"),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1 1", "found 5"),
            ("bbbbbbbb/8/8/8/8/8/wwwwwwww w 0 1", "found 7"),
            ("bbbbbbbb/8/8/8/8/8/8/8/wwwwwwww w 0 1", "found 9"),
            ("bbbbbbbb/9/8/8/8/8/8/wwwwwwww w 0 1", "\"9\""),
            ("bbbbbbbb/7/8/8/8/8/8/wwwwwwww w 0 1", "\"7\""),
            ("bbbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1", "\"bbbbbbbbb\""),
            ("bbbbbbbb/88/8/8/8/8/8/wwwwwwww w 0 1", "\"88\""),
            ("bbbbbbbb/8/8/8/8/8/8/wwwkwwww w 0 1", "\"wwwkwwww\""),
            ("bbbbbbbb/8/8/8/8/8/w7/wwwwwwww w 0 1", "White has 9"),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww W 0 1", "\"W\""),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 101 1", "\"101\""),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w -1 1", "\"-1\""),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w +1 1", "\"+1\""),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 0", "\"0\""),
            ("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 65536", "\"65536\""),
        ];
        for (text, named) in refused {
            let error = text.parse::<Position>().expect_err(text).to_string();
            assert!(error.contains(named), "{text:?}: {error}");
        }
    }
}
