//! Playing a match: workers play the games, one thread records them.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use gamekit::{ByColor, Color};
use parking_lot::Mutex;
use syzygy::Tables;
use thiserror::Error;

use crate::config::MatchConfig;
use crate::game::{GameRecord, play};
use crate::openings::{Opening, Openings, OpeningsError};
use crate::outcome::{Outcome, Reason};
use crate::player::{self, Failure, Player};
use crate::schedule::{Pairing, Schedule};
use crate::spectator::Spectator;

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its number, opening and players.
    pub pairing: Pairing,
    /// Its moves and outcome.
    pub record: GameRecord,
}

/// Why a match cannot begin.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// The openings cannot be read.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The tablebases cannot be opened.
    #[error(transparent)]
    Tables(#[from] syzygy::OpenError),
    /// An engine does not start.
    #[error("engine {name:?} {failure}")]
    Engine {
        /// Its name.
        name: String,
        /// Why not.
        failure: Failure,
    },
}

/// The description, openings and tablebases of a match.
#[derive(Debug)]
pub(crate) struct Runner {
    config: Arc<MatchConfig>,
    schedule: Schedule,
    openings: Openings,
    tables: Option<Tables>,
}

impl Runner {
    /// Reads openings and tablebases.
    pub fn prepare(config: Arc<MatchConfig>) -> Result<Self, PrepareError> {
        let openings = match &config.openings {
            Some(source) => Openings::read(source)?,
            None => Openings::initial(),
        };
        let tables = config.syzygy.as_ref().map(|folder| Tables::open([folder])).transpose()?;
        Ok(Self { schedule: config.schedule(), config, openings, tables })
    }

    /// Starts each engine once, and returns their remarks on their options.
    pub fn try_engines(&self, interrupt: &AtomicBool) -> Result<Vec<String>, PrepareError> {
        let mut remarks = Vec::new();
        for engine in &self.config.engines {
            let player = player::start(engine, self.config.chess960, interrupt)
                .map_err(|failure| PrepareError::Engine { name: engine.name.clone(), failure })?;
            remarks.extend(player.remarks().iter().map(|remark| format!("{} {remark}", engine.name)));
        }
        Ok(remarks)
    }

    /// Plays all games that are not `done` yet and passes each to `record` as it ends, until that
    /// breaks. Setting `interrupt` aborts the running games.
    pub fn run<B>(
        &self,
        done: &BTreeSet<usize>,
        interrupt: &AtomicBool,
        spectator: &dyn Spectator,
        mut record: impl FnMut(Finished) -> ControlFlow<B>,
    ) -> Option<B> {
        let queue = Mutex::new(self.schedule.numbers().filter(|number| !done.contains(number)));
        // Each game is handed over: no worker plays on before the last one is recorded.
        let (sender, finished) = sync_channel(0);
        thread::scope(|scope| {
            for _ in 0..self.config.concurrency {
                let players = HashMap::new();
                let mut worker =
                    Worker { runner: self, interrupt, spectator, sender: sender.clone(), players };
                let queue = &queue;
                scope.spawn(move || {
                    while !interrupt.load(Ordering::Relaxed) {
                        // The lock is released before the game begins.
                        let next = queue.lock().next();
                        let Some(number) = next else { break };
                        worker.play(number);
                    }
                });
            }
            drop(sender);
            let stopped = finished.into_iter().find_map(|game| record(game).break_value());
            if stopped.is_some() {
                interrupt.store(true, Ordering::Relaxed);
            }
            stopped
        })
    }
}

/// Plays one game after another. Engines are kept from game to game while they are needed.
struct Worker<'a> {
    runner: &'a Runner,
    interrupt: &'a AtomicBool,
    spectator: &'a dyn Spectator,
    sender: SyncSender<Finished>,
    players: HashMap<usize, Box<dyn Player + 'a>>,
}

impl Worker<'_> {
    fn play(&mut self, number: usize) {
        let pairing = self.runner.schedule.pairing(number);
        let opening = self.runner.openings.of_pair(pairing.opening);
        self.players.retain(|engine, _| pairing.engines.iter().any(|playing| playing == engine));
        if let Some(record) = self.play_pairing(&pairing, &opening) {
            for color in Color::ALL {
                if record.broken[color] {
                    self.players.remove(&pairing.engines[color]);
                }
            }
            self.spectator.end(&pairing, &record.outcome);
            // Sending fails only if the match was stopped.
            let _ = self.sender.send(Finished { pairing, record });
        }
    }

    fn play_pairing(&mut self, pairing: &Pairing, opening: &Opening) -> Option<GameRecord> {
        for color in Color::ALL {
            match self.ensure_started(pairing.engines[color]) {
                Ok(()) => {}
                Err(Failure::Interrupted) => return None,
                Err(failure) => return Some(no_start(opening, color, failure)),
            }
        }
        let engines = Color::ALL.map(|color| &pairing.engines[color]);
        let [Some(white), Some(black)] = self.players.get_disjoint_mut(engines) else { return None };
        let mut players = ByColor::new(&mut **white, &mut **black);
        let mut rules = self.runner.config.rules(pairing, self.runner.tables.as_ref());
        rules.spectator = Some((self.spectator, pairing));
        play(&mut players, opening, &rules)
    }

    /// Starts an engine unless it is running.
    fn ensure_started(&mut self, engine: usize) -> Result<(), Failure> {
        if !self.players.contains_key(&engine) {
            let spec = &self.runner.config.engines[engine];
            let player = player::start(spec, self.runner.config.chess960, self.interrupt)?;
            self.players.insert(engine, player);
        }
        Ok(())
    }
}

/// The game of an engine that could not be started.
fn no_start(opening: &Opening, side: Color, failure: Failure) -> GameRecord {
    let why = match failure {
        Failure::Start(why) => why,
        other => other.to_string(),
    };
    let mut broken = ByColor::default();
    broken[side] = true;
    GameRecord {
        start: opening.start.clone(),
        moves: Vec::new(),
        outcome: Outcome::win(!side, Reason::NoStart(why)),
        broken,
        wrong_lines: ByColor::default(),
        overhead: Duration::ZERO,
    }
}
