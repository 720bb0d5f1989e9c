//! `HalfKP` nets, as engines used them in 2020: `(41024 -> 256) x 2 -> 32 -> 32 -> 1`.
//!
//! A feature is a piece other than a king, on a square, together with the square of the viewer's
//! own king. Black sees the board rotated (not flipped, as in Petteia's own nets). The output of
//! every layer is clipped to 0..127.
//!
//! The file, little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | version: `7af32f16` |
//! | 4 | hash of the architecture: `3e5aa6ee` |
//! | 4 | length `D` of the description |
//! | `D` | description |
//! | 4 | hash of the first layer: `5d69d7b8` |
//! | 256 * 2 | its biases, 16 bits |
//! | 41024 * 256 * 2 | its weights, 16 bits, a row per feature |
//! | 4 | hash of the other layers: `63337156` |
//! | 32 * 4, 32 * 512 | biases (32 bits) and weights (8 bits) of the second layer, a row per output |
//! | 32 * 4, 32 * 32 | the same of the third |
//! | 4, 32 | the same of the last |

use chess::{Piece, Role};
use gamekit::{Color, Square};

use crate::accumulators::{FirstLayer, Layer};
use crate::affine::Affine;
use crate::block::{Block, Bytes, LANES, pack};
use crate::file::Reader;
use crate::simd::{Best, Lanes};
use crate::{NetError, Part};

/// The first number of the file.
pub const VERSION: u32 = 0x7af3_2f16;

/// The sizes of the layers.
pub const SHAPE: &str = "HalfKP (41024 -> 256) x 2 -> 32 -> 32 -> 1";

/// The value of a pawn in the unit of the output.
pub const PAWN: i32 = 208;

const HASH: u32 = 0x3e5a_a6ee;
const FEATURES_HASH: u32 = 0x5d69_d7b8;
const LAYERS_HASH: u32 = 0x6333_7156;

/// Pieces on squares, and one unused feature.
const PER_KING: usize = 10 * 64 + 1;
const INPUTS: usize = 64 * PER_KING;
const HIDDEN: usize = 256;
const SMALL: usize = 32;

/// Divisor of the output.
const OUTPUT_SCALE: i32 = 16;

/// A `HalfKP` net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalfKp {
    description: String,
    first: FirstLayer,
    second: Affine,
    third: Affine,
    last: Affine,
}

impl HalfKp {
    /// Reads a net file from memory.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut reader = Reader { bytes, at: 0 };
        let description = reader.foreign_head(VERSION, HASH)?;
        reader.expect(Part::FirstLayer, FEATURES_HASH)?;
        let biases = pack(reader.shorts(HIDDEN)?);
        let weights = pack(reader.shorts(INPUTS * HIDDEN)?);
        reader.expect(Part::OtherLayers, LAYERS_HASH)?;
        let net = Self {
            description,
            first: FirstLayer { weights, biases },
            second: Affine::read(&mut reader, 2 * HIDDEN, SMALL)?,
            third: Affine::read(&mut reader, SMALL, SMALL)?,
            last: Affine::read(&mut reader, SMALL, 1)?,
        };
        reader.finish()?;
        Ok(net)
    }

    /// Free-text description stored in the file.
    pub fn description(&self) -> &str {
        &self.description
    }
}

/// How a side sees the board: which side, and the square of its king.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct View {
    viewer: Color,
    king: u8,
}

impl Layer for HalfKp {
    type View = View;

    #[inline]
    fn numbers(&self) -> &FirstLayer {
        &self.first
    }

    #[inline]
    fn views(&self) -> usize {
        64
    }

    #[inline]
    fn view(&self, viewer: Color, king: Square) -> View {
        View { viewer, king: turned(viewer, king) }
    }

    #[inline]
    fn number(view: View) -> usize {
        usize::from(view.king)
    }

    /// Own and other pieces alternate, from pawns to queens.
    #[inline]
    fn feature(view: View, piece: Piece, square: Square) -> Option<usize> {
        if piece.role() == Role::King {
            return None;
        }
        let other = usize::from(piece.color() != view.viewer);
        let kind = 2 * piece.role().index() + other;
        let square = usize::from(turned(view.viewer, square));
        Some(usize::from(view.king) * PER_KING + kind * 64 + square + 1)
    }

    #[inline]
    fn output(&self, own: &[Block], other: &[Block], _pieces: usize) -> i32 {
        let mut hidden = [Bytes::ZERO; 2 * HIDDEN / LANES];
        for (bytes, sums) in hidden.iter_mut().zip(own.iter().chain(other)) {
            *bytes = Best::load(sums).clip();
        }
        let second = self.second.ramp(&hidden);
        let third = self.third.ramp(&[second]);
        self.last.output(0, &[third]) / OUTPUT_SCALE
    }
}

/// A square as a side sees it: rotated for Black.
#[inline]
fn turned(viewer: Color, square: Square) -> u8 {
    match viewer {
        Color::White => square as u8,
        Color::Black => 63 - square as u8,
    }
}

#[cfg(test)]
mod tests;
