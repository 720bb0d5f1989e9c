//! The UCI checklist, run against any engine.
//!
//! Each [`Step`] checks one promise that GUIs, match runners and users rely on. It runs in a fresh
//! process, so that a failure does not affect the next step, and keeps a transcript.

mod options;
mod protocol;
mod search;
pub(crate) mod session;
mod stopping;

use std::time::Duration;

use thiserror::Error;

use crate::engine::EngineSpec;
use session::Session;

/// Limits of the checks.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Time limit for immediate answers.
    pub at_once: Duration,
    /// Repetitions of the race between `go` and `stop`.
    pub races: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self { at_once: Duration::from_millis(100), races: 1000 }
    }
}

/// Why a step did not pass.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StepError {
    /// The engine broke the promise.
    #[error("{0}")]
    Failed(String),
    /// The engine does not offer what the step needs.
    #[error("{0}")]
    Skipped(String),
}

/// The result of a step.
type Finding = Result<(), StepError>;

/// Fails a step.
pub(crate) fn fail<T>(why: impl Into<String>) -> Result<T, StepError> {
    Err(StepError::Failed(why.into()))
}

/// Fails a step unless a condition holds.
fn ensure(holds: bool, why: impl FnOnce() -> String) -> Finding {
    if holds { Ok(()) } else { fail(why()) }
}

/// One promise of the checklist.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its number in the checklist.
    pub number: u32,
    /// The promise.
    pub title: &'static str,
    check: fn(&mut Session<'_>) -> Finding,
}

/// The checklist.
pub const STEPS: &[Step] = &[
    step(1, "`go infinite` and `stop` in one write are answered at once, every time", stopping::race),
    step(2, "`stop` while idle means nothing, then or later", stopping::idle_stop),
    step(3, "`isready` is answered during a search", stopping::ready_during_search),
    step(4, "`go infinite` and `go ponder` end by `stop` and `ponderhit` only", stopping::never_early),
    step(5, "each `go` gets one `bestmove`, after at least one score", search::one_answer),
    step(6, "without a legal move the answer is `bestmove (none)`", search::no_move),
    step(7, "`go mate` ends when the mate is found, `movetime 0` at once", search::mate_and_no_time),
    step(8, "limits come in any subset and order", search::limits_in_any_order),
    step(9, "no command deadlocks a running search", stopping::no_deadlock),
    step(10, "names of options do not depend on upper and lower case", options::names_in_any_case),
    step(11, "bad input is named and changes nothing", protocol::bad_input),
    step(12, "long games, odd white space and unknown words", protocol::odd_input),
    step(13, "the end of input ends the engine, even in a search", stopping::end_of_input),
    step(14, "Chess960 and both ways to write castling", protocol::chess960),
    step(15, "`info` lines are well formed and not too many", search::info_lines),
    step(16, "`UCI_ShowWDL` adds chances that sum to 1000", options::win_draw_loss),
    step(
        17,
        "lines are legal, begin with the answer and end in the mate they claim",
        search::principal_variations,
    ),
    step(18, "`MultiPV` may exceed the number of moves", options::multi_pv),
    step(19, "`ucinewgame` forgets everything", search::reproducible),
    step(20, "standard options have their standard names", options::standard_names),
    step(21, "`bench` and `genfens` work as OpenBench needs them", protocol::openbench),
    step(22, "`d`, `eval`, `go perft`, `flip` and `help`", protocol::extras),
];

const fn step(number: u32, title: &'static str, check: fn(&mut Session<'_>) -> Finding) -> Step {
    Step { number, title, check }
}

/// How a step ended.
#[derive(Clone, Debug)]
pub struct StepReport {
    /// The step.
    pub step: Step,
    /// What it found.
    pub finding: Result<(), StepError>,
    /// The conversation: `>` to the engine, `<` from it.
    pub transcript: Vec<String>,
}

impl StepReport {
    /// Whether the engine broke the promise.
    pub fn is_failure(&self) -> bool {
        matches!(self.finding, Err(StepError::Failed(_)))
    }
}

/// Runs one step in a fresh process.
pub fn run(step: &Step, spec: &EngineSpec, patience: Patience) -> StepReport {
    let mut transcript = Vec::new();
    let finding =
        Session::start(spec, patience, &mut transcript).and_then(|mut session| (step.check)(&mut session));
    StepReport { step: *step, finding, transcript }
}
