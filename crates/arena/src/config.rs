//! The description of a match, from the command line or a TOML file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gamekit::{ByColor, Shard};
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

/// Most games at a time.
const MOST_AT_A_TIME: usize = 1024;

/// Everything that defines a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchConfig {
    /// Games per encounter, rounded up to pairs.
    pub games: usize,
    /// Games played at the same time.
    pub concurrency: usize,
    /// The share of the games that are played here.
    #[serde(skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
    /// Round robin or gauntlet.
    pub format: Format,
    /// The time control of engines without limits of their own.
    pub tc: Option<TimeControl>,
    /// Milliseconds per move.
    pub movetime: Option<u64>,
    /// Depth per move.
    pub depth: Option<u32>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Overstepping of the clock that is forgiven, in milliseconds.
    pub margin: u64,
    /// Time limit for a move of an engine without a clock, in seconds.
    pub patience: u64,
    /// Play Chess960.
    pub chess960: bool,
    /// A folder of Syzygy tables, by which games are adjudicated.
    pub syzygy: Option<PathBuf>,
    /// The PGN file of the games.
    pub pgn: Option<PathBuf>,
    /// The openings; the initial position without them.
    pub openings: Option<OpeningSource>,
    /// Play each opening twice, with colors reversed. Engines that are the same would play the same
    /// game again.
    pub paired: bool,
    /// The test that may stop the match early.
    pub sprt: Option<Sprt>,
    /// The rules of adjudication.
    pub adjudication: Adjudication,
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineSpec>,
}

impl Default for MatchConfig {
    fn default() -> Self {
        Self {
            games: 100,
            concurrency: 1,
            shard: Shard::default(),
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
            paired: true,
            sprt: None,
            adjudication: Adjudication::default(),
            syzygy: None,
            engines: Vec::new(),
        }
    }
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The text is not TOML, or does not describe a match.
    #[error("bad match file: {0}")]
    Toml(TomlError),
    /// Too few engines.
    #[error("{0} engines; expected at least 2")]
    TooFewEngines(usize),
    /// Two engines have the same name.
    #[error("two engines are named {0:?}; expected names that differ (name=...)")]
    SameName(String),
    /// An engine has no search limit.
    #[error("no limit for engine {0:?}; expected a time control, movetime, depth or nodes")]
    NoLimit(String),
    /// A number is zero.
    #[error("{0} is 0; expected at least 1")]
    Zero(&'static str),
    /// More games at a time than there can be threads.
    #[error("concurrency is {0}; expected at most {MOST_AT_A_TIME}")]
    TooManyAtATime(usize),
    /// SPRT compares exactly two engines.
    #[error("SPRT with {0} engines; expected 2")]
    SprtEngines(usize),
    /// The bounds of the test make no sense.
    #[error(
        "SPRT with elo0={} and elo1={}, alpha={} and beta={}; expected elo0 < elo1 and error chances between \
         0 and 0.5", .0.elo0, .0.elo1, .0.alpha, .0.beta
    )]
    SprtBounds(Sprt),
}

impl MatchConfig {
    /// Reads a TOML file.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let mut config: Self =
            toml::from_str(text).map_err(|error| ConfigError::Toml(TomlError::new(text, &error)))?;
        config.engines.iter_mut().for_each(EngineSpec::name_by_command);
        Ok(config)
    }

    /// Replaces `self` by this program.
    pub fn resolve_self(&mut self, this_program: &Path) {
        for engine in &mut self.engines {
            engine.resolve_self(this_program);
        }
    }

    /// Makes all paths absolute, so that the match can be resumed from any folder.
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

    /// Checks that the match can be played.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.engines.len() < 2 {
            return Err(ConfigError::TooFewEngines(self.engines.len()));
        }
        for (what, number) in [("games", self.games), ("concurrency", self.concurrency)] {
            if number == 0 {
                return Err(ConfigError::Zero(what));
            }
        }
        if self.concurrency > MOST_AT_A_TIME {
            return Err(ConfigError::TooManyAtATime(self.concurrency));
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
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        if self.engines.len() != 2 {
            Err(ConfigError::SprtEngines(self.engines.len()))
        } else if sprt.elo0 < sprt.elo1 && is_chance(sprt.alpha) && is_chance(sprt.beta) {
            Ok(())
        } else {
            Err(ConfigError::SprtBounds(*sprt))
        }
    }

    /// The search limits of engines without limits of their own.
    pub fn limits(&self) -> Limits {
        Limits {
            control: self.tc,
            movetime: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
        }
    }

    /// The schedule of the games.
    pub fn schedule(&self) -> Schedule {
        let schedule = Schedule::new(self.format, self.engines.len(), self.games);
        schedule.with_pairs(self.paired).of_shard(self.shard)
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
        let whole = MatchConfig::from_toml(TEXT).unwrap();
        let part = MatchConfig { shard: "2/3".parse().unwrap(), ..whole.clone() };
        for config in [whole, part] {
            let text = toml::to_string(&config).unwrap();
            assert_eq!(MatchConfig::from_toml(&text).unwrap(), config, "{text}");
        }
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
        assert_eq!(
            change(|config| config.concurrency = 99_999_999_999),
            "concurrency is 99999999999; expected at most 1024"
        );
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
