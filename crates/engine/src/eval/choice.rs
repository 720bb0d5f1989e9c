//! Evaluators by name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use nnue::Net;

use super::Evaluator;

/// The kind of evaluator that a user names; [`Choice::evaluator`] adds the net.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A net.
    Nnue,
    /// The classical evaluation.
    Classical,
    /// Material and squares.
    PieceSquare,
}

impl Choice {
    /// All kinds, the strongest first.
    pub const ALL: [Self; 3] = [Self::Nnue, Self::Classical, Self::PieceSquare];

    /// The default: the net, if one is built in.
    pub const DEFAULT: Self = if Net::IS_EMBEDDED { Self::Nnue } else { Self::Classical };

    /// The name in UCI options and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nnue => "NNUE",
            Self::Classical => "Classical",
            Self::PieceSquare => "PieceSquare",
        }
    }

    /// The evaluator; none if it needs a net and there is none.
    pub fn evaluator(self, net: Option<&Arc<Net>>) -> Option<Evaluator> {
        match self {
            Self::Nnue => net.map(|net| Evaluator::Nnue(Arc::clone(net))),
            Self::Classical => Some(Evaluator::Classical),
            Self::PieceSquare => Some(Evaluator::PieceSquare),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Not the name of an evaluator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown evaluator {0:?}; expected NNUE, Classical or PieceSquare")]
pub struct UnknownEvaluator(String);

/// Case-insensitive.
impl FromStr for Choice {
    type Err = UnknownEvaluator;

    fn from_str(text: &str) -> Result<Self, UnknownEvaluator> {
        let found = Self::ALL.into_iter().find(|choice| choice.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownEvaluator(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case() {
        for choice in Choice::ALL {
            assert_eq!(choice.to_string().parse(), Ok(choice));
            assert_eq!(choice.to_string().to_lowercase().parse(), Ok(choice));
        }
        let error = "nn".parse::<Choice>().unwrap_err();
        assert_eq!(error.to_string(), "unknown evaluator \"nn\"; expected NNUE, Classical or PieceSquare");
    }
}
