//! Counting and finding the bits of a word, in five ways.
//!
//! A bitboard is useful only if its members can be counted and named quickly: the number of ones
//! (*popcount*) and the index of the lowest one (*bit scan*). Before processors had instructions for
//! them, these loops were the innermost of every chess program, and people found beautiful ways
//! around them. All functions here agree with the instructions, which the tests show; the experiment
//! `bits` measures what each costs.
//!
//! | function | idea |
//! | --- | --- |
//! | `..._by_loop` | look at each bit in turn: 64 steps |
//! | [`count_by_kernighan`] | `x & (x - 1)` clears the lowest one: as many steps as ones |
//! | `..._by_table` | eight look-ups of a byte each |
//! | [`scan_by_de_bruijn`] | isolate the lowest one, multiply, look up: no loop |
//! | `..._by_hardware` | `POPCNT` and `TZCNT`, where the processor has them |

/// The ones of each byte.
const ONES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = table[byte / 2] + (byte % 2) as u8;
        byte += 1;
    }
    table
};

/// The index of the lowest one of each byte; 8 for none.
const LOWEST: [u8; 256] = {
    let mut table = [8; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = if byte % 2 == 1 { 0 } else { table[byte / 2] + 1 };
        byte += 1;
    }
    table
};

/// A word in which each of the 64 runs of six bits occurs once: a de Bruijn sequence. Multiplied
/// by a power of two it is shifted, so its highest six bits tell which power it was.
const DE_BRUIJN: u64 = 0x03f7_9d71_b4cb_0a89;

/// The power of two that brings each run of six bits to the top.
const POWER: [u8; 64] = {
    let mut table = [0; 64];
    let mut power = 0;
    while power < 64 {
        table[(DE_BRUIJN << power >> 58) as usize] = power;
        power += 1;
    }
    table
};

/// Counts the ones by looking at every bit.
pub fn count_by_loop(word: u64) -> u32 {
    (0..64).map(|bit| (word >> bit & 1) as u32).sum()
}

/// Counts the ones by clearing the lowest until none is left (Wegner 1960, later Kernighan).
pub fn count_by_kernighan(mut word: u64) -> u32 {
    let mut count = 0;
    while word != 0 {
        word &= word - 1;
        count += 1;
    }
    count
}

/// Counts the ones of each byte by a table.
pub fn count_by_table(word: u64) -> u32 {
    word.to_le_bytes().iter().map(|&byte| u32::from(ONES[byte as usize])).sum()
}

/// Counts the ones by the processor's instruction.
pub fn count_by_hardware(word: u64) -> u32 {
    word.count_ones()
}

/// Finds the lowest one by looking at bit after bit; 64 for none.
pub fn scan_by_loop(word: u64) -> u32 {
    (0..64).find(|bit| word >> bit & 1 == 1).unwrap_or(64)
}

/// Finds the lowest one by a table for the first byte that has one; 64 for none.
pub fn scan_by_table(word: u64) -> u32 {
    let bytes = word.to_le_bytes();
    let first = bytes.iter().position(|&byte| byte != 0);
    first.map_or(64, |index| 8 * index as u32 + u32::from(LOWEST[bytes[index] as usize]))
}

/// Finds the lowest one by a de Bruijn sequence; 64 for none (Leiserson, Prokop, Randall 1998).
pub fn scan_by_de_bruijn(word: u64) -> u32 {
    if word == 0 {
        return 64;
    }
    let lowest = word & word.wrapping_neg();
    u32::from(POWER[(DE_BRUIJN.wrapping_mul(lowest) >> 58) as usize])
}

/// Finds the lowest one by the processor's instruction; 64 for none.
pub fn scan_by_hardware(word: u64) -> u32 {
    word.trailing_zeros()
}

/// A function of a word.
pub type OfWord = fn(u64) -> u32;

/// All ways to count, by name.
pub const COUNTS: [(&str, OfWord); 4] = [
    ("loop", count_by_loop),
    ("Kernighan", count_by_kernighan),
    ("table", count_by_table),
    ("hardware", count_by_hardware),
];

/// All ways to find the lowest one, by name.
pub const SCANS: [(&str, OfWord); 4] = [
    ("loop", scan_by_loop),
    ("table", scan_by_table),
    ("De Bruijn", scan_by_de_bruijn),
    ("hardware", scan_by_hardware),
];

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;

    #[test]
    fn all_ways_agree() {
        let mut rng = SplitMix64::new(3);
        let random = (0..2000).map(|_| rng.next_u64() & rng.next_u64()).collect::<Vec<_>>();
        let single = (0..64).map(|bit| 1_u64 << bit);
        for word in single.chain(random).chain([0, !0]) {
            for (name, count) in COUNTS {
                assert_eq!(count(word), word.count_ones(), "{name} counts {word:x}");
            }
            for (name, scan) in SCANS {
                assert_eq!(scan(word), word.trailing_zeros(), "{name} scans {word:x}");
            }
        }
    }
}
