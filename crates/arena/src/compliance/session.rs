//! A conversation with an engine under test.

use std::time::{Duration, Instant};

use chess::Position;
use uci::{BestMove, Info, Message, OptionKind, OptionSpec};

use super::{Finding, Patience, StepError, fail};
use crate::engine::EngineSpec;
use crate::process::{Event, Process};

/// Time limit for answers that need not be immediate.
pub(crate) const LONG: Duration = Duration::from_secs(10);

/// An engine under test, with its transcript.
pub(crate) struct Session<'a> {
    process: Process,
    spec: &'a EngineSpec,
    transcript: &'a mut Vec<String>,
    /// Its options.
    pub(crate) options: Vec<OptionSpec>,
    pub(crate) patience: Patience,
    /// The arrival time of the last line.
    arrived: Instant,
}

/// An engine's output after `go`.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// Its lines, the answer last.
    pub(crate) lines: Vec<String>,
    /// Those of them that could be read as `info`.
    pub(crate) infos: Vec<Info>,
    /// Its answer.
    pub(crate) best: BestMove,
}

impl Search {
    /// The last `info` with a score, of the first line if there are several.
    pub(crate) fn last_scored(&self) -> Option<&Info> {
        let is_first = |info: &&Info| info.multipv.is_none_or(|rank| rank == 1);
        self.infos.iter().filter(is_first).rfind(|info| info.score.is_some())
    }
}

impl<'a> Session<'a> {
    /// Starts the engine, performs the handshake and sets the options of the specification.
    pub(crate) fn start(
        spec: &'a EngineSpec,
        patience: Patience,
        transcript: &'a mut Vec<String>,
    ) -> Result<Self, StepError> {
        let process = Process::start(spec)
            .map_err(|error| StepError::Failed(format!("cannot start {}: {error}", spec.cmd)))?;
        let mut session =
            Self { process, spec, transcript, options: Vec::new(), patience, arrived: Instant::now() };
        session.send("uci")?;
        for line in session.until(LONG, "uciok", |line| line == "uciok")? {
            if let Ok(Message::Option(option)) = line.parse() {
                session.options.push(option);
            }
        }
        for (name, value) in &spec.options {
            session.send(&format!("setoption name {name} value {value}"))?;
        }
        session.sync()?;
        Ok(session)
    }

    /// Runs the same program with more arguments and returns its output.
    pub(crate) fn run_with(&mut self, args: &[&str], within: Duration) -> Result<Vec<String>, StepError> {
        let mut spec = self.spec.clone();
        spec.args.extend(args.iter().map(|&arg| arg.to_owned()));
        self.transcript.push(format!("$ {} {}", spec.cmd, spec.args.join(" ")));
        let mut process =
            Process::start(&spec).map_err(|error| StepError::Failed(format!("cannot start: {error}")))?;
        let deadline = Instant::now() + within;
        let mut lines = Vec::new();
        loop {
            match process.receive(deadline) {
                Event::Line(line) => {
                    self.transcript.push(format!("< {}", line.text));
                    lines.push(line.text);
                }
                Event::Closed => return Ok(lines),
                Event::Silence => {
                    process.kill();
                    return fail(format!("still running {args:?} after {} s", within.as_secs()));
                }
            }
        }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Finding {
        self.send_bytes(&[line.as_bytes(), b"\n"].concat())
    }

    /// Sends bytes as they are, all in one write.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> Finding {
        for line in String::from_utf8_lossy(bytes).split_terminator('\n') {
            self.transcript.push(format!("> {}", excerpt(line)));
        }
        match self.process.send(bytes) {
            Ok(()) => Ok(()),
            Err(error) => fail(format!("cannot talk to the engine, {error}: {}", self.process.obituary())),
        }
    }

    /// The next line, if one comes in time.
    pub(crate) fn next_line(&mut self, deadline: Instant) -> Result<Option<String>, StepError> {
        match self.process.receive(deadline) {
            Event::Line(line) => {
                self.transcript.push(format!("< {}", excerpt(&line.text)));
                self.arrived = line.at;
                Ok(Some(line.text))
            }
            Event::Silence => Ok(None),
            Event::Closed => fail(format!("the engine ended: {}", self.process.obituary())),
        }
    }

    /// Reads and discards lines for a while.
    pub(crate) fn listen(&mut self, time: Duration) -> Finding {
        let deadline = Instant::now() + time;
        while self.next_line(deadline)?.is_some() {}
        Ok(())
    }

    /// All lines up to one that `is_wanted`, which must come in time.
    pub(crate) fn until(
        &mut self,
        within: Duration,
        wanted: &str,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, StepError> {
        let deadline = Instant::now() + within;
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(deadline)? {
            let is_last = is_wanted(line.trim());
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
        fail(format!("no {wanted} within {} ms", within.as_millis()))
    }

    /// The engine's output until it has processed everything.
    pub(crate) fn sync(&mut self) -> Result<Vec<String>, StepError> {
        self.send("isready")?;
        let mut lines = self.until(LONG, "readyok", |line| line == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// For a while, the engine must not answer `go`.
    pub(crate) fn no_answer_for(&mut self, time: Duration) -> Finding {
        let deadline = Instant::now() + time;
        while let Some(line) = self.next_line(deadline)? {
            if line.trim().starts_with("bestmove") {
                return fail(format!("`{}` though nothing ended the search", line.trim()));
            }
        }
        Ok(())
    }

    /// Waits for the answer to `go`.
    pub(crate) fn answer(&mut self, within: Duration) -> Result<Search, StepError> {
        let lines = self.until(within, "bestmove", |line| line.starts_with("bestmove"))?;
        let mut search = Search::default();
        for line in &lines {
            match line.parse() {
                Ok(Message::Info(info)) => search.infos.push(info),
                Ok(Message::BestMove(best)) => search.best = best,
                Ok(_) | Err(_) if line.starts_with("bestmove") => {
                    return fail(format!("`{line}` is no answer"));
                }
                Ok(_) | Err(_) => {}
            }
        }
        search.lines = lines;
        Ok(search)
    }

    /// Sets up a position, searches it, and checks that the answer is legal.
    pub(crate) fn search(&mut self, position: &str, go: &str) -> Result<Search, StepError> {
        self.send(&format!("position {position}"))?;
        self.send(go)?;
        let search = self.answer(LONG)?;
        let board = board_of(position);
        match search.best.best {
            Some(mv) if board.find(mv).is_ok() => Ok(search),
            Some(mv) => fail(format!("`{go}`: {mv} is not legal in {board}")),
            None if board.count_legal_moves() == 0 => Ok(search),
            None => fail(format!("`{go}`: no move in {board}")),
        }
    }

    /// The time from sending a line to the arrival of one that begins with `expected`.
    pub(crate) fn response_time(&mut self, line: &str, expected: &str) -> Result<Duration, StepError> {
        let sent = Instant::now();
        self.send(line)?;
        self.until(LONG, expected, |line| line.starts_with(expected))?;
        Ok(self.arrived - sent)
    }

    /// Ends a running search.
    pub(crate) fn stop(&mut self) -> Result<Search, StepError> {
        self.send("stop")?;
        self.answer(LONG)
    }

    /// Closes the engine's input; returns whether it exited in time.
    pub(crate) fn ends_at_end_of_input(&mut self, within: Duration) -> bool {
        self.transcript.push("> (end of input)".to_owned());
        self.process.close_input();
        self.process.wait(within)
    }

    /// The option of this name; without it the step is skipped.
    pub(crate) fn option(&self, name: &str) -> Result<OptionKind, StepError> {
        let found = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let missing = || StepError::Skipped(format!("no option {name}"));
        found.map(|option| option.kind.clone()).ok_or_else(missing)
    }
}

/// The position that `position ...` describes, as far as it is legal.
pub(crate) fn board_of(position: &str) -> Position {
    let (start, moves) = position.split_once("moves").unwrap_or((position, ""));
    let start = start.trim();
    let mut board: Position = start.strip_prefix("fen ").and_then(|fen| fen.parse().ok()).unwrap_or_default();
    for mv in moves.split_whitespace() {
        if let Ok(mv) = board.parse_uci(mv) {
            board.make(mv, &mut ());
        }
    }
    board
}

/// A line short enough for a transcript.
fn excerpt(line: &str) -> String {
    pub(crate) const LONGEST: usize = 160;
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}... ({} bytes)", &line[..end], line.len()),
        None => line.to_owned(),
    }
}
