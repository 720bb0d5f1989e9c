//! Errors in TOML files, on one line.

use thiserror::Error;

/// An error in a TOML file; the parser's own message spans several lines.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct TomlError {
    line: usize,
    message: String,
}

impl TomlError {
    /// The error that the parser found in this text.
    pub fn new(text: &str, error: &toml::de::Error) -> Self {
        let start = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        Self {
            line: 1 + start.matches('\n').count(),
            message: error.message().trim_end().replace('\n', "; "),
        }
    }
}
