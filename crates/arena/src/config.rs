//! A match as its user describes it, on the command line or in a TOML file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gamekit::ByColor;
use serde::{Deserialize, Serialize};
use syzygy::Tables;
use thiserror::Error;

use crate::TomlError;
use crate::adjudicate::Adjudication;
use crate::clock::{Limits, TimeControl};
use crate::engine::EngineSpec;
use crate::game::Rules;
use crate::openings::OpeningSource;
use crate::schedule::{Format, Pairing, Schedule};
use crate::sprt::Sprt;

/// All that defines a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchConfig {
    /// Games between each two engines that meet, rounded up to pairs.
    pub games: usize,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Which engines meet.
    pub format: Format,
    /// The time control of engines without limits of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Milliseconds per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Depth per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds that an answer may come late.
    pub margin: u64,
    /// Seconds that an engine without a clock may think.
    pub patience: u64,
    /// Play Chess960.
    pub chess960: bool,
    /// A folder of Syzygy tables: endings that they know are judged, not played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub syzygy: Option<PathBuf>,
    /// Where to write the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgn: Option<PathBuf>,
    /// Where games start; in the initial position if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningSource>,
    /// When to stop early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Which games the arbiter ends.
    pub adjudication: Adjudication,
    /// Who plays.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineSpec>,
}

impl Default for MatchConfig {
    fn default() -> Self {
        Self {
            games: 100,
            concurrency: 1,
            format: Format::default(),
            tc: None,
            movetime: None,
            depth: None,
            nodes: None,
            margin: 50,
            patience: 60,
            chess960: false,
            pgn: None,
            openings: None,
            sprt: None,
            adjudication: Adjudication::default(),
            syzygy: None,
            engines: Vec::new(),
        }
    }
}

/// Why a description is no match.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The text is no TOML, or not of a match.
    #[error("bad match file: {0}")]
    Toml(TomlError),
    /// Too few players.
    #[error("{0} engines; expected at least 2")]
    TooFewEngines(usize),
    /// Two players of the same name.
    #[error("two engines are named {0:?}; expected names that differ (name=...)")]
    SameName(String),
    /// Nothing bounds an engine's search.
    #[error("no limit for engine {0:?}; expected a time control, movetime, depth or nodes")]
    NoLimit(String),
    /// A number must not be zero.
    #[error("{0} is 0; expected at least 1")]
    Zero(&'static str),
    /// The test is about two engines.
    #[error("SPRT with {0} engines; expected 2")]
    SprtEngines(usize),
    /// The test could never end, or never begin.
    #[error(
        "SPRT with elo0={elo0} and elo1={elo1}, alpha={alpha} and beta={beta}; expected elo0 < elo1 and error chances between 0 and 0.5"
    )]
    SprtBounds {
        /// The lower bound.
        elo0: f64,
        /// The upper bound.
        elo1: f64,
        /// The first chance of error.
        alpha: f64,
        /// The second chance of error.
        beta: f64,
    },
}

impl MatchConfig {
    /// Reads a TOML file.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let mut config: Self =
            toml::from_str(text).map_err(|error| ConfigError::Toml(TomlError::new(text, &error)))?;
        config.engines.iter_mut().for_each(EngineSpec::name_by_command);
        Ok(config)
    }

    /// Puts this program in the place of `self`.
    pub fn resolve_self(&mut self, this_program: &Path) {
        for engine in &mut self.engines {
            engine.resolve_self(this_program);
        }
    }

    /// Makes all paths independent of the current folder, so that the match can go on from any.
    pub fn make_paths_absolute(&mut self) {
        let files = self.openings.iter_mut().map(|source| &mut source.file);
        for path in files.chain(&mut self.pgn).chain(&mut self.syzygy) {
            if let Ok(absolute) = std::path::absolute(&*path) {
                *path = absolute;
            }
        }
        for engine in &mut self.engines {
            engine.make_paths_absolute();
        }
    }

    /// Whether the match can be played.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.engines.len() < 2 {
            return Err(ConfigError::TooFewEngines(self.engines.len()));
        }
        for (what, number) in [("games", self.games), ("concurrency", self.concurrency)] {
            if number == 0 {
                return Err(ConfigError::Zero(what));
            }
        }
        let mut names = HashSet::new();
        for engine in &self.engines {
            if !names.insert(&engine.name) {
                return Err(ConfigError::SameName(engine.name.clone()));
            }
            if engine.limits(self.limits()).is_unbounded() {
                return Err(ConfigError::NoLimit(engine.name.clone()));
            }
        }
        self.sprt.map_or(Ok(()), |sprt| self.check_sprt(&sprt))
    }

    fn check_sprt(&self, sprt: &Sprt) -> Result<(), ConfigError> {
        let Sprt { elo0, elo1, alpha, beta, .. } = *sprt;
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        if self.engines.len() != 2 {
            Err(ConfigError::SprtEngines(self.engines.len()))
        } else if elo0 < elo1 && is_chance(alpha) && is_chance(beta) {
            Ok(())
        } else {
            Err(ConfigError::SprtBounds { elo0, elo1, alpha, beta })
        }
    }

    /// What bounds the moves of engines without limits of their own.
    pub fn limits(&self) -> Limits {
        Limits {
            control: self.tc,
            movetime: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
        }
    }

    /// Who plays whom.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.games)
    }

    /// The rules of a game.
    pub fn rules<'a>(&self, pairing: &Pairing, tablebases: Option<&'a Tables>) -> Rules<'a> {
        let limits = |color| self.engines[pairing.engines[color]].limits(self.limits());
        Rules {
            limits: ByColor::new(limits(gamekit::Color::White), limits(gamekit::Color::Black)),
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            chess960: self.chess960,
            adjudication: self.adjudication,
            tablebases,
            spectator: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        games = 400
        concurrency = 2
        tc = "8+0.08"

        [openings]
        file = "book.epd"
        seed = 7

        [sprt]
        elo0 = 0
        elo1 = 5

        [adjudication.draw]
        movenumber = 40
        movecount = 8
        score = 10

        [[engine]]
        name = "new"
        cmd = "self"
        options = { Hash = 16, Ponder = false, Style = "wild" }

        [[engine]]
        cmd = "bin/old.exe"
        nodes = 5000
    "#;

    #[test]
    fn a_file_describes_a_match() {
        let config = MatchConfig::from_toml(TEXT).unwrap();
        config.check().unwrap();
        assert_eq!(config.schedule().games(), 400);
        assert_eq!(config.engines[1].name, "old");
        assert_eq!(config.engines[0].options["Hash"], "16");
        assert_eq!(config.engines[0].options["Ponder"], "false");
        let rules = config.rules(&config.schedule().pairing(0), None);
        assert_eq!(rules.limits[gamekit::Color::White].to_string(), "8+0.08");
        assert_eq!(rules.limits[gamekit::Color::Black].to_string(), "5000 nodes");
    }

    #[test]
    fn what_is_written_reads_back() {
        let config = MatchConfig::from_toml(TEXT).unwrap();
        let text = toml::to_string(&config).unwrap();
        assert_eq!(MatchConfig::from_toml(&text).unwrap(), config, "{text}");
    }

    #[test]
    fn matches_that_cannot_be_played_are_refused() {
        let change = |change: fn(&mut MatchConfig)| {
            let mut config = MatchConfig::from_toml(TEXT).unwrap();
            change(&mut config);
            config.check().unwrap_err().to_string()
        };
        assert_eq!(change(|config| drop(config.engines.pop())), "1 engines; expected at least 2");
        assert_eq!(change(|config| config.games = 0), "games is 0; expected at least 1");
        assert!(
            change(|config| config.engines[1].name = "new".to_owned()).starts_with("two engines are named")
        );
        assert!(change(|config| config.tc = None).starts_with("no limit for engine \"new\""));
        assert!(
            change(|config| config.sprt = Some(Sprt::new(5.0, 0.0)))
                .starts_with("SPRT with elo0=5 and elo1=0")
        );
        let typo = MatchConfig::from_toml("gmaes = 4").unwrap_err().to_string();
        assert!(typo.contains("unknown field `gmaes`"), "{typo}");
    }
}
