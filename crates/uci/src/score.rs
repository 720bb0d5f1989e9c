//! Scores with bounds.

use std::fmt;

use gamekit::{Bound, Chances, ScoreText};

use crate::ParseError;
use crate::tokens::Tokens;

/// A score and whether it is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoundedScore {
    /// The score, from the view of the side to move.
    pub value: ScoreText,
    /// Whether it is exact or a bound.
    pub bound: Bound,
}

impl BoundedScore {
    /// An exact score.
    pub const fn exact(value: ScoreText) -> Self {
        Self { value, bound: Bound::Exact }
    }

    /// Reads what follows `score`. Some engines write the bound before the value.
    pub(crate) fn parse(tokens: &mut Tokens) -> Result<Self, ParseError> {
        let mut bound = parse_bound(tokens);
        let is_unit = |word| ["cp", "mate"].contains(&word).then_some(word);
        let value = match tokens.expect("score", "cp or mate and a number", is_unit)? {
            "cp" => ScoreText::Cp(tokens.number("cp")?),
            _ => ScoreText::Mate(tokens.number("mate")?),
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

/// Reads what follows `wdl`.
pub(crate) fn parse_chances(tokens: &mut Tokens) -> Result<Chances, ParseError> {
    Ok(Chances { win: tokens.number("wdl")?, draw: tokens.number("wdl")?, loss: tokens.number("wdl")? })
}
