//! Positions as the network sees them, packed.

/// A position to learn from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'a> {
    /// The active features, first as the side to move sees them, then as the other side does.
    pub features: [&'a [u16]; 2],
    /// The output that this position uses.
    pub bucket: usize,
    /// The points that the side to move got in the end: 0, 1/2 or 1.
    pub points: f32,
    /// The points that the search expected for the side to move.
    pub expected: f32,
}

impl Sample<'_> {
    /// What the network should say: a mixture of how the game ended, which is true but says little of
    /// one position, and of what a search said, which is about the position but only an opinion.
    pub fn target(&self, wdl: f32) -> f32 {
        wdl * self.points + (1.0 - wdl) * self.expected
    }
}

/// Many positions: 12 bytes for each and 4 for each of its pieces, about 80 bytes on average.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    rows: Vec<Row>,
    /// The features of all positions, each side's in turn.
    features: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Row {
    /// Where the features begin, in pairs.
    start: u32,
    expected: f32,
    half_points: u8,
    pieces: u8,
    bucket: u8,
}

const _: () = assert!(size_of::<Row>() == 12);

impl Samples {
    /// The most pieces on a board.
    pub const MOST_PIECES: usize = 32;

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Bytes that the positions take.
    pub fn bytes(&self) -> usize {
        self.rows.len() * size_of::<Row>() + self.features.len() * size_of::<u16>()
    }

    /// Adds a position. Both sides see equally many pieces, at most 32.
    pub fn push(&mut self, sample: &Sample<'_>) {
        let [own, other] = sample.features;
        assert!(own.len() == other.len() && own.len() <= Self::MOST_PIECES, "a board has 32 pieces at most");
        let start = start(self.features.len() / 2);
        self.features.extend_from_slice(own);
        self.features.extend_from_slice(other);
        self.rows.push(Row {
            start,
            expected: sample.expected,
            half_points: (sample.points * 2.0) as u8,
            pieces: own.len() as u8,
            bucket: sample.bucket as u8,
        });
    }

    /// Adds all positions of others.
    pub fn append(&mut self, others: &Self) {
        let offset = self.features.len() / 2;
        let moved = |row: &Row| Row { start: start(row.start as usize + offset), ..*row };
        self.rows.extend(others.rows.iter().map(moved));
        self.features.extend_from_slice(&others.features);
    }

    /// A position.
    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let row = self.rows[index];
        let (start, pieces) = (row.start as usize * 2, row.pieces as usize);
        let (own, other) = self.features[start..start + 2 * pieces].split_at(pieces);
        Sample {
            features: [own, other],
            bucket: row.bucket as usize,
            points: f32::from(row.half_points) * 0.5,
            expected: row.expected,
        }
    }
}

/// Where features begin, small.
fn start(pairs: usize) -> u32 {
    u32::try_from(pairs).expect("four billion pieces, which is 17 GB, are more than the trainer was made for")
}
