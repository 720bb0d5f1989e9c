//! The expected result of a position.

use std::fmt;

/// The chances to win, draw and lose, in per mille.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "chess.ts"))]
pub struct Chances {
    /// Of winning.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}

impl Chances {
    /// The chances of the other side.
    pub const fn reversed(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// As UCI writes them: `20 900 80`.
impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
