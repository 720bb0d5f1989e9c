//! Response times of an engine.

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use crate::compliance::session::{LONG, Session};
use crate::compliance::{Patience, StepError, fail};
use crate::engine::EngineSpec;

/// The time of the searches whose end is measured.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// From `stop` to `bestmove`.
    Stop {
        /// How many threads search.
        threads: u32,
    },
    /// By how much `go movetime 100` overruns.
    MoveTime,
    /// From `isready` to `readyok`, during a search.
    IsReady,
    /// From the end of input, during a search, to the end of the engine.
    EndOfInput,
}

impl Question {
    /// All questions, in the order of the report.
    pub const ALL: [Self; 5] = [
        Self::Stop { threads: 1 },
        Self::Stop { threads: 4 },
        Self::MoveTime,
        Self::IsReady,
        Self::EndOfInput,
    ];

    /// The longest acceptable time on an idle machine.
    pub fn limit(self) -> Duration {
        Duration::from_millis(match self {
            Self::Stop { .. } => 20,
            Self::MoveTime => 5,
            Self::IsReady => 50,
            Self::EndOfInput => 200,
        })
    }

    /// How often to ask, at most `most` times: some questions take long.
    fn trials(self, most: usize) -> usize {
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

/// The response times to a question.
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

    /// The number of answers.
    pub fn trials(&self) -> usize {
        self.sorted.len()
    }

    /// The time that `percent` of the answers did not exceed.
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
pub fn measure(spec: &EngineSpec, question: Question, most: usize) -> Result<AnswerTimes, StepError> {
    let trials = question.trials(most.max(1));
    // The end of input ends the engine: each trial needs another one.
    let trials_per_engine = if question == Question::EndOfInput { 1 } else { trials };
    let mut times = Vec::new();
    while times.len() < trials {
        let mut transcript = Vec::new();
        let mut session = Session::start(spec, Patience::default(), &mut transcript)?;
        if let Question::Stop { threads } = question {
            session.send(&format!("setoption name Threads value {threads}"))?;
        }
        session.send("position startpos")?;
        session.sync()?;
        for _ in 0..trials_per_engine {
            // From 1 to 20 ms, so that the questions come at different moments of the search.
            let moment = Duration::from_millis(times.len() as u64 % 20 + 1);
            times.push(ask(&mut session, question, moment)?);
        }
    }
    Ok(AnswerTimes::new(question, times))
}

/// The response time to a question that is asked `moment` after the start of a search.
fn ask(session: &mut Session, question: Question, moment: Duration) -> Result<Duration, StepError> {
    if question == Question::MoveTime {
        // A search that finds its table full of the last one's results may end at once.
        session.send("ucinewgame")?;
        session.sync()?;
        let time = session.response_time(&format!("go movetime {}", MOVE_TIME.as_millis()), "bestmove")?;
        return Ok(time.saturating_sub(MOVE_TIME));
    }
    session.send("go infinite")?;
    thread::sleep(moment);
    match question {
        Question::Stop { .. } | Question::MoveTime => session.response_time("stop", "bestmove"),
        Question::IsReady => {
            let time = session.response_time("isready", "readyok")?;
            session.stop()?;
            Ok(time)
        }
        Question::EndOfInput => {
            let asked = Instant::now();
            if session.ends_at_end_of_input(LONG) {
                Ok(asked.elapsed())
            } else {
                fail(format!("no exit within {} s", LONG.as_secs()))
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
