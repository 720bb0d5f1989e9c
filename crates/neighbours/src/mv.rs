//! Moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use gamekit::Square;
use thiserror::Error;

/// A move from one square to another, written `a1b2`.
///
/// ```
/// use neighbours::Move;
///
/// let mv: Move = "a1c3".parse()?;
/// assert_eq!(mv.to().to_string(), "c3");
/// assert!("a1".parse::<Move>().is_err());
/// # Ok::<(), neighbours::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A bit that is set in every move, so that an `Option<Move>` takes two bytes.
    const MARK: NonZeroU16 = NonZeroU16::new(1 << 12).expect("a bit is set");

    /// The move between two squares.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        let squares = from as u16 | (to as u16) << 6;
        match NonZeroU16::new(Self::MARK.get() | squares) {
            Some(bits) => Self(bits),
            None => Self(Self::MARK),
        }
    }

    /// The move as the transposition table keeps it.
    #[inline]
    pub const fn bits(self) -> NonZeroU16 {
        self.0
    }

    /// Reads what [`Move::bits`] gave. Other numbers make a move as well, perhaps an illegal one.
    #[inline]
    pub const fn from_bits(bits: NonZeroU16) -> Self {
        Self::new(Square::wrap(bits.get() as u8), Square::wrap((bits.get() >> 6) as u8))
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrap(self.0.get() as u8)
    }

    /// Where the piece goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrap((self.0.get() >> 6) as u8)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a move such as a1b2, found {0:?}")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let squares = text.split_at_checked(2).map(|(from, to)| (from.parse(), to.parse()));
        match squares {
            Some((Ok(from), Ok(to))) if from != to => Ok(Self::new(from, to)),
            _ => Err(ParseMoveError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_round_trip() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.bits()), mv);
            }
        }
    }

    #[test]
    fn text_that_is_no_move_is_refused() {
        for text in ["", "a1", "a1b", "a1b2 ", "a1b2c3", "a1a1", "A1b2", "a9b2", "é1b2", "ab"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError(text.to_owned())));
        }
    }
}
