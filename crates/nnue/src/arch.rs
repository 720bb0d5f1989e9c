//! Sizes and quantisation constants.

use std::fmt;

use gamekit::Square;

/// Kinds of piece, own and other, times squares: the features of a king bucket.
pub const INPUTS: usize = 2 * 6 * 64;

/// One in the first layer, and in the numbers that come out of it.
pub const QA: i16 = 255;

/// One in the weights of the last layer.
pub const QB: i16 = 64;

/// The scale of nets of format 1, whose files do not contain one.
pub const DEFAULT_SCALE: u16 = 400;

/// The largest scale.
pub const MOST_SCALE: u16 = 2000;

/// The largest absolute value of weights and first-layer biases. With it, 32 pieces cannot overflow
/// 16 bits in the first layer, nor can `QA` times a weight in the last.
pub const WEIGHT_LIMIT: f32 = 1.98;

/// Hidden sizes are multiples of this: a cache line of 16-bit numbers.
pub const HIDDEN_STEP: usize = 32;

/// The largest hidden size.
pub const MOST_HIDDEN: usize = 1024;

/// The number of last layers when there is more than one.
pub const MOST_BUCKETS: usize = 8;

/// Units of the second layer of a [deep](Architecture::is_deep) net.
pub const SECOND: usize = 16;

/// Inputs of its third layer: each unit of the second twice, clamped and squared.
pub const THIRD_INPUTS: usize = 2 * SECOND;

/// Units of its third layer.
pub const THIRD: usize = 32;

/// Hidden sizes of deep nets are multiples of this: the units of either half fill whole blocks, in
/// the trainer as well.
pub const DEEP_STEP: usize = 128;

/// The largest weight of the first layer.
pub(crate) const MOST_FEATURE_WEIGHT: i16 = (WEIGHT_LIMIT * QA as f32 + 0.5) as i16;

/// The largest weight of the last layer.
pub(crate) const MOST_OUTPUT_WEIGHT: i16 = (WEIGHT_LIMIT * QB as f32 + 0.5) as i16;

const _: () = assert!(33 * MOST_FEATURE_WEIGHT as i32 <= i16::MAX as i32);
const _: () = assert!(QA as i32 * MOST_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);

/// The king bucket of each square, from a1 to h8.
type KingLayout = [u8; 64];

/// The layouts with 1, 4 and 5 buckets.
static KING_LAYOUTS: [KingLayout; 3] = [layout([0; 5]), layout([0, 1, 2, 2, 3]), layout([0, 1, 2, 3, 4])];

/// A layout from the buckets of a1 and b1, of c1 and d1, of a2 and b2, of c2 and d2, and of the
/// other six ranks. The files e to h mirror the files a to d.
const fn layout([corner, centre, corner_above, centre_above, rest]: [u8; 5]) -> KingLayout {
    let mut map = [rest; 64];
    let mut file = 0;
    while file < 8 {
        let is_corner = file < 2 || file >= 6;
        map[file] = if is_corner { corner } else { centre };
        map[8 + file] = if is_corner { corner_above } else { centre_above };
        file += 1;
    }
    map
}

/// The sizes of a net, and what its output means.
///
/// ```
/// use nnue::Architecture;
///
/// let arch = Architecture::new(256, 8)?;
/// assert_eq!(arch.to_string(), "(768 mirrored -> 256) x 2 -> 1 x 8");
/// assert_eq!(arch.bucket(32), 7);
/// assert!(Architecture::new(100, 1).is_err());
/// # Ok::<(), nnue::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Architecture {
    hidden: u16,
    buckets: u16,
    scale: u16,
    king_layout: &'static KingLayout,
    is_deep: bool,
}

impl Architecture {
    /// A net with `hidden` units for each side and `buckets` last layers.
    pub const fn new(hidden: usize, buckets: usize) -> Result<Self, SizeError> {
        if hidden == 0 || hidden > MOST_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) {
            return Err(SizeError::Hidden(hidden));
        }
        if buckets != 1 && buckets != MOST_BUCKETS {
            return Err(SizeError::Buckets(buckets));
        }
        Ok(Self {
            hidden: hidden as u16,
            buckets: buckets as u16,
            scale: DEFAULT_SCALE,
            king_layout: &KING_LAYOUTS[0],
            is_deep: false,
        })
    }

    /// The same net with another number of hidden units.
    pub const fn with_hidden(self, hidden: usize) -> Result<Self, SizeError> {
        match Self::new(hidden, self.buckets()) {
            Ok(Self { hidden, .. }) => Ok(Self { hidden, ..self }),
            Err(error) => Err(error),
        }
    }

    /// The same net with two more layers between the hidden units and the output.
    ///
    /// ```
    /// use nnue::Architecture;
    ///
    /// let arch = Architecture::new(384, 8)?.deep()?;
    /// assert_eq!(arch.to_string(), "(768 mirrored -> 384) x 2 -> (16 -> 32 -> 1) x 8");
    /// # Ok::<(), nnue::SizeError>(())
    /// ```
    pub const fn deep(self) -> Result<Self, SizeError> {
        if !self.hidden().is_multiple_of(DEEP_STEP) {
            return Err(SizeError::Deep(self.hidden()));
        }
        Ok(Self { is_deep: true, ..self })
    }

    /// Whether there are two more layers between the hidden units and the output.
    #[inline]
    pub const fn is_deep(self) -> bool {
        self.is_deep
    }

    /// The same sizes with another scale.
    pub const fn with_scale(self, scale: usize) -> Result<Self, SizeError> {
        if scale == 0 || scale > MOST_SCALE as usize {
            return Err(SizeError::Scale(scale));
        }
        Ok(Self { scale: scale as u16, ..self })
    }

    /// The same net with 1, 4 or 5 king buckets: each has its own weights in the first layer.
    ///
    /// ```
    /// use nnue::Architecture;
    ///
    /// let arch = Architecture::new(512, 8)?.with_king_buckets(4)?;
    /// assert_eq!(arch.to_string(), "(768 x 4 mirrored -> 512) x 2 -> 1 x 8");
    /// # Ok::<(), nnue::SizeError>(())
    /// ```
    pub const fn with_king_buckets(self, buckets: usize) -> Result<Self, SizeError> {
        let king_layout = match buckets {
            1 => &KING_LAYOUTS[0],
            4 => &KING_LAYOUTS[1],
            5 => &KING_LAYOUTS[2],
            _ => return Err(SizeError::KingBuckets(buckets)),
        };
        Ok(Self { king_layout, ..self })
    }

    /// The number of king buckets.
    #[inline]
    pub const fn king_buckets(self) -> usize {
        // The last square is in the last bucket.
        self.king_layout[63] as usize + 1
    }

    /// The bucket of a side whose king stands on this square, as that side sees it.
    #[inline]
    pub const fn king_bucket(self, king: Square) -> usize {
        self.king_layout[king as usize] as usize
    }

    /// The features of all king buckets together.
    #[inline]
    pub const fn inputs(self) -> usize {
        self.king_buckets() * INPUTS
    }

    /// Hidden units of one side.
    #[inline]
    pub const fn hidden(self) -> usize {
        self.hidden as usize
    }

    /// The number of last layers.
    #[inline]
    pub const fn buckets(self) -> usize {
        self.buckets as usize
    }

    /// Centipawns to which an output of one comes: the expected result is
    /// `1 / (1 + exp(-centipawns / scale))`.
    #[inline]
    pub const fn scale(self) -> i32 {
        self.scale as i32
    }

    /// The last layer for a board with this many pieces, kings included: of eight, a new one for
    /// every four pieces.
    #[inline]
    pub const fn bucket(self, pieces: usize) -> usize {
        if self.buckets == 1 {
            return 0;
        }
        let bucket = pieces.saturating_sub(2) / 4;
        if bucket < MOST_BUCKETS { bucket } else { MOST_BUCKETS - 1 }
    }

    /// A hash of everything that gives the weights their meaning. A file with another hash was made
    /// for another program.
    pub fn hash(self) -> u64 {
        let scale = self.scale;
        let king_buckets = match self.king_buckets() {
            1 => String::new(),
            _ => format!("; king buckets {:?}", self.king_layout),
        };
        let activation = if self.is_deep { "pairs; clamp and square, capped; screlu" } else { "screlu" };
        let meaning = format!(
            "{self}; own pnbrqk, other pnbrqk; king on a-d; {activation}; qa {QA}, qb {QB}, scale {scale}; bucket (n-2)/4{king_buckets}"
        );
        crate::file::fnv1a(meaning.as_bytes())
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hidden, buckets, .. } = self;
        match self.king_buckets() {
            1 => write!(f, "({INPUTS} mirrored -> {hidden}) x 2 -> ")?,
            kings => write!(f, "({INPUTS} x {kings} mirrored -> {hidden}) x 2 -> ")?,
        }
        if self.is_deep {
            write!(f, "({SECOND} -> {THIRD} -> 1) x {buckets}")
        } else {
            write!(f, "1 x {buckets}")
        }
    }
}

/// A size that nets cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// Hidden units.
    #[error("hidden size {0}; expected a multiple of {HIDDEN_STEP} up to {MOST_HIDDEN}")]
    Hidden(usize),
    /// Output buckets.
    #[error("{0} output buckets; expected 1 or {MOST_BUCKETS}")]
    Buckets(usize),
    /// Scale.
    #[error("scale {0}; expected 1 to {MOST_SCALE}")]
    Scale(usize),
    /// King buckets.
    #[error("{0} king buckets; expected 1, 4 or 5")]
    KingBuckets(usize),
    /// Hidden units of a deep net.
    #[error("hidden size {0} of a deep net; expected a multiple of {DEEP_STEP} up to {MOST_HIDDEN}")]
    Deep(usize),
    /// A number that does not say whether a net is deep.
    #[error("depth {0}; expected 0, or 1 for a deep net")]
    Depth(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_pieces_has_its_bucket() {
        let one = Architecture::new(64, 1).unwrap();
        let eight = Architecture::new(64, 8).unwrap();
        assert!((2..=32).all(|pieces| one.bucket(pieces) == 0));
        let buckets: Vec<usize> = (2..=32).map(|pieces| eight.bucket(pieces)).collect();
        assert!(buckets.is_sorted());
        assert_eq!((buckets[0], buckets[3], buckets[4], buckets[30]), (0, 0, 1, 7));
    }

    #[test]
    fn sizes_have_hashes_of_their_own() {
        let hashes: std::collections::HashSet<u64> = [(64, 1), (64, 8), (128, 1), (512, 8)]
            .map(|(hidden, buckets)| Architecture::new(hidden, buckets).unwrap().hash())
            .into();
        assert_eq!(hashes.len(), 4);
    }

    #[test]
    fn a_scale_has_a_hash_of_its_own() {
        let arch = Architecture::new(64, 8).unwrap();
        assert_eq!(arch.with_scale(400).unwrap().hash(), arch.hash());
        assert_ne!(arch.with_scale(160).unwrap().hash(), arch.hash());
        assert_eq!(arch.with_scale(0), Err(SizeError::Scale(0)));
        assert_eq!(arch.with_scale(2001), Err(SizeError::Scale(2001)));
    }

    #[test]
    fn king_buckets_lie_as_the_documentation_draws_them() {
        let picture = |kings| {
            let arch = Architecture::new(64, 8).unwrap().with_king_buckets(kings).unwrap();
            assert_eq!((arch.king_buckets(), arch.inputs()), (kings, kings * 768));
            let mut buckets = Square::ALL.into_iter().map(|square| arch.king_bucket(square).to_string());
            let rows: Vec<String> = (0..8).map(|_| buckets.by_ref().take(8).collect()).collect();
            assert!(rows[2..].iter().all(|row| *row == rows[7]));
            [rows[0].clone(), rows[1].clone(), rows[7].clone()]
        };
        assert_eq!(picture(1), ["00000000", "00000000", "00000000"]);
        assert_eq!(picture(4), ["00111100", "22222222", "33333333"]);
        assert_eq!(picture(5), ["00111100", "22333322", "44444444"]);
    }

    #[test]
    fn king_buckets_have_hashes_of_their_own() {
        let arch = Architecture::new(64, 8).unwrap();
        let hashes = [1, 4, 5].map(|kings| arch.with_king_buckets(kings).unwrap().hash());
        assert_eq!(hashes[0], arch.hash());
        assert!(hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
        for kings in [0, 2, 3, 6, 260] {
            assert_eq!(arch.with_king_buckets(kings), Err(SizeError::KingBuckets(kings)));
        }
    }

    #[test]
    fn deep_nets_have_hashes_of_their_own() {
        let arch = Architecture::new(128, 8).unwrap();
        assert_ne!(arch.deep().unwrap().hash(), arch.hash());
        assert_eq!(Architecture::new(192, 8).unwrap().deep(), Err(SizeError::Deep(192)));
    }

    #[test]
    fn odd_sizes_are_refused() {
        for hidden in [0, 31, 48, 1056] {
            assert_eq!(Architecture::new(hidden, 1), Err(SizeError::Hidden(hidden)));
        }
        for buckets in [0, 2, 16] {
            assert_eq!(Architecture::new(64, buckets), Err(SizeError::Buckets(buckets)));
        }
    }
}
