//! The settings of a bot, as its TOML file gives them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use engine::{LEAST_ELO, MOST_ELO};
use serde::Deserialize;
use thiserror::Error;

use crate::rules::Rules;
use engine::manners::{Draws, Resignation};

/// The settings of a bot. What a file does not say is as in `Config::default()`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address of the server; [`LICHESS`](crate::LICHESS) if it is missing.
    pub url: Option<String>,
    /// Which challenges are accepted.
    pub challenges: Rules,
    /// How the engine plays.
    pub engine: EngineConfig,
    /// When draws are offered and accepted.
    pub draws: Draws,
    /// When games are given up.
    pub resignation: Resignation,
    /// What is said.
    pub chat: Chat,
}

/// How the engine plays.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineConfig {
    /// The hash table of each game, in megabytes.
    pub hash: NonZeroUsize,
    /// Threads of each game.
    pub threads: NonZeroUsize,
    /// Milliseconds that a move loses on the way to Lichess.
    pub move_overhead: u64,
    /// Whether to think on the opponent's time, while there are processors for all games.
    pub ponder: bool,
    /// Limits the strength; full strength if it is missing.
    pub elo: Option<u32>,
    /// A Polyglot book to play openings from.
    pub book: Option<PathBuf>,
    /// Folders of Syzygy tables.
    pub syzygy: Vec<PathBuf>,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            hash: NonZeroUsize::MIN.saturating_add(63),
            threads: NonZeroUsize::MIN,
            move_overhead: 300,
            ponder: true,
            elo: None,
            book: None,
            syzygy: Vec::new(),
        }
    }
}

/// What is said.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Chat {
    /// The words to an opponent at the start of a game; `{opponent}` is replaced. Empty for none.
    pub greeting: String,
}

impl Default for Chat {
    fn default() -> Self {
        Self { greeting: "Good luck, {opponent}!".to_owned() }
    }
}

/// Settings that cannot be meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigError {
    /// No number satisfies both bounds.
    #[error("{} is greater than {}", .0[0], .0[1])]
    Bounds([&'static str; 2]),
    /// There is no such level.
    #[error("elo = {0}; expected a number from {LEAST_ELO} to {MOST_ELO}")]
    Elo(u32),
}

impl Config {
    /// Whether the settings go together.
    pub fn check(&self) -> Result<(), ConfigError> {
        if let Some(names) = self.challenges.contradiction() {
            return Err(ConfigError::Bounds(names));
        }
        match self.engine.elo {
            Some(elo) if !(LEAST_ELO..=MOST_ELO).contains(&elo) => Err(ConfigError::Elo(elo)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sample says what holds without it.
    #[test]
    fn the_sample_is_the_default() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/lichess.toml");
        let sample: Config = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(sample, Config::default());
        assert_eq!(sample.check(), Ok(()));
    }

    /// Each commented line of the sample is a setting, too.
    #[test]
    fn what_the_sample_leaves_out_is_right() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/lichess.toml");
        let text = std::fs::read_to_string(path).unwrap();
        let settings: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|line| line.contains(" = ")).unwrap_or(line))
            .collect();
        let config: Config = toml::from_str(&settings.join("\n")).unwrap();
        assert_eq!(config.check(), Ok(()));
        assert!(config.engine.elo.is_some() && config.engine.book.is_some());
        assert!(!config.engine.syzygy.is_empty());
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for text in ["[challenge]\n", "[engine]\nhash = 0\n", "[challenges]\nvariants = ['atomic']\n"] {
            assert!(toml::from_str::<Config>(text).is_err(), "{text}");
        }
        let elo: Config = toml::from_str("[engine]\nelo = 100\n").unwrap();
        assert_eq!(elo.check(), Err(ConfigError::Elo(100)));
        let bounds: Config = toml::from_str("[challenges]\nleast_seconds = 9999\n").unwrap();
        assert_eq!(bounds.check().unwrap_err().to_string(), "least_seconds is greater than most_seconds");
    }
}
