//! Requests for random openings.

use std::fmt;

use crate::ParseError;
use crate::tokens::{Tokens, one_line};

/// How many random openings to write and from what, as `OpenBench` asks before data generation:
/// `genfens 100 seed 7 book None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenFens {
    /// How many openings.
    pub count: u64,
    /// Where the random numbers start.
    pub seed: u64,
    /// The file of positions to start from, if any.
    pub book: Option<String>,
}

impl GenFens {
    /// Reads what follows `genfens`. Further words, which `OpenBench` lets a user add, are skipped.
    pub(super) fn parse(mut tokens: Tokens) -> Result<Self, ParseError> {
        let mut genfens = Self { count: tokens.number("genfens")?, seed: 0, book: None };
        while let Some(token) = tokens.next() {
            match token {
                "seed" => genfens.seed = tokens.number("seed")?,
                "book" => {
                    let expected = "None or the name of a file";
                    let book = tokens.next().ok_or(ParseError::Missing { after: "book", expected })?;
                    genfens.book = (!book.eq_ignore_ascii_case("none")).then(|| book.to_owned());
                }
                _ => {}
            }
        }
        Ok(genfens)
    }
}

impl fmt::Display for GenFens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let book = self.book.as_deref().map_or("None".to_owned(), one_line);
        write!(f, "genfens {} seed {} book {book}", self.count, self.seed)
    }
}
