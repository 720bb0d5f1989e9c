//! A tuning run: iterations of games, and the file from which it resumes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{fs, io, iter};

use gamekit::{Tally, write_whole};
use thiserror::Error;

use super::Spsa;
use crate::config::MatchConfig;
use crate::engine::EngineSpec;
use crate::tournament::{Ending, Tournament, TournamentError};

/// Why a run failed.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// Its file cannot be read or written.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, io::Error),
    /// Its file does not describe a run.
    #[error("{path}: {1}", path = .0.display())]
    Contents(PathBuf, toml::de::Error),
    /// The run cannot be written as TOML.
    #[error(transparent)]
    Format(#[from] toml::ser::Error),
    /// The games of an iteration cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

impl Spsa {
    /// Reads the file of a run.
    pub fn read(path: &Path) -> Result<Self, SpsaError> {
        let text = fs::read_to_string(path).map_err(|error| SpsaError::File(path.to_owned(), error))?;
        toml::from_str(&text).map_err(|error| SpsaError::Contents(path.to_owned(), error))
    }

    /// Replaces the file as a whole, so that a killed program leaves no half of one.
    pub fn write(&self, path: &Path) -> Result<(), SpsaError> {
        let text = toml::to_string(self)?;
        write_whole(path, text).map_err(|error| SpsaError::File(path.to_owned(), error))
    }

    /// Plays iterations until all are done or `interrupt` is set, and calls `after` each with the
    /// tally of its first player. `rules` describes the games of an iteration: its first engine
    /// plays itself.
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
