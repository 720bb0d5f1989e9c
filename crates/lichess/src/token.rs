//! The token that lets a program act for an account.

use std::path::Path;
use std::{fmt, io};

use reqwest::header::{HeaderMap, HeaderValue, InvalidHeaderValue};
use thiserror::Error;

/// A Lichess token. Nothing shows it: neither `Debug` nor an error.
#[derive(Clone)]
pub struct Token(HeaderValue);

/// Why there is no token.
#[derive(Debug, Error)]
pub enum TokenError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The text is not a token.
    #[error("no token; expected one word, as Lichess shows it")]
    NotOneWord,
}

impl From<InvalidHeaderValue> for TokenError {
    fn from(_: InvalidHeaderValue) -> Self {
        Self::NotOneWord
    }
}

impl Token {
    /// The token of a text; white space around it does not count.
    pub fn new(text: &str) -> Result<Self, TokenError> {
        let word = text.trim();
        if word.is_empty() || word.contains(char::is_whitespace) {
            return Err(TokenError::NotOneWord);
        }
        let mut header = HeaderValue::from_str(&format!("Bearer {word}"))?;
        header.set_sensitive(true);
        Ok(Self(header))
    }

    /// The token of a file.
    pub fn read(path: &Path) -> Result<Self, TokenError> {
        Self::new(&std::fs::read_to_string(path)?)
    }

    /// The headers of each request.
    pub(crate) fn headers(&self) -> HeaderMap {
        HeaderMap::from_iter([(reqwest::header::AUTHORIZATION, self.0.clone())])
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_shows_a_token() {
        let token = Token::new(" lip_secret\n").unwrap();
        assert_eq!(format!("{token:?}"), "Token(hidden)");
        assert!(!format!("{:?}", token.headers()).contains("secret"));
        for wrong in ["", " \n", "lip_secret lip_secret", "lip_sec\u{1}ret"] {
            let error = Token::new(wrong).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("sec"), "{error}");
        }
    }
}
