//! What an engine says about a position.

use std::fmt;

use gamekit::Bound;

use crate::ParseError;
use crate::tokens::Tokens;

/// A score as UCI writes it, from the view of the side to move.
///
/// It is wider than [`gamekit::Score`], since other engines have other scales.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// An evaluation in centipawns.
    Cp(i32),
    /// Mate in so many moves; negative, or zero, when the side to move is mated.
    Mate(i32),
}

impl From<gamekit::Score> for Score {
    fn from(score: gamekit::Score) -> Self {
        match score.mate_in_moves() {
            Some(moves) => Self::Mate(moves),
            None => Self::Cp(score.raw()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(centipawns) => write!(f, "cp {centipawns}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// A score and whether it is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoundedScore {
    /// The score.
    pub value: Score,
    /// What it is to the true one.
    pub bound: Bound,
}

impl BoundedScore {
    /// A score that is no bound.
    pub const fn exact(value: Score) -> Self {
        Self { value, bound: Bound::Exact }
    }

    /// Reads what follows `score`. Some engines write the bound before the value.
    pub(crate) fn parse(tokens: &mut Tokens) -> Result<Self, ParseError> {
        const EXPECTED: &str = "cp or mate and a number";
        let mut bound = parse_bound(tokens);
        let value = match tokens.next() {
            Some("cp") => Score::Cp(tokens.number("cp")?),
            Some("mate") => Score::Mate(tokens.number("mate")?),
            Some(token) => return Err(ParseError::bad("score", token, EXPECTED)),
            None => return Err(ParseError::Missing { after: "score", expected: EXPECTED }),
        };
        if bound == Bound::Exact {
            bound = parse_bound(tokens);
        }
        Ok(Self { value, bound })
    }
}

fn parse_bound(tokens: &mut Tokens) -> Bound {
    let bound = match tokens.peek() {
        Some("lowerbound") => Bound::Lower,
        Some("upperbound") => Bound::Upper,
        _ => return Bound::Exact,
    };
    tokens.next();
    bound
}

impl fmt::Display for BoundedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" lowerbound"),
            Bound::Upper => f.write_str(" upperbound"),
        }
    }
}

/// The chances to win, draw and lose in per mille, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// Games won of a thousand.
    pub win: u16,
    /// Games drawn of a thousand.
    pub draw: u16,
    /// Games lost of a thousand.
    pub loss: u16,
}

impl Wdl {
    /// Reads what follows `wdl`.
    pub(crate) fn parse(tokens: &mut Tokens) -> Result<Self, ParseError> {
        Ok(Self { win: tokens.number("wdl")?, draw: tokens.number("wdl")?, loss: tokens.number("wdl")? })
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Ply;

    use super::*;

    #[test]
    fn a_search_score_reads_the_same() {
        for score in [gamekit::Score::cp(-17), gamekit::Score::mate_in(Ply::new(5)), -gamekit::Score::MATE] {
            assert_eq!(Score::from(score).to_string(), score.to_string());
        }
    }
}
