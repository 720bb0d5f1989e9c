//! Any net that can play.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use chess::Board;
use gamekit::Color;

use crate::accumulators::fresh;
use crate::{HalfKp, NetError, Network, halfkp};

/// A net of either kind.
#[derive(Clone, PartialEq, Eq)]
pub enum Net {
    /// One of Petteia's own.
    Petteia(Network),
    /// One in the format of 2020.
    HalfKp(HalfKp),
}

/// Why a net could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file could not be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The file is not a net.
    #[error(transparent)]
    Net(#[from] NetError),
}

impl Net {
    /// Reads a net from a file; its first bytes say of which kind it is.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Ok(Self::read(&fs::read(path)?)?)
    }

    /// Reads a net from memory.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        if bytes.starts_with(&halfkp::VERSION.to_le_bytes()) {
            HalfKp::read(bytes).map(Self::HalfKp)
        } else {
            Network::read(bytes).map(Self::Petteia)
        }
    }

    /// What the net says of a board for the side to move: centipawns for Petteia's nets, for others
    /// the unit of a [`HalfKp`] net.
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        match self {
            Self::Petteia(net) => {
                let [own, other] = [turn, !turn].map(|viewer| fresh(net, board, viewer));
                net.output(&own, &other, board.occupied().len())
            }
            Self::HalfKp(net) => {
                let [own, other] = [turn, !turn].map(|viewer| fresh(net, board, viewer));
                net.output(&own, &other)
            }
        }
    }

    /// The centipawns that an answer of this net comes to.
    #[inline]
    pub fn centipawns(&self, output: i32) -> i32 {
        match self {
            Self::Petteia(_) => output,
            Self::HalfKp(_) => (i64::from(output) * 100 / i64::from(halfkp::PAWN)) as i32,
        }
    }

    /// What its maker says of it.
    pub fn description(&self) -> &str {
        match self {
            Self::Petteia(net) => net.description(),
            Self::HalfKp(net) => net.description(),
        }
    }

    /// Its sizes in a word.
    pub fn shape(&self) -> String {
        match self {
            Self::Petteia(net) => net.arch().to_string(),
            Self::HalfKp(_) => halfkp::SHAPE.to_owned(),
        }
    }
}

/// Sizes and description; the weights would fill books.
impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.shape(), self.description())
    }
}
