//! Engines as players: they are asked for moves, and answer or fail.

pub(crate) mod uci_player;
mod xboard;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chess::Position;
use gamekit::ByColor;
use thiserror::Error;
use uci::{BoundedScore, UciMove};

use crate::clock::{Clock, LONGEST};
use crate::engine::{EngineSpec, Protocol};
use crate::process::{Event, Line, Process};
use uci_player::UciPlayer;
use xboard::XboardPlayer;

/// Time limit for starting, for setting options and for getting ready.
pub const READY_TIME: Duration = Duration::from_secs(20);
/// Time limit for `stop` after a missed deadline.
pub const STOP_TIME: Duration = Duration::from_secs(2);

/// The game so far, for the player to move.
#[derive(Debug)]
pub struct Task<'a> {
    /// Where the game started; `None` for the initial position.
    pub start: Option<&'a str>,
    /// All moves since, as UCI writes them.
    pub moves: &'a [UciMove],
    /// The current position.
    pub position: &'a Position,
    /// The clocks.
    pub clocks: &'a ByColor<Clock>,
    /// Overstepping of the clock that is forgiven.
    pub margin: Duration,
    /// Time limit for an engine without a clock.
    pub patience: Duration,
}

impl Task<'_> {
    /// How long the arbiter waits for the move. A moment that far from now can always be named.
    fn deadline(&self) -> Duration {
        let allowance = self.clocks[self.position.turn()].allowance();
        allowance.map_or(self.patience, |allowance| allowance.saturating_add(self.margin)).min(LONGEST)
    }
}

/// A player's move and its report of the search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// The move as the engine wrote it.
    pub answer: String,
    /// The time taken, by the arbiter's clock.
    pub elapsed: Duration,
    /// The depth reached.
    pub depth: Option<u32>,
    /// The deepest line searched.
    pub seldepth: Option<u32>,
    /// The score from the view of the player.
    pub score: Option<BoundedScore>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// The expected line.
    pub pv: Vec<UciMove>,
}

/// Why a player did not move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// It could not be started.
    #[error("does not start: {0}")]
    Start(String),
    /// Its process ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// It stopped answering.
    #[error("stalls")]
    Stall,
    /// It answered too late.
    #[error("is late after {} ms", .0.as_millis())]
    Late(Duration),
    /// It gave up.
    #[error("resigns")]
    Resign,
    /// The match was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    /// Whether the process must be replaced.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Start(_) | Self::Crash(_) | Self::Stall)
    }

    pub(crate) fn in_handshake(self) -> Self {
        match self {
            Self::Interrupted => self,
            other => Self::Start(format!("it {other} in the handshake")),
        }
    }
}

/// A running engine of any protocol.
pub trait Player: Send {
    /// Options that the engine lacks, and its messages while options were set.
    fn remarks(&self) -> &[String] {
        &[]
    }

    /// Gets ready for a game from `start`, to be played by this clock.
    fn new_game(&mut self, start: Option<&str>, clock: &Clock) -> Result<(), Failure>;

    /// Chooses a move.
    fn think(&mut self, task: &Task) -> Result<Thought, Failure>;

    /// Takes note of the result; returns whether the process can play another game.
    fn game_over(&mut self, result: &str) -> bool;
}

/// Starts an engine and sets its options.
pub fn start<'a>(
    spec: &EngineSpec,
    chess960: bool,
    interrupted: &'a AtomicBool,
) -> Result<Box<dyn Player + 'a>, Failure> {
    let process = Process::start(spec).map_err(|error| Failure::Start(format!("{}: {error}", spec.cmd)))?;
    let channel = Channel { process, interrupted };
    let started: Result<Box<dyn Player + 'a>, Failure> = match spec.proto {
        Protocol::Uci => UciPlayer::start(channel, spec, chess960).map(|player| Box::new(player) as _),
        Protocol::Xboard => XboardPlayer::start(channel, spec, chess960).map(|player| Box::new(player) as _),
    };
    started.map_err(Failure::in_handshake)
}

/// An engine's process; waiting for it ends when the match is interrupted.
pub(crate) struct Channel<'a> {
    pub process: Process,
    pub interrupted: &'a AtomicBool,
}

impl Channel<'_> {
    pub fn send(&mut self, lines: &str) -> Result<(), Failure> {
        self.process.send(lines).map_err(|error| self.broken(&error))
    }

    fn broken(&mut self, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Crash(self.process.obituary()),
            _ => Failure::Crash(error.to_string()),
        }
    }

    /// The next line that came before the deadline, or `None`.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<Line>, Failure> {
        const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            let now = Instant::now();
            match self.process.receive(deadline.min(now + BETWEEN_LOOKS)) {
                Event::Line(line) => return Ok(Some(line)),
                Event::Silence if now >= deadline => return Ok(None),
                Event::Silence => {}
                Event::Closed => return Err(Failure::Crash(self.process.obituary())),
            }
        }
    }

    /// Waits for a line that `is_wanted`.
    fn wait_for(
        &mut self,
        patience: Duration,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Result<(), Failure> {
        let deadline = Instant::now() + patience;
        while let Some(line) = self.receive(deadline)? {
            if is_wanted(line.text.trim()) {
                return Ok(());
            }
        }
        Err(Failure::Stall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Limits;

    #[test]
    fn the_longest_times_are_waited_for_without_overflow() {
        for movetime in [None, Some(Duration::MAX)] {
            let clock = Clock::new(Limits { movetime, ..Limits::default() });
            let task = Task {
                start: None,
                moves: &[],
                position: &Position::initial(),
                clocks: &ByColor::new(clock.clone(), clock),
                margin: Duration::MAX,
                patience: Duration::MAX,
            };
            assert!(Instant::now().checked_add(task.deadline()).is_some());
        }
    }
}
