//! Players: agents that search, random moves, or an agent over the network.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gamekit::{GameResult, SplitMix64};
use thiserror::Error;

use crate::search::{Info, Limits, Search};
use crate::{Game, Level, Move};

/// Why a player cannot move.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// There is no legal move to choose.
    #[error("the game is over")]
    Over,
    /// The connection failed or cannot be made.
    #[error("{0}: {1}")]
    Connection(String, io::Error),
    /// An agent that had connected is not there any more.
    #[error("{0} has left")]
    Left(String),
    /// The other end did not answer in time.
    #[error("{peer} did not answer within {} ms", .1.as_millis(), peer = .0)]
    Silent(String, Duration),
    /// The other end sent an unexpected line.
    #[error("{peer}: expected {expected}, found {found:?}")]
    Protocol {
        /// The other end.
        peer: String,
        /// What was expected.
        expected: &'static str,
        /// What it sent.
        found: String,
    },
}

/// Chooses moves in a game.
pub trait Player: Send {
    /// The player's name in save files.
    fn name(&self) -> String;

    /// Gets ready for a new game.
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    /// The move to play in the current position of a game that is not over.
    fn choose(&mut self, game: &Game) -> Result<Move, PlayerError>;

    /// Hears how a game ended.
    fn game_over(&mut self, _game: &Game, _result: GameResult) {}
}

/// A player that searches.
pub struct Agent {
    name: String,
    searcher: Box<dyn Search>,
    limits: Limits,
    noise: u16,
    rng: SplitMix64,
}

impl Agent {
    /// An agent that plays as well as it can within the limits.
    pub fn new(name: impl Into<String>, searcher: impl Search + 'static, limits: Limits) -> Self {
        Self { name: name.into(), searcher: Box::new(searcher), limits, noise: 0, rng: SplitMix64::new(0) }
    }

    /// An agent of a level; its errors follow from the seed.
    pub fn at_level(level: Level, searcher: impl Search + 'static, seed: u64) -> Self {
        Self {
            name: format!("level {level}"),
            searcher: Box::new(searcher),
            limits: level.limits(),
            noise: level.noise(),
            rng: SplitMix64::new(seed),
        }
    }

    /// Chooses a move and reports each iteration of the search; `stop` ends it early.
    pub fn think(&mut self, game: &Game, stop: &AtomicBool, mut on_info: impl FnMut(&Info)) -> Option<Move> {
        if self.noise == 0 {
            return self.searcher.search(game, &self.limits, stop, &mut on_info).best();
        }
        // Every move gets a score, and every score a random error.
        let limits = Limits { lines: usize::MAX, ..self.limits.clone() };
        let report = self.searcher.search(game, &limits, stop, &mut on_info);
        let error = |rng: &mut SplitMix64| {
            // A sum of uniform numbers is close to a normal distribution.
            let sum: f64 = (0..4).map(|_| rng.next_f64() - 0.5).sum();
            (sum * f64::from(self.noise)) as i32
        };
        let noisy =
            report.lines.iter().map(|(score, line)| (score.raw() + error(&mut self.rng), line.first()));
        noisy.max_by_key(|(score, _)| *score).and_then(|(_, mv)| mv.copied())
    }
}

impl Player for Agent {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, PlayerError> {
        self.think(game, &AtomicBool::new(false), |_| ()).ok_or(PlayerError::Over)
    }
}

/// Plays random legal moves.
#[derive(Clone, Debug)]
pub struct RandomMover {
    rng: SplitMix64,
}

impl RandomMover {
    /// A player whose moves follow from the seed.
    pub const fn new(seed: u64) -> Self {
        Self { rng: SplitMix64::new(seed) }
    }
}

impl Player for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, game: &Game) -> Result<Move, PlayerError> {
        game.position().random_move(&mut self.rng).ok_or(PlayerError::Over)
    }
}
