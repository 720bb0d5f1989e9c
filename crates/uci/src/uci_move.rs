//! Moves that no position has resolved yet.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;

use crate::ParseError;

/// The text of a move with checked syntax: two squares and perhaps a promotion, in lower case.
///
/// Whether it is legal, and whether `e1h1` castles, only a position can tell.
///
/// ```
/// use uci::UciMove;
///
/// let mv: UciMove = "e7e8Q".parse()?;
/// assert_eq!(mv.as_str(), "e7e8q");
/// let error = "e2-e4".parse::<UciMove>().unwrap_err();
/// assert_eq!(error.to_string(), r#"bad move "e2-e4"; expected two squares and perhaps a promotion, as in e7e8q"#);
/// # Ok::<(), uci::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UciMove(ArrayString<5>);

impl UciMove {
    /// The text, as `chess::Position::parse_uci` reads it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for UciMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let error = || ParseError::bad("move", text, "two squares and perhaps a promotion, as in e7e8q");
        let mut lower = ArrayString::from(text).map_err(|_| error())?;
        lower.make_ascii_lowercase();
        let is_move = match *lower.as_bytes() {
            [a, b, c, d] => is_square(a, b) && is_square(c, d),
            [a, b, c, d, role] => is_square(a, b) && is_square(c, d) && b"nbrq".contains(&role),
            _ => false,
        };
        if is_move { Ok(Self(lower)) } else { Err(error()) }
    }
}

fn is_square(file: u8, rank: u8) -> bool {
    (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank)
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes a keyword and moves after it.
pub(crate) fn write_moves(f: &mut fmt::Formatter<'_>, keyword: &str, moves: &[UciMove]) -> fmt::Result {
    write!(f, " {keyword}")?;
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_are_moves() {
        for text in ["a1h8", "e7e8n", "h2h1q"] {
            assert_eq!(text.parse::<UciMove>().unwrap().to_string(), text);
        }
        for text in ["", "e2", "e2e9", "i2i4", "0000", "(none)", "e2-e4", "e7e8k", "e7e8qq", "ée2", "e2e4 "]
        {
            assert!(text.parse::<UciMove>().is_err(), "{text:?}");
        }
    }
}
