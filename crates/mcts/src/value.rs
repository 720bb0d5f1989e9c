//! What a position is worth: the chances to win, draw and lose.

/// The chances of one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// Of winning, from 0 to 1.
    pub win: f32,
    /// Of a draw, from 0 to 1.
    pub draw: f32,
}

impl Value {
    /// A sure draw.
    pub const DRAW: Self = Self { win: 0.0, draw: 1.0 };

    /// The value with this expectation, from -1 (lost) to 1 (won), without draws.
    pub fn of_expectation(expectation: f32) -> Self {
        Self { win: f32::midpoint(1.0, expectation.clamp(-1.0, 1.0)), draw: 0.0 }
    }

    /// The chance to win minus the chance to lose: from -1 to 1.
    #[inline]
    pub fn expectation(self) -> f32 {
        2.0 * self.win + self.draw - 1.0
    }

    /// The chance to lose.
    #[inline]
    pub fn loss(self) -> f32 {
        1.0 - self.win - self.draw
    }

    /// The same from the view of the other side.
    #[inline]
    pub fn reversed(self) -> Self {
        Self { win: self.loss(), draw: self.draw }
    }
}

/// The result of a game for one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl Ending {
    /// The same for the other side.
    #[inline]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// What the result is worth.
    #[inline]
    pub const fn value(self) -> Value {
        match self {
            Self::Loss => Value { win: 0.0, draw: 0.0 },
            Self::Draw => Value::DRAW,
            Self::Win => Value { win: 1.0, draw: 0.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_game() {
        for value in [Value { win: 0.5, draw: 0.25 }, Value::DRAW, Value::of_expectation(-0.5)] {
            assert_eq!(value.reversed().reversed(), value);
            assert_eq!(value.reversed().expectation().to_bits(), (0.0 - value.expectation()).to_bits());
        }
        for ending in [Ending::Loss, Ending::Draw, Ending::Win] {
            assert_eq!(ending.reversed().value(), ending.value().reversed());
        }
    }
}
