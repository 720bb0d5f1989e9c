//! Lists of moves.

use std::fmt;

use chess::UciMove;

use crate::ParseError;
use crate::tokens::Tokens;

/// Reads a move. Some engines and GUIs write promotions, or everything, in upper case.
pub(crate) fn parse_move(token: &str) -> Result<UciMove, ParseError> {
    token
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| ParseError::bad("move", token, "two squares and perhaps a promotion, as in e7e8q"))
}

/// The next word, if it is a move; otherwise it is left in place.
pub(crate) fn next_move(tokens: &mut Tokens) -> Option<UciMove> {
    let mv = parse_move(tokens.peek()?).ok()?;
    tokens.next();
    Some(mv)
}

/// As many of the next words as are moves.
pub(crate) fn moves(tokens: &mut Tokens) -> Vec<UciMove> {
    std::iter::from_fn(|| next_move(tokens)).collect()
}

/// Writes a keyword and the moves after it, unless there are none.
pub(crate) fn write_moves(f: &mut fmt::Formatter<'_>, keyword: &str, moves: &[UciMove]) -> fmt::Result {
    if !moves.is_empty() {
        write!(f, " {keyword}")?;
    }
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_are_moves() {
        for text in ["a1h8", "e7e8n", "h2h1q", "E7E8Q"] {
            assert_eq!(parse_move(text).unwrap().to_string(), text.to_ascii_lowercase());
        }
        for text in ["", "e2", "e2e9", "i2i4", "0000", "(none)", "e2-e4", "e7e8k", "e7e8qq", "ée2", "e2e4 "]
        {
            let error = parse_move(text).unwrap_err().to_string();
            let expected = "expected two squares and perhaps a promotion, as in e7e8q";
            assert_eq!(error, format!("bad move {text:?}; {expected}"));
        }
    }
}
