//! Players that speak UCI.

use std::fmt::Write;
use std::time::{Duration, Instant};

use gamekit::Color;
use uci::{Command, Go, Info, Message, OptionSpec, SetOption, Start};

use super::{Channel, Failure, Player, READY_TIME, STOP_TIME, Task, Thought};
use crate::clock::Clock;
use crate::engine::EngineSpec;

pub(crate) const BEST_MOVE: &str = "bestmove";

/// What an engine says of itself in the handshake.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Introduction {
    /// Its name and version; empty if it gives none.
    pub name: String,
    /// Its authors; empty if it gives none.
    pub author: String,
    /// The options that it offers.
    pub options: Vec<OptionSpec>,
    /// Options that were set but that it lacks, and its messages while options were set.
    pub remarks: Vec<String>,
}

impl Introduction {
    /// An option by its name, in any case.
    pub fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

pub(super) struct UciPlayer<'a> {
    channel: Channel<'a>,
    remarks: Vec<String>,
}

impl<'a> UciPlayer<'a> {
    pub(super) fn start(
        mut channel: Channel<'a>,
        spec: &EngineSpec,
        chess960: bool,
    ) -> Result<Self, Failure> {
        let Introduction { remarks, .. } = shake_hands(&mut channel, spec, chess960)?;
        Ok(Self { channel, remarks })
    }

    /// Sends a command and waits for `readyok`.
    fn send_and_wait(&mut self, command: Command) -> Result<(), Failure> {
        send(&mut self.channel, &[command, Command::IsReady])?;
        wait_for(&mut self.channel, |message| message == Message::ReadyOk)
    }

    /// Ends a search that is out of time, to find out whether the engine is late or gone.
    fn stop_late(&mut self, start: Instant) -> Failure {
        let is_answer = |line: &str| line.starts_with(BEST_MOVE);
        let stopped = send(&mut self.channel, &[Command::Stop])
            .and_then(|()| self.channel.wait_for(STOP_TIME, is_answer));
        match stopped {
            Ok(()) => Failure::Late(start.elapsed()),
            Err(failure) => failure,
        }
    }
}

pub(crate) fn send(channel: &mut Channel, commands: &[Command]) -> Result<(), Failure> {
    let mut lines = String::new();
    for command in commands {
        let _ = writeln!(lines, "{command}");
    }
    channel.send(&lines)
}

/// Waits for a message that `is_wanted`; lines that are not UCI are skipped.
pub(crate) fn wait_for(
    channel: &mut Channel,
    mut is_wanted: impl FnMut(Message) -> bool,
) -> Result<(), Failure> {
    channel.wait_for(READY_TIME, |line| line.parse().is_ok_and(&mut is_wanted))
}

/// The command that sets an option.
pub(crate) fn set(name: &str, value: &str) -> Command {
    let value = (!value.is_empty()).then(|| value.to_owned());
    Command::SetOption(SetOption { name: name.to_owned(), value })
}

/// Performs the handshake and sets the options.
pub(crate) fn shake_hands(
    channel: &mut Channel,
    spec: &EngineSpec,
    chess960: bool,
) -> Result<Introduction, Failure> {
    let mut said = Introduction::default();
    send(channel, &[Command::Uci])?;
    wait_for(channel, |message| {
        let is_last = message == Message::UciOk;
        match message {
            Message::Option(option) => said.options.push(option),
            Message::IdName(name) => said.name = name,
            Message::IdAuthor(author) => said.author = author,
            _ => {}
        }
        is_last
    })?;
    let unknown = spec.options.keys().filter(|name| said.option(name).is_none());
    said.remarks = unknown.map(|name| format!("has no option {name:?}")).collect();
    let mut settings: Vec<Command> = spec.options.iter().map(|(name, value)| set(name, value)).collect();
    settings.extend(chess960.then(|| set("UCI_Chess960", "true")));
    settings.push(Command::IsReady);
    send(channel, &settings)?;
    wait_for(channel, |message| {
        if let Message::Info(Info { string: Some(remark), .. }) = &message {
            said.remarks.push(format!("says: {remark}"));
        }
        message == Message::ReadyOk
    })?;
    Ok(said)
}

impl Player for UciPlayer<'_> {
    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn new_game(&mut self, _start: Option<&str>, _clock: &Clock) -> Result<(), Failure> {
        self.send_and_wait(Command::UciNewGame)
    }

    fn think(&mut self, task: &Task) -> Result<Thought, Failure> {
        // Lines before `readyok` do not belong to this `go`, and setting up is not on the clock.
        self.send_and_wait(Command::Position(position(task)))?;
        let go = format!("{}\n", go(task));
        let start = Instant::now();
        self.channel.send(&go)?;
        let deadline = start + task.deadline();
        let mut last = LastInfo::default();
        while let Some(line) = self.channel.receive(deadline)? {
            let text = line.text.trim();
            // Not parsed as a message: an illegal answer is quoted as it was written.
            if let Some(answer) = text.strip_prefix(BEST_MOVE) {
                return Ok(last.thought(answer, line.at.saturating_duration_since(start)));
            }
            last.note(line.text);
        }
        Err(self.stop_late(start))
    }

    fn game_over(&mut self, _result: &str) -> bool {
        true
    }
}

fn position(task: &Task) -> uci::Position {
    let start = task.start.map_or(Start::Initial, |fen| Start::Fen(fen.to_owned()));
    uci::Position { start, moves: task.moves.iter().copied().map(Some).collect() }
}

fn go(task: &Task) -> Go {
    let own = &task.clocks[task.position.turn()];
    let limits = own.limits();
    let milliseconds = |time: Duration| time.as_millis() as i64;
    let time = |color: Color| task.clocks[color].left().map(milliseconds);
    let increment =
        |color: Color| task.clocks[color].limits().control.map(|control| milliseconds(control.increment));
    let mut go = Go {
        depth: limits.depth,
        nodes: limits.nodes,
        movetime: limits.movetime.map(|time| time.as_millis() as u64),
        movestogo: own.moves_to_go(),
        ..Go::default()
    };
    if limits.control.is_some() {
        go.wtime = time(Color::White);
        go.btime = time(Color::Black);
        go.winc = increment(Color::White);
        go.binc = increment(Color::Black);
    }
    go
}

/// The last `info` lines with a score. They are parsed only after the search: some engines write
/// thousands.
#[derive(Default)]
struct LastInfo {
    exact: Option<String>,
    bound: Option<String>,
}

impl LastInfo {
    fn note(&mut self, line: String) {
        let is_other_line = line.contains(" multipv ") && !line.contains(" multipv 1 ");
        if !line.contains(" score ") || is_other_line {
        } else if line.contains("bound") {
            self.bound = Some(line);
        } else {
            self.exact = Some(line);
        }
    }

    fn thought(self, answer: &str, elapsed: Duration) -> Thought {
        let read = |line: Option<String>| match line?.parse() {
            Ok(Message::Info(info)) => Some(info),
            _ => None,
        };
        let info: Info = read(self.exact).or_else(|| read(self.bound)).unwrap_or_default();
        Thought {
            answer: answer.split_whitespace().next().unwrap_or_default().to_owned(),
            elapsed,
            depth: info.depth,
            seldepth: info.seldepth,
            score: info.score,
            nodes: info.nodes,
            pv: info.pv,
        }
    }
}
