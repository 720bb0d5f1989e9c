//! Engines that search positions on request and tell their lines as they find them.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use uci::{Command, Go, Info, Message, Position, UciMove};

use crate::engine::EngineSpec;
use crate::player::uci_player::{BEST_MOVE, send, set, shake_hands, wait_for};
use crate::player::{Channel, Failure, STOP_TIME};
use crate::process::Process;

pub use crate::player::uci_player::Introduction;

/// Time between two looks at whether the search is still wanted.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// An analyst is ended by dropping it, and its searches by their own condition.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A running UCI engine.
pub struct Analyst {
    channel: Channel<'static>,
    introduction: Introduction,
}

impl Analyst {
    /// Starts an engine and sets its options.
    pub fn start(spec: &EngineSpec) -> Result<Self, Failure> {
        let process =
            Process::start(spec).map_err(|error| Failure::Start(format!("{}: {error}", spec.cmd)))?;
        let mut channel = Channel { process, interrupted: &NEVER };
        let introduction = shake_hands(&mut channel, spec, false).map_err(Failure::in_handshake)?;
        Ok(Self { channel, introduction })
    }

    /// What the engine said of itself.
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Sets an option if the engine has it; returns whether it does.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, Failure> {
        let is_offered = self.introduction.option(name).is_some();
        if is_offered {
            send(&mut self.channel, &[set(name, value)])?;
        }
        Ok(is_offered)
    }

    /// Searches a position until its limits or `is_stopped` end it; returns the best move, if there
    /// is one. Lines without moves are not told.
    pub fn search(
        &mut self,
        position: Position,
        go: Go,
        mut tell: impl FnMut(Info),
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<UciMove>, Failure> {
        // Lines before `readyok` belong to an earlier search.
        send(&mut self.channel, &[Command::Position(position), Command::IsReady])?;
        wait_for(&mut self.channel, |message| message == Message::ReadyOk)?;
        send(&mut self.channel, &[Command::Go(go)])?;
        let mut stop_deadline = None;
        loop {
            if stop_deadline.is_none() && is_stopped() {
                send(&mut self.channel, &[Command::Stop])?;
                stop_deadline = Some(Instant::now() + STOP_TIME);
            }
            let Some(line) = self.channel.receive(Instant::now() + BETWEEN_LOOKS)? else {
                if stop_deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Err(Failure::Stall);
                }
                continue;
            };
            let text = line.text.trim();
            if let Some(answer) = text.strip_prefix(BEST_MOVE) {
                return Ok(answer.split_whitespace().next().and_then(|answer| answer.parse().ok()));
            }
            // Some engines write thousands of other lines.
            if text.contains(" pv ")
                && let Ok(Message::Info(info)) = text.parse()
            {
                tell(info);
            }
        }
    }
}
