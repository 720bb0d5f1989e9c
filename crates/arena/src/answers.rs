//! How quickly an engine answers what must be answered at once.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::engine::EngineSpec;
use crate::process::{Event, Process};

/// How long to wait for an answer before giving up.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time of the searches whose end is measured.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// What is asked, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// From `stop` to `bestmove`.
    Stop {
        /// How many threads search.
        threads: u32,
    },
    /// By how much `go movetime 100` takes longer.
    MoveTime,
    /// From `isready` to `readyok`, during a search.
    IsReady,
    /// From the end of input, during a search, to the end of the engine.
    EndOfInput,
}

impl Question {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 5] = [
        Self::Stop { threads: 1 },
        Self::Stop { threads: 4 },
        Self::MoveTime,
        Self::IsReady,
        Self::EndOfInput,
    ];

    /// The longest that is well on an idle machine.
    pub fn limit(self) -> Duration {
        Duration::from_millis(match self {
            Self::Stop { .. } => 20,
            Self::MoveTime => 5,
            Self::IsReady => 50,
            Self::EndOfInput => 200,
        })
    }

    /// How often to ask, of so many times at the most: some questions take long.
    fn trials(self, most: u32) -> u32 {
        match self {
            Self::Stop { .. } | Self::IsReady => most,
            Self::MoveTime | Self::EndOfInput => most.div_ceil(10),
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stop { threads: 1 } => f.write_str("stop to bestmove, 1 thread"),
            Self::Stop { threads } => write!(f, "stop to bestmove, {threads} threads"),
            Self::MoveTime => f.write_str("overshoot of movetime 100"),
            Self::IsReady => f.write_str("isready to readyok, searching"),
            Self::EndOfInput => f.write_str("end of input to exit, searching"),
        }
    }
}

/// An engine did not answer at all.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// It could not be started or written to.
    #[error("cannot talk to the engine")]
    Process(#[from] io::Error),
    /// It did not say what was expected.
    #[error("no {expected:?} within {} s", PATIENCE.as_secs())]
    Silent {
        /// What was expected.
        expected: &'static str,
    },
    /// It ended.
    #[error("the engine ended where {expected:?} was expected")]
    Ended {
        /// What was expected.
        expected: &'static str,
    },
}

/// How long the answers to a question took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerTimes {
    /// What was asked.
    pub question: Question,
    /// The times, shortest first; at least one.
    sorted: Vec<Duration>,
}

impl AnswerTimes {
    fn new(question: Question, mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self { question, sorted: times }
    }

    /// How often it was asked.
    pub fn trials(&self) -> usize {
        self.sorted.len()
    }

    /// The time that so many of a hundred answers did not exceed.
    pub fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.sorted.len() * percent).div_ceil(100).max(1);
        self.sorted.get(rank - 1).or(self.sorted.last()).copied().unwrap_or_default()
    }

    /// The longest time.
    pub fn worst(&self) -> Duration {
        self.percentile(100)
    }
}

/// Asks an engine a question up to `most` times, at different moments of its searches.
pub fn measure(spec: &EngineSpec, question: Question, most: u32) -> Result<AnswerTimes, AnswerError> {
    let mut talk = Talk::start(spec, question)?;
    let mut times = Vec::new();
    for trial in 0..question.trials(most.max(1)) {
        // From 1 to 20 ms, so that the question meets the search anywhere.
        let moment = Duration::from_millis(u64::from(trial % 20) + 1);
        times.push(match question {
            Question::Stop { .. } => talk.stop(moment)?,
            Question::MoveTime => talk.move_time()?,
            Question::IsReady => talk.is_ready(moment)?,
            Question::EndOfInput => {
                let exit = talk.end_of_input(moment)?;
                talk = Talk::start(spec, question)?;
                exit
            }
        });
    }
    Ok(AnswerTimes::new(question, times))
}

/// A conversation in which times are taken.
struct Talk {
    process: Process,
}

impl Talk {
    fn start(spec: &EngineSpec, question: Question) -> Result<Self, AnswerError> {
        let mut talk = Self { process: Process::start(spec)? };
        talk.send("uci")?;
        talk.wait_for("uciok")?;
        if let Question::Stop { threads } = question {
            talk.send(&format!("setoption name Threads value {threads}"))?;
        }
        talk.send("position startpos")?;
        talk.send("isready")?;
        talk.wait_for("readyok")?;
        Ok(talk)
    }

    fn stop(&mut self, moment: Duration) -> Result<Duration, AnswerError> {
        self.search(moment)?;
        let asked = self.send("stop")?;
        Ok(self.wait_for("bestmove")? - asked)
    }

    fn move_time(&mut self) -> Result<Duration, AnswerError> {
        // A search that finds its table full of the last one's results may end at once.
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait_for("readyok")?;
        let asked = self.send(&format!("go movetime {}", MOVE_TIME.as_millis()))?;
        Ok((self.wait_for("bestmove")? - asked).saturating_sub(MOVE_TIME))
    }

    fn is_ready(&mut self, moment: Duration) -> Result<Duration, AnswerError> {
        self.search(moment)?;
        let asked = self.send("isready")?;
        let time = self.wait_for("readyok")? - asked;
        self.send("stop")?;
        self.wait_for("bestmove")?;
        Ok(time)
    }

    fn end_of_input(&mut self, moment: Duration) -> Result<Duration, AnswerError> {
        self.search(moment)?;
        let asked = Instant::now();
        self.process.close_input();
        if self.process.wait(PATIENCE) {
            Ok(asked.elapsed())
        } else {
            Err(AnswerError::Silent { expected: "exit" })
        }
    }

    /// Starts a search and lets it run for a while.
    fn search(&mut self, time: Duration) -> Result<(), AnswerError> {
        self.send("go infinite")?;
        std::thread::sleep(time);
        Ok(())
    }

    /// Sends a line and tells when.
    fn send(&mut self, line: &str) -> Result<Instant, AnswerError> {
        let asked = Instant::now();
        self.process.send(format!("{line}\n"))?;
        Ok(asked)
    }

    /// When a line came that begins with the expected word.
    fn wait_for(&mut self, expected: &'static str) -> Result<Instant, AnswerError> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.process.receive(deadline) {
                Event::Line(line) if line.text.starts_with(expected) => return Ok(line.at),
                Event::Line(_) => {}
                Event::Silence => return Err(AnswerError::Silent { expected }),
                Event::Closed => return Err(AnswerError::Ended { expected }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_taken() {
        let millis = |ms: &[u64]| ms.iter().map(|&ms| Duration::from_millis(ms)).collect();
        let times = AnswerTimes::new(Question::IsReady, millis(&[30, 10, 50, 20]));
        let of = |percent| times.percentile(percent).as_millis();
        assert_eq!([of(1), of(25), of(50), of(51), of(99), of(100)], [10, 10, 20, 30, 50, 50]);
        assert_eq!((times.worst().as_millis(), times.trials()), (50, 4));
    }
}
