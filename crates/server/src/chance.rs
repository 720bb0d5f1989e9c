//! Chance: ids that nobody guesses, colors, start positions.

use std::fmt::Write;

use crate::refused::Refused;

/// Sixteen bytes as hexadecimal digits.
pub fn id() -> Result<String, Refused> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(Refused::trouble)?;
    let mut text = String::with_capacity(32);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// A number below `bound`.
pub fn below(bound: u64) -> Result<u64, Refused> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(Refused::trouble)?;
    Ok(u64::from_le_bytes(bytes) % bound)
}
