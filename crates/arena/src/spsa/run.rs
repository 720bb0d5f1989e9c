//! A tuning run: iterations of games, and the file that it goes on from.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{fs, io, iter};

use gamekit::{Tally, write_whole};
use thiserror::Error;

use super::Spsa;
use crate::config::MatchConfig;
use crate::engine::EngineSpec;
use crate::ledger::LedgerError;
use crate::tournament::{Ending, Tournament, TournamentError};

/// Why a run cannot begin or go on.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// Its file cannot be read or written.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: io::Error,
    },
    /// Its file holds no run.
    #[error("{path}: {error}", path = .path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// The trouble.
        error: toml::de::Error,
    },
    /// The run cannot be written as TOML.
    #[error(transparent)]
    Format(#[from] toml::ser::Error),
    /// The games of an iteration cannot begin.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The games of an iteration cannot be counted.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

impl Spsa {
    /// Reads the file of a run.
    pub fn read(path: &Path) -> Result<Self, SpsaError> {
        let text =
            fs::read_to_string(path).map_err(|error| SpsaError::File { path: path.to_owned(), error })?;
        toml::from_str(&text).map_err(|error| SpsaError::Contents { path: path.to_owned(), error })
    }

    /// Replaces the file as a whole, so that no end of the program leaves half of one.
    pub fn write(&self, path: &Path) -> Result<(), SpsaError> {
        let text = toml::to_string(self)?;
        write_whole(path, text).map_err(|error| SpsaError::File { path: path.to_owned(), error })
    }

    /// Plays iterations until all are done or somebody interrupts them, and calls `after` each with the
    /// games of its first player. `rules` describes the games of an iteration; of its engines only the
    /// first counts, which plays itself.
    pub fn run(
        &mut self,
        rules: &MatchConfig,
        interrupt: &AtomicBool,
        mut after: impl FnMut(&Self, Tally) -> Result<(), SpsaError>,
    ) -> Result<(), SpsaError> {
        while !self.is_over() {
            let mut tournament = Tournament::in_memory(self.iteration_of(rules))?;
            if self.iteration == 0 {
                tournament.try_engines(interrupt).map_err(TournamentError::from)?;
            }
            if tournament.run(interrupt, &())? == Ending::Interrupted {
                break;
            }
            let tally = tournament.ledger().standings().encounter(0, 1).tally;
            self.learn(tally.wins as i32 - tally.losses as i32);
            after(self, tally)?;
        }
        Ok(())
    }

    /// The games of this iteration.
    fn iteration_of(&self, rules: &MatchConfig) -> MatchConfig {
        let mut config = rules.clone();
        if let Some(openings) = &mut config.openings {
            openings.seed = self.seed.wrapping_add(self.iteration.into());
        }
        let engine = config.engines.first().cloned().unwrap_or_default();
        let player = |name: &str, values: &[i32]| {
            let numbers = iter::zip(&self.parameters, values)
                .map(|(parameter, value)| (parameter.name.clone(), value.to_string()));
            let options = engine.options.clone().into_iter().chain(numbers).collect();
            EngineSpec { name: name.to_owned(), options, ..engine.clone() }
        };
        let [plus, minus] = self.players();
        config.engines = vec![player("plus", &plus), player("minus", &minus)];
        config
    }
}
