//! A match from its first game to its last.
//!
//! It is over when all games are played or its test is decided. Each game is written down before it counts,
//! so a match that was interrupted, or whose program was killed, goes on from its file.

use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::config::{ConfigError, MatchConfig};
use crate::ledger::{Ledger, LedgerError};
use crate::runner::{PrepareError, Runner};
use crate::spectator::Spectator;

/// Why a match cannot begin or go on.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// It is no match.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// What it needs is missing.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// Its results cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Why a match plays no more games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All of them are played.
    Complete,
    /// Its test has a verdict.
    Decided,
    /// Somebody stopped it; it can go on.
    Interrupted,
}

/// A match with its results and all that its games need.
#[derive(Debug)]
pub struct Tournament {
    ledger: Ledger,
    runner: Runner,
    remarks: Vec<String>,
}

impl Tournament {
    /// A new match whose results are kept in a new file. Each engine is started once before the file is
    /// made: a wrong name should stop a match before it begins.
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

    /// Goes on with the match of a file, its description changed as wished.
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

    /// A match that leaves no file. Its engines are not tried: an engine that does not start loses.
    pub fn in_memory(config: MatchConfig) -> Result<Self, TournamentError> {
        config.check()?;
        let config = Arc::new(config);
        let runner = Runner::prepare(Arc::clone(&config))?;
        let ledger = Ledger::in_memory(config)?;
        Ok(Self { ledger, runner, remarks: Vec::new() })
    }

    /// Starts each engine once, and returns what it said to its settings.
    pub(crate) fn try_engines(&self, interrupt: &AtomicBool) -> Result<Vec<String>, PrepareError> {
        self.runner.try_engines(interrupt)
    }

    /// What the engines said to their settings when they were tried, for people to read: a net that is
    /// not there does not stop a match, but makes it worthless.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The description and the results so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Plays the games that are left. Raising `interrupt` breaks off the running games, which then do
    /// not count; it is raised here too when a test is decided.
    pub fn run(&mut self, interrupt: &AtomicBool, spectator: &dyn Spectator) -> Result<Ending, LedgerError> {
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
