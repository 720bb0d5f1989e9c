//! Playing a match: workers play, one thread keeps the books.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gamekit::{ByColor, Color};
use syzygy::Tables;
use thiserror::Error;

use crate::config::MatchConfig;
use crate::game::{GameRecord, play};
use crate::openings::{Opening, Openings, OpeningsError};
use crate::outcome::{Outcome, Reason};
use crate::player::{self, Failure, Player};
use crate::schedule::{Pairing, Schedule};
use crate::spectator::Spectator;

/// A finished game and whose it was.
#[derive(Debug)]
pub struct Finished {
    /// Who played.
    pub pairing: Pairing,
    /// How.
    pub record: GameRecord,
}

/// What the one who keeps the books wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// More games.
    GoOn,
    /// No more: running games are broken off and do not count.
    Stop,
}

/// Why a match cannot begin.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// No openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// No tablebases.
    #[error(transparent)]
    Tables(#[from] syzygy::OpenError),
    /// An engine cannot play.
    #[error("engine {name:?} {failure}")]
    Engine {
        /// Its name.
        name: String,
        /// Why not.
        failure: Failure,
    },
}

/// A match with all that it needs in memory.
#[derive(Debug)]
pub struct Match<'a> {
    config: &'a MatchConfig,
    schedule: Schedule,
    openings: Openings,
    tablebases: Option<Tables>,
    spectator: Option<&'a dyn Spectator>,
}

impl<'a> Match<'a> {
    /// Reads openings and tablebases.
    pub fn prepare(config: &'a MatchConfig) -> Result<Self, PrepareError> {
        let openings = match &config.openings {
            Some(source) => Openings::read(source)?,
            None => Openings::initial(),
        };
        let tablebases = config.syzygy.as_ref().map(|folder| Tables::open([folder])).transpose()?;
        Ok(Self { config, schedule: config.schedule(), openings, tablebases, spectator: None })
    }

    /// Lets somebody watch the games.
    pub fn watched_by(mut self, spectator: &'a dyn Spectator) -> Self {
        self.spectator = Some(spectator);
        self
    }

    /// Starts each engine once: a wrong name should stop a match before it begins. Returns what the
    /// engines remarked on their settings, for people to read: a net that is not there would not stop the
    /// match, but it would make it worthless.
    pub fn try_engines(&self, interrupted: &AtomicBool) -> Result<Vec<String>, PrepareError> {
        let mut remarks = Vec::new();
        for engine in &self.config.engines {
            let player = player::start(engine, self.config.chess960, interrupted)
                .map_err(|failure| PrepareError::Engine { name: engine.name.clone(), failure })?;
            remarks.extend(player.remarks().iter().map(|remark| format!("{} {remark}", engine.name)));
        }
        Ok(remarks)
    }

    /// Plays all games that are not `done` yet, and hands each to `keep_books` as it ends. Raising
    /// `interrupted` breaks off the running games.
    pub fn run(
        &self,
        done: &BTreeSet<usize>,
        interrupted: &AtomicBool,
        mut keep_books: impl FnMut(Finished) -> Flow,
    ) {
        let queue = Mutex::new((0..self.schedule.games()).filter(|number| !done.contains(number)));
        let (sender, finished) = channel();
        thread::scope(|scope| {
            for _ in 0..self.config.concurrency {
                let mut worker =
                    Worker { tournament: self, interrupted, sender: sender.clone(), players: HashMap::new() };
                let queue = &queue;
                scope.spawn(move || {
                    while !interrupted.load(Ordering::Relaxed) {
                        // The lock is gone before the game begins.
                        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some(number) = next else { break };
                        worker.play(number);
                    }
                });
            }
            drop(sender);
            let mut is_over = false;
            for game in finished {
                if !is_over && keep_books(game) == Flow::Stop {
                    is_over = true;
                    interrupted.store(true, Ordering::Relaxed);
                }
            }
        });
    }
}

/// Plays one game after another. Engines stay alive from game to game as long as they are needed.
struct Worker<'a> {
    tournament: &'a Match<'a>,
    interrupted: &'a AtomicBool,
    sender: Sender<Finished>,
    players: HashMap<usize, Box<dyn Player + 'a>>,
}

impl Worker<'_> {
    fn play(&mut self, number: usize) {
        let pairing = self.tournament.schedule.pairing(number);
        let opening = self.tournament.openings.of_pair(pairing.opening);
        self.players.retain(|engine, _| pairing.engines.iter().any(|playing| playing == engine));
        if let Some(record) = self.play_pairing(&pairing, &opening) {
            for color in Color::ALL {
                if record.broken[color] {
                    self.players.remove(&pairing.engines[color]);
                }
            }
            if let Some(spectator) = self.tournament.spectator {
                spectator.end(&pairing, &record.outcome);
            }
            // Nobody listens any more only if the match is over.
            let _ = self.sender.send(Finished { pairing, record });
        }
    }

    fn play_pairing(&mut self, pairing: &Pairing, opening: &Opening) -> Option<GameRecord> {
        for color in Color::ALL {
            match self.wake(pairing.engines[color]) {
                Ok(()) => {}
                Err(Failure::Interrupted) => return None,
                Err(failure) => return Some(no_start(opening, color, failure)),
            }
        }
        let [white, black] = [Color::White, Color::Black].map(|color| pairing.engines[color]);
        let mut white = self.players.remove_entry(&white)?;
        let mut black = self.players.remove_entry(&black)?;
        let mut players = ByColor::new(&mut *white.1, &mut *black.1);
        let mut rules = self.tournament.config.rules(pairing, self.tournament.tablebases.as_ref());
        rules.spectator = self.tournament.spectator.map(|spectator| (spectator, pairing));
        let record = play(&mut players, opening, &rules);
        self.players.extend([white, black]);
        record
    }

    /// Starts an engine unless it runs.
    fn wake(&mut self, engine: usize) -> Result<(), Failure> {
        if !self.players.contains_key(&engine) {
            let spec = &self.tournament.config.engines[engine];
            let player = player::start(spec, self.tournament.config.chess960, self.interrupted)?;
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
