//! A match from its first game to its last.
//!
//! It is over when all games are played or its test is decided. Each game is saved before it
//! counts, so a match that was interrupted, or whose program was killed, resumes from its file.

use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::config::{ConfigError, MatchConfig};
use crate::ledger::{Ledger, LedgerError};
use crate::runner::{PrepareError, Runner};
use crate::spectator::Spectator;

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// Its description is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Openings, tablebases or an engine are missing.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// Its results cannot be saved.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Why a match stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games are played.
    Complete,
    /// Its test has a verdict.
    Decided,
    /// It was interrupted and can be resumed.
    Interrupted,
}

/// A match with its results.
#[derive(Debug)]
pub struct Tournament {
    ledger: Ledger,
    runner: Runner,
    remarks: Vec<String>,
}

impl Tournament {
    /// A new match that saves its results to a new file. Each engine is started once before the
    /// file is created, so that a wrong name is found at once.
    pub fn create(
        config: MatchConfig,
        results: &Path,
        interrupt: &AtomicBool,
    ) -> Result<Self, TournamentError> {
        config.check()?;
        let config = Arc::new(config);
        let runner = Runner::prepare(Arc::clone(&config))?;
        let remarks = runner.try_engines(interrupt)?;
        let ledger = Ledger::create(results, config)?;
        Ok(Self { ledger, runner, remarks })
    }

    /// Resumes the match of a file; `change` may edit its description.
    pub fn resume(
        results: &Path,
        change: impl FnOnce(&mut MatchConfig),
        interrupt: &AtomicBool,
    ) -> Result<Self, TournamentError> {
        let ledger = Ledger::resume(results, change)?;
        let runner = Runner::prepare(Arc::clone(ledger.config()))?;
        let remarks = runner.try_engines(interrupt)?;
        Ok(Self { ledger, runner, remarks })
    }

    /// A match without a file. Its engines are not tried: an engine that does not start loses.
    pub fn in_memory(config: MatchConfig) -> Result<Self, TournamentError> {
        config.check()?;
        let config = Arc::new(config);
        let runner = Runner::prepare(Arc::clone(&config))?;
        let ledger = Ledger::in_memory(config)?;
        Ok(Self { ledger, runner, remarks: Vec::new() })
    }

    /// Starts each engine once, and returns their remarks on their options.
    pub(crate) fn try_engines(&self, interrupt: &AtomicBool) -> Result<Vec<String>, PrepareError> {
        self.runner.try_engines(interrupt)
    }

    /// The engines' remarks on their options when they were tried. A missing net, for example, does
    /// not stop a match but makes it worthless.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The description and the results so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Plays the remaining games. Setting `interrupt` aborts the running games, which then do not
    /// count; it is also set here when the test is decided.
    pub fn run(
        &mut self,
        interrupt: &AtomicBool,
        spectator: &dyn Spectator,
    ) -> Result<Ending, TournamentError> {
        let Self { ledger, runner, .. } = self;
        if !ledger.is_decided() {
            let done = ledger.done().clone();
            let stopped = runner.run(&done, interrupt, spectator, |game| match ledger.enter(&game) {
                Ok(()) => {
                    spectator.count(ledger, &game);
                    if ledger.is_decided() { Break(Ok(())) } else { Continue(()) }
                }
                Err(error) => Break(Err(error)),
            });
            stopped.unwrap_or(Ok(()))?;
        }
        Ok(if ledger.is_decided() {
            Ending::Decided
        } else if ledger.is_complete() {
            Ending::Complete
        } else {
            Ending::Interrupted
        })
    }
}
