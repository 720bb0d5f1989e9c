//! Errors in a line.

use thiserror::Error;

/// Why a line is not a command or message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseError {
    /// The line is blank, which UCI allows and which means nothing.
    #[error("empty line; expected {expected}")]
    Empty {
        /// What kind of line was to be read.
        expected: &'static str,
    },
    /// No token of the line begins anything known.
    #[error("unknown {token:?}; expected {expected}")]
    Unknown {
        /// The line's first token.
        token: String,
        /// What kind of line was to be read.
        expected: &'static str,
    },
    /// The line ends, or the next part begins, where something was needed.
    #[error("nothing after {after:?}; expected {expected}")]
    Missing {
        /// The last token understood.
        after: &'static str,
        /// What should have followed.
        expected: &'static str,
    },
    /// A token does not fit its place.
    #[error("bad {what} {token:?}; expected {expected}")]
    Bad {
        /// What the token was read as.
        what: &'static str,
        /// The token.
        token: String,
        /// What would have fitted.
        expected: &'static str,
    },
}

impl ParseError {
    pub(crate) fn unknown(token: &str, expected: &'static str) -> Self {
        Self::Unknown { token: excerpt(token), expected }
    }

    pub(crate) fn bad(what: &'static str, token: &str, expected: &'static str) -> Self {
        Self::Bad { what, token: excerpt(token), expected }
    }
}

/// A token short enough to be shown: a line may be a megabyte without a blank.
fn excerpt(token: &str) -> String {
    const LONGEST: usize = 80;
    match token.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &token[..end]),
        None => token.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_tokens_are_cut() {
        let ParseError::Unknown { token, .. } = ParseError::unknown(&"ä".repeat(1000), "") else {
            panic!("made as unknown");
        };
        assert_eq!(token.chars().count(), 83);
    }
}
