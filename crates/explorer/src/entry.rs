//! One move in one position, before and after the games with it are added up.

use gamekit::Tally;

use crate::counts::Counts;

/// A move of one game; sixteen bytes, because many millions of them are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The key of the position.
    pub key: u64,
    /// The bits of the move.
    pub mv: u16,
    /// The rating of the player who moved; 0 if there is none.
    pub rating: u16,
    /// White's half points.
    pub result: u8,
}

impl Record {
    /// What records are sorted by.
    pub fn place(&self) -> (u64, u16) {
        (self.key, self.mv)
    }

    /// The entry of this one game.
    pub fn entry(&self) -> Entry {
        let mut results = Tally::default();
        results.count(self.result.into());
        let counts = Counts { results, rated: (self.rating > 0).into(), ratings: self.rating.into() };
        Entry { key: self.key, mv: self.mv, counts }
    }
}

/// All games with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The bits of the move.
    pub mv: u16,
    /// The games.
    pub counts: Counts,
}

impl Entry {
    /// What entries are sorted by.
    pub fn place(&self) -> (u64, u16) {
        (self.key, self.mv)
    }

    /// Appends the entry to a block in which the entry before it has this key.
    pub fn write(&self, before: u64, block: &mut Vec<u8>) {
        let Counts { results: Tally { wins, draws, losses }, rated, ratings } = self.counts;
        write_varint(self.key - before, block);
        block.extend_from_slice(&self.mv.to_le_bytes());
        for number in [wins, draws, losses, rated] {
            write_varint(number, block);
        }
        if rated > 0 {
            write_varint(ratings, block);
        }
    }

    /// Takes an entry from a block; none if the block is damaged.
    pub fn read(before: u64, block: &mut &[u8]) -> Option<Self> {
        let key = before.checked_add(read_varint(block)?)?;
        let (mv, rest) = block.split_first_chunk::<2>()?;
        *block = rest;
        let [wins, draws, losses, rated] =
            [read_varint(block)?, read_varint(block)?, read_varint(block)?, read_varint(block)?];
        let ratings = if rated > 0 { read_varint(block)? } else { 0 };
        let counts = Counts { results: Tally::new(wins, draws, losses), rated, ratings };
        Some(Self { key, mv: u16::from_le_bytes(*mv), counts })
    }
}

fn write_varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back() {
        let entries =
            [(0, 0, [0; 5]), (3, 9, [1, 0, 0, 0, 0]), (u64::MAX, u16::MAX, [300, 0, u64::MAX, 1, 2400])];
        let entries = entries.map(|(key, mv, [wins, draws, losses, rated, ratings])| {
            let counts = Counts { results: Tally::new(wins, draws, losses), rated, ratings };
            Entry { key, mv, counts }
        });
        let (mut block, mut before) = (Vec::new(), 0);
        for entry in &entries {
            entry.write(before, &mut block);
            before = entry.key;
        }
        let (mut rest, mut before) = (&block[..], 0);
        for entry in entries {
            assert_eq!(Entry::read(before, &mut rest), Some(entry));
            before = entry.key;
        }
        assert!(rest.is_empty());
        for length in 0..7 {
            assert_eq!(Entry::read(0, &mut &block[..length]), None, "{length} bytes");
        }
        assert_eq!(Entry::read(0, &mut &[0xff; 20][..]), None, "no number is that long");
    }
}
