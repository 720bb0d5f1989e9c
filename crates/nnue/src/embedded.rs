//! The net that is embedded in the program.

use crate::Net;

/// The file that `build.rs` found: `EVALFILE`, or else `nets/default.nnue`.
#[cfg(embedded_net)]
const FILE: Option<&[u8]> = Some(include_bytes!(env!("EMBEDDED_NET")));
#[cfg(not(embedded_net))]
const FILE: Option<&[u8]> = None;

impl Net {
    /// Whether a net is embedded.
    pub const IS_EMBEDDED: bool = FILE.is_some();

    /// The embedded net.
    ///
    /// # Panics
    /// Panics if the embedded file is not a net, which a test prevents.
    pub fn embedded() -> Option<Self> {
        FILE.map(|bytes| Self::read(bytes).unwrap_or_else(|error| panic!("the embedded net: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_net_can_be_read() {
        assert_eq!(Net::embedded().is_some(), Net::IS_EMBEDDED);
    }
}
