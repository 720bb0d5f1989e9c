//! The unit in which the values of a layer are stored.

/// Values in a block.
pub const LANES: usize = crate::HIDDEN_STEP;

/// A cache line of 16-bit values. Rows of a layer are whole blocks, so no register is loaded from
/// two lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Block(pub [i16; LANES]);

const _: () = assert!(size_of::<Block>() == 64);

impl Block {
    /// All zero.
    pub const ZERO: Self = Self([0; LANES]);
}

/// As many bytes as a block has values: the inputs and weights of the small layers of foreign nets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Bytes(pub [i8; LANES]);

impl Bytes {
    /// All zero.
    pub const ZERO: Self = Self([0; LANES]);
}

/// Packs values into blocks; their number must be a multiple of [`LANES`].
pub fn pack(numbers: impl IntoIterator<Item = i16>) -> Vec<Block> {
    let mut numbers = numbers.into_iter();
    let mut blocks = Vec::new();
    while let Some(first) = numbers.next() {
        let mut block = Block::ZERO;
        block.0[0] = first;
        for lane in &mut block.0[1..] {
            *lane = numbers.next().expect("rows are whole blocks");
        }
        blocks.push(block);
    }
    blocks
}

/// The values of blocks in order.
pub fn numbers(blocks: &[Block]) -> impl Iterator<Item = i16> {
    blocks.iter().flat_map(|block| block.0)
}
