//! `HalfKAv2_hm` nets, as Stockfish 15 and 15.1 use them: `(22528 -> 1024) x 2 -> 16 -> 32 -> 1`,
//! the layers after the first eightfold, plus a material part (PSQT): one value per feature and
//! bucket.
//!
//! A feature is a piece on a square, together with the square of the viewer's own king. Ranks are
//! reversed for Black, and files if the viewer's king is on a to d, so that it is on one of 32
//! squares; the two kings share their 64 features. The inputs of the other layers are products: of
//! the 1,024 sums of a side, clipped to 0..=127, the first 512 times the last 512.
//!
//! The file, little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | version: `7af32f20` |
//! | 4 | hash of the architecture: `1c102ef2` |
//! | 4 | length `D` of the description |
//! | `D` | description |
//! | 4 | hash of the first layer: `7f2344b8` |
//! | 1024 * 2 | its biases, 16 bits |
//! | 22528 * 1024 * 2 | its weights, 16 bits, a row per feature |
//! | 22528 * 8 * 4 | the material part, 32 bits, a row of eight per feature |
//! | 8 times | for each bucket: |
//! | 4 | hash of the layers: `63336a4a` |
//! | 16 * 4, 16 * 1024 | biases (32 bits) and weights (8 bits) of the second layer, a row per output |
//! | 32 * 4, 32 * 32 | the same of the third; a row has 30 weights (15.1) or 15 (15), and then zeros |
//! | 4, 32 | the same of the last |
//!
//! The bucket is `(pieces - 1) / 4`. The inputs of the third layer are fifteen outputs of the
//! second, clipped, and in nets of 15.1 their squares too; the sixteenth is added to the output.
//! The file does not name its version, but the zeros in the third layer tell.

use chess::{Board, Piece, Role};
use gamekit::{Color, Square};

use crate::accumulators::{FirstLayer, Layer, fresh};
use crate::affine::{Affine, SHIFT, ramp};
use crate::block::{Block, Bytes, LANES, pack};
use crate::file::Reader;
use crate::{NetError, Part};

/// The first number of the file.
pub const VERSION: u32 = 0x7af3_2f20;

/// The sizes of the layers.
pub const SHAPE: &str = "HalfKAv2_hm (22528 -> 1024) x 2 -> 16 -> 32 -> 1 x 8";

/// The value of a pawn in the unit of the output.
pub const PAWN: i32 = 361;

/// The number of material parts and of the layers after the first.
pub const BUCKETS: usize = 8;

const HASH: u32 = 0x1c10_2ef2;
const FEATURES_HASH: u32 = 0x7f23_44b8;
const LAYERS_HASH: u32 = 0x6333_6a4a;

const PER_KING: usize = 11 * 64;
const KINGS: usize = 32;
const INPUTS: usize = KINGS * PER_KING;
const HIDDEN: usize = 1024;
const PRODUCTS: usize = HIDDEN / 2;

/// Blocks of the hidden numbers; a row has one more, with its material part.
const HIDDEN_BLOCKS: usize = HIDDEN / LANES;

/// Outputs of the second layer that are inputs of the third.
const SEEN: usize = 15;
const SECOND: usize = SEEN + 1;
const THIRD: usize = 32;

/// Divisor of the output.
const OUTPUT_SCALE: i32 = 16;

/// A `HalfKAv2_hm` net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalfKa {
    description: String,
    first: FirstLayer,
    stacks: Vec<Stack>,
}

/// The two parts of an evaluation, which is their sum divided by 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The sum of the material part's values.
    pub material: i32,
    /// The output of the layers.
    pub positional: i32,
}

impl Parts {
    const fn output(self) -> i32 {
        (self.material + self.positional) / OUTPUT_SCALE
    }
}

impl HalfKa {
    /// Reads a net file from memory.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let mut reader = Reader { bytes, at: 0 };
        let description = reader.foreign_head(VERSION, HASH)?;
        reader.expect(Part::FirstLayer, FEATURES_HASH)?;
        let mut biases = pack(reader.shorts(HIDDEN)?);
        biases.push(Block::ZERO);
        let mut hidden = reader.shorts(INPUTS * HIDDEN)?;
        let mut material = reader.numbers(INPUTS * BUCKETS)?;
        let weights = (0..INPUTS)
            .flat_map(|_| {
                let mut row = pack(hidden.by_ref().take(HIDDEN));
                row.push(Digits::block(std::array::from_fn(|_| material.next().unwrap_or(0))));
                row
            })
            .collect();
        let stacks = (0..BUCKETS).map(|_| Stack::read(&mut reader)).collect::<Result<_, _>>()?;
        reader.finish()?;
        Ok(Self { description, first: FirstLayer { weights, biases }, stacks })
    }

    /// Free-text description stored in the file.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The parts of a board's evaluation for the side to move by any bucket, not only the one for
    /// its number of pieces.
    pub fn parts(&self, board: &Board, turn: Color, bucket: usize) -> Parts {
        let [own, other] = [turn, !turn].map(|viewer| fresh(self, board, viewer));
        self.parts_of(&own, &other, bucket)
    }

    #[inline]
    fn parts_of(&self, own: &[Block], other: &[Block], bucket: usize) -> Parts {
        let mut products = [Bytes::ZERO; 2 * PRODUCTS / LANES];
        for (products, sums) in products.chunks_exact_mut(PRODUCTS / LANES).zip([own, other]) {
            let (first, second) = sums[..HIDDEN_BLOCKS].split_at(PRODUCTS / LANES);
            for ((product, first), second) in products.iter_mut().zip(first).zip(second) {
                *product = multiply(first, second);
            }
        }
        let [own, other] = [own, other].map(|sums| Digits::value(&sums[HIDDEN_BLOCKS], bucket));
        Parts { material: (own - other) / 2, positional: self.stacks[bucket].output(&products) }
    }
}

/// Products of values clipped to 0..=127, divided by 128.
#[inline]
fn multiply(first: &Block, second: &Block) -> Bytes {
    let mut products = Bytes::ZERO;
    for lane in 0..LANES {
        products.0[lane] = ((first.0[lane].clamp(0, 127) * second.0[lane].clamp(0, 127)) >> 7) as i8;
    }
    products
}

/// The material part in the 16-bit lanes of a block, so that it is summed like the hidden units:
/// each 32-bit value as two digits, small enough for the sums of a whole board.
struct Digits;

impl Digits {
    const BASE: i32 = 1024;

    fn block(numbers: [i32; BUCKETS]) -> Block {
        let mut block = Block::ZERO;
        for (bucket, number) in numbers.into_iter().enumerate() {
            block.0[bucket] = number.rem_euclid(Self::BASE) as i16;
            // Weights are far below the 2^20 from which 32 of them would no longer fit.
            block.0[BUCKETS + bucket] = number.div_euclid(Self::BASE) as i16;
        }
        block
    }

    #[inline]
    fn value(block: &Block, bucket: usize) -> i32 {
        i32::from(block.0[bucket]) + Self::BASE * i32::from(block.0[BUCKETS + bucket])
    }
}

/// The layers after the first, for one bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stack {
    second: Affine,
    third: Affine,
    last: Affine,
    /// Whether squares are inputs of the third layer.
    has_squares: bool,
}

impl Stack {
    fn read(reader: &mut Reader) -> Result<Self, NetError> {
        reader.expect(Part::OtherLayers, LAYERS_HASH)?;
        let second = Affine::read(reader, 2 * PRODUCTS, SECOND)?;
        let third = Affine::read(reader, LANES, THIRD)?;
        let last = Affine::read(reader, THIRD, 1)?;
        let has_squares = !third.ignores_from(SEEN);
        Ok(Self { second, third, last, has_squares })
    }

    #[inline]
    fn output(&self, products: &[Bytes]) -> i32 {
        let sums: [i32; SECOND] = self.second.outputs(products);
        let mut seen = Bytes::ZERO;
        let (squares, clipped) = seen.0.split_at_mut(if self.has_squares { SEEN } else { 0 });
        for (square, sum) in squares.iter_mut().zip(sums) {
            *square = ((i64::from(sum) * i64::from(sum)) >> (2 * SHIFT + 7)).min(127) as i8;
        }
        for (clipped, &sum) in clipped.iter_mut().zip(&sums[..SEEN]) {
            *clipped = ramp(sum);
        }
        let third = self.third.ramp(&[seen]);
        // One of the output, 600 * 16, is 127 * 64 in the sums of the second layer.
        let direct = sums[SEEN] * (600 * OUTPUT_SCALE) / (127 << SHIFT);
        self.last.output(0, &[third]) + direct
    }
}

/// How a side sees the board: which side, what to XOR squares with, and the index of its king's
/// square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct View {
    viewer: Color,
    turn: u8,
    king: u8,
}

impl Layer for HalfKa {
    type View = View;

    #[inline]
    fn numbers(&self) -> &FirstLayer {
        &self.first
    }

    #[inline]
    fn views(&self) -> usize {
        2 * KINGS
    }

    #[inline]
    fn view(&self, viewer: Color, king: Square) -> View {
        let ranks = if viewer == Color::Black { 0b11_1000 } else { 0 };
        let files = if (king as u8) & 0b00_0100 == 0 { 0b00_0111 } else { 0 };
        let turn = ranks ^ files;
        let seen = king as u8 ^ turn;
        // From h8 to e8, then from h7 to e7, and so on.
        let (rank, file) = (seen >> 3, seen & 0b11);
        View { viewer, turn, king: (7 - rank) * 4 + (3 - file) }
    }

    /// Kings on d1 and e1 are seen on the same square, but all other pieces on different ones.
    #[inline]
    fn number(view: View) -> usize {
        2 * usize::from(view.king) + usize::from(view.turn & 1)
    }

    /// Own and other pieces alternate, from pawns to queens; both kings come last and share
    /// features.
    #[inline]
    fn feature(view: View, piece: Piece, square: Square) -> Option<usize> {
        let other = usize::from(piece.color() != view.viewer && piece.role() != Role::King);
        let kind = 2 * piece.role().index() + other;
        let square = usize::from(square as u8 ^ view.turn);
        Some(usize::from(view.king) * PER_KING + kind * 64 + square)
    }

    #[inline]
    fn output(&self, own: &[Block], other: &[Block], pieces: usize) -> i32 {
        self.parts_of(own, other, (pieces - 1) / 4).output()
    }
}

#[cfg(test)]
mod tests;
