//! The net that is built into the program.

use crate::Net;

/// The file that the build found (`EVALFILE`, or else `nets/default.nnue`), if there was one.
#[cfg(embedded_net)]
const FILE: Option<&[u8]> = Some(include_bytes!(env!("EMBEDDED_NET")));
#[cfg(not(embedded_net))]
const FILE: Option<&[u8]> = None;

impl Net {
    /// Whether a net is built in.
    pub const IS_EMBEDDED: bool = FILE.is_some();

    /// The net that is built in.
    ///
    /// # Panics
    /// Panics if the file that was built in is not a net; a test looks.
    pub fn embedded() -> Option<Self> {
        FILE.map(|bytes| Self::read(bytes).unwrap_or_else(|error| panic!("the built-in net: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_that_is_built_in_can_be_read() {
        assert_eq!(Net::embedded().is_some(), Net::IS_EMBEDDED);
    }
}
