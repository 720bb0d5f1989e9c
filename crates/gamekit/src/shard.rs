//! Work that is shared among machines.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One machine's share of some work, as `i/n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Shard {
    /// The index of the share, from zero.
    pub index: u64,
    /// The number of shares.
    pub of: u64,
}

/// A text is not a shard.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("shard {0:?}: expected i/n with i from 1 to n, as 3/8")]
pub struct ParseShardError(String);

impl Shard {
    /// Whether a unit of work, numbered from zero, belongs to this share.
    pub const fn contains(self, number: u64) -> bool {
        number % self.of == self.index
    }

    /// How many of the first `total` units belong to this share.
    pub const fn share_of(self, total: u64) -> u64 {
        total / self.of + (self.index < total % self.of) as u64
    }

    /// Whether it is all of the work.
    pub const fn is_whole(&self) -> bool {
        self.of == 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self { index: 0, of: 1 }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index @ 1.., of)) if index <= of => Ok(Self { index: index - 1, of }),
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = ParseShardError;

    fn try_from(text: String) -> Result<Self, ParseShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!("3/8".parse(), Ok(Shard { index: 2, of: 8 }));
        assert_eq!("8/8".parse::<Shard>().unwrap().to_string(), "8/8");
        for text in ["0/8", "9/8", "3", "a/b", "-1/3", ""] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError(text.to_owned())));
        }
    }

    #[test]
    fn each_number_belongs_to_one_share() {
        let shards = [0, 1, 2].map(|index| Shard { index, of: 3 });
        for number in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.contains(number)).count(), 1);
            assert!(Shard::default().contains(number));
            for shard in shards {
                let owned = (0..number).filter(|&number| shard.contains(number)).count();
                assert_eq!(shard.share_of(number), owned as u64);
            }
        }
        assert!(Shard::default().is_whole() && !Shard { index: 0, of: 2 }.is_whole());
    }
}
