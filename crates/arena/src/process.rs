//! Engine processes: lines go in, lines with their arrival times come out.

mod group;
mod lines;

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::engine::EngineSpec;
use group::Group;
use lines::LineReader;

/// A line that an engine wrote.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its text without the line break.
    pub text: String,
    /// When it arrived. The reading thread notes it, so a busy arbiter costs engines no time.
    pub at: Instant,
}

/// What an engine sent.
#[derive(Debug)]
pub enum Event {
    /// A line.
    Line(Line),
    /// Nothing before the deadline.
    Silence,
    /// The engine closed its output.
    Closed,
}

/// Unread lines before the engine has to wait: an engine that floods its output slows down only
/// itself.
const WAITING_LINES: usize = 4096;

/// Time limit for `quit`, before the engine is killed.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// Time limit for an engine whose output is closed to exit, and for its last error line to arrive.
const LAST_WORDS_TIME: Duration = Duration::from_millis(200);

/// A running engine. Dropping it asks it to quit, then kills it and all that it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    group: Group,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// A line that came after the deadline of [`Process::receive`].
    unread: Option<Line>,
    last_error: Arc<Mutex<String>>,
    errors_thread: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts an engine.
    pub fn start(spec: &EngineSpec) -> io::Result<Self> {
        let mut command = Command::new(&spec.cmd);
        command.args(&spec.args).envs(&spec.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let (mut child, group) = group::spawn(command)?;
        let input = child.stdin.take();
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            thread::Builder::new().name(format!("{} output", spec.name)).spawn(move || {
                let mut reader = LineReader::new(BufReader::with_capacity(1 << 16, output));
                while let Ok(Some(text)) = reader.next_line() {
                    if sender.send(Line { text, at: Instant::now() }).is_err() {
                        break;
                    }
                }
            })?;
        }
        let last_error = Arc::new(Mutex::new(String::new()));
        let mut errors_thread = None;
        if let Some(errors) = child.stderr.take() {
            let last = Arc::clone(&last_error);
            let thread = thread::Builder::new().name(format!("{} errors", spec.name)).spawn(move || {
                let mut reader = LineReader::new(BufReader::new(errors));
                while let Ok(Some(text)) = reader.next_line() {
                    if !text.trim().is_empty() {
                        *last.lock() = text;
                    }
                }
            })?;
            errors_thread = Some(thread);
        }
        Ok(Self { child, group, input, lines, unread: None, last_error, errors_thread })
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines, each ended by a line break, at once.
    pub fn send(&mut self, lines: impl AsRef<[u8]>) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(lines.as_ref())?;
        input.flush()
    }

    /// Waits for a line that arrives before the deadline. A later line is kept for the next call,
    /// so an engine that floods its output cannot escape a deadline.
    pub fn receive(&mut self, deadline: Instant) -> Event {
        let line = match self.unread.take() {
            Some(line) => Ok(line),
            None => self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match line {
            Ok(line) if line.at <= deadline => Event::Line(line),
            Ok(line) => {
                self.unread = Some(line);
                Event::Silence
            }
            Err(RecvTimeoutError::Timeout) => Event::Silence,
            Err(RecvTimeoutError::Disconnected) => Event::Closed,
        }
    }

    /// Discards the lines that have arrived.
    pub fn discard_waiting(&mut self) {
        self.unread = None;
        self.lines.try_iter().take(2 * WAITING_LINES).for_each(drop);
    }

    /// Closes the engine's input, at which it should exit.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to exit; returns whether it did in time.
    pub fn wait(&mut self, patience: Duration) -> bool {
        wait_until(patience, || !matches!(self.child.try_wait(), Ok(None)))
    }

    /// How the process ended, with the last line of its standard error.
    pub fn obituary(&mut self) -> String {
        self.wait(LAST_WORDS_TIME);
        let end = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "output closed".to_owned(),
        };
        // The stream ends with the process, unless a child of it lives on.
        if let Some(errors_thread) = &self.errors_thread {
            wait_until(LAST_WORDS_TIME, || errors_thread.is_finished());
        }
        let error = self.last_error.lock();
        if error.is_empty() { end } else { format!("{end}: {error}") }
    }

    /// Ends the process and all that it started at once.
    pub fn kill(&mut self) {
        self.group.kill();
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit\n");
        self.close_input();
        self.wait(QUIT_TIME);
        // What it started may live on: an engine behind a script, for example.
        self.kill();
    }
}

/// Waits for a condition; returns whether it held in time.
fn wait_until(patience: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + patience;
    while !holds() {
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
    true
}
