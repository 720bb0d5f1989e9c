//! Engines as players: asked for a move, they think, and answer or fail.

mod uci_player;
mod xboard;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chess::Position;
use gamekit::ByColor;
use thiserror::Error;
use uci::{BoundedScore, UciMove};

use crate::clock::Clock;
use crate::engine::{EngineSpec, Protocol};
use crate::process::{Event, Line, Process};

/// How long an engine may take to start, to set an option, to get ready for a game.
pub const READY_TIME: Duration = Duration::from_secs(20);
/// How long an engine that missed its deadline may take to obey `stop`.
pub const STOP_TIME: Duration = Duration::from_secs(2);

/// A game as far as it was played, for the player who is to move.
#[derive(Debug)]
pub struct Task<'a> {
    /// Where the game started; `None` for the initial position.
    pub start: Option<&'a str>,
    /// All moves since, as UCI writes them.
    pub moves: &'a [UciMove],
    /// Where it stands.
    pub position: &'a Position,
    /// The clocks.
    pub clocks: &'a ByColor<Clock>,
    /// How much longer than its clock allows an engine is waited for.
    pub margin: Duration,
    /// How long an engine without a clock may think.
    pub patience: Duration,
}

impl Task<'_> {
    /// How long the arbiter waits.
    fn deadline(&self) -> Duration {
        let allowance = self.clocks[self.position.turn()].allowance();
        allowance.map_or(self.patience, |allowance| allowance + self.margin)
    }
}

/// The move that a player chose and what it says about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// The move, in the words of the engine.
    pub answer: String,
    /// The time taken, by the arbiter's clock.
    pub elapsed: Duration,
    /// The depth reached.
    pub depth: Option<u32>,
    /// The longest line looked at.
    pub seldepth: Option<u32>,
    /// The score from the view of the player.
    pub score: Option<BoundedScore>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// The line expected.
    pub pv: Vec<UciMove>,
}

/// Why a player has no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// It could not be started.
    #[error("does not start: {0}")]
    Start(String),
    /// Its process ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// It answers nothing any more.
    #[error("stalls")]
    Stall,
    /// It answered too late.
    #[error("is late after {} ms", .0.as_millis())]
    Late(Duration),
    /// It gave up.
    #[error("resigns")]
    Resign,
    /// The match was interrupted: nobody's fault.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    /// Whether the process must be replaced.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Start(_) | Self::Crash(_) | Self::Stall)
    }
}

/// A started engine, whatever language it speaks.
pub trait Player: Send {
    /// What there is to know about its settings: which of them it lacks, and what it said to them.
    fn remarks(&self) -> &[String] {
        &[]
    }

    /// Gets ready for a game from `start`, to be played by this clock.
    fn new_game(&mut self, start: Option<&str>, clock: &Clock) -> Result<(), Failure>;

    /// Chooses a move.
    fn think(&mut self, task: &Task) -> Result<Thought, Failure>;

    /// Hears how the game ended, and tells whether the same process can play another.
    fn game_over(&mut self, result: &str) -> bool;
}

/// Starts an engine and sets its options.
pub fn start<'a>(
    spec: &EngineSpec,
    chess960: bool,
    interrupted: &'a AtomicBool,
) -> Result<Box<dyn Player + 'a>, Failure> {
    let process = Process::start(spec).map_err(|error| Failure::Start(format!("{}: {error}", spec.cmd)))?;
    let channel = Channel { process, unread: None, interrupted };
    Ok(match spec.proto {
        Protocol::Uci => Box::new(uci_player::UciPlayer::start(channel, spec, chess960)?),
        Protocol::Xboard => Box::new(xboard::XboardPlayer::start(channel, spec, chess960)?),
    })
}

/// An engine's process, with waiting that ends when the match does.
struct Channel<'a> {
    process: Process,
    /// A line that came after the deadline by which it was wanted.
    unread: Option<Line>,
    interrupted: &'a AtomicBool,
}

impl Channel<'_> {
    fn send(&mut self, lines: &str) -> Result<(), Failure> {
        self.process.send(lines).map_err(|error| self.broken(&error))
    }

    fn broken(&mut self, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Crash(self.process.obituary()),
            _ => Failure::Crash(error.to_string()),
        }
    }

    /// Forgets what the engine wrote without being asked.
    fn discard_waiting(&mut self) {
        self.unread = None;
        self.process.discard_waiting();
    }

    /// The next line that came before the deadline, or `None`. An engine that never stops talking
    /// cannot keep its deadline from being noticed.
    fn receive(&mut self, deadline: Instant) -> Result<Option<Line>, Failure> {
        const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
        if let Some(line) = self.unread.take_if(|line| line.at <= deadline) {
            return Ok(Some(line));
        }
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            let now = Instant::now();
            match self.process.receive(deadline.min(now + BETWEEN_LOOKS)) {
                Event::Line(line) if line.at <= deadline => return Ok(Some(line)),
                Event::Line(line) => {
                    self.unread = Some(line);
                    return Ok(None);
                }
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
