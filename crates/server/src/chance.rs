//! Random ids and numbers.

use getrandom::Error;

/// An id that cannot be guessed: sixteen random bytes in hexadecimal.
pub fn id() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// A random number below `bound`.
pub fn below(bound: u64) -> Result<u64, Error> {
    Ok(getrandom::u64()? % bound)
}
