//! The UCI checklist, run against any engine.
//!
//! Each [`Step`] is one promise that GUIs, match runners and users rely on. It gets a fresh process, so
//! that a failure does not spill over into the next, and keeps a transcript of all that was said.

mod options;
mod protocol;
mod search;
mod session;
mod stopping;

use std::fmt;
use std::time::Duration;

use crate::engine::EngineSpec;
use session::Session;

/// How patient the tests are.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long an answer that must come at once may take.
    pub at_once: Duration,
    /// How often the race between `go` and `stop` is run.
    pub races: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self { at_once: Duration::from_millis(100), races: 1000 }
    }
}

/// Why a step did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The engine broke the promise.
    Failed(String),
    /// The engine does not offer what the step needs.
    Skipped(String),
}

/// What a step found.
type Finding = Result<(), Trouble>;

/// Fails a step.
fn fail<T>(why: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Failed(why.into()))
}

/// Fails a step unless a condition holds.
fn ensure(holds: bool, why: impl FnOnce() -> String) -> Finding {
    if holds { Ok(()) } else { fail(why()) }
}

/// One promise of the checklist.
#[derive(Clone, Copy)]
pub struct Step {
    /// Its number in the checklist.
    pub number: u32,
    /// The promise.
    pub title: &'static str,
    check: fn(&mut Session<'_>) -> Finding,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Step({}: {})", self.number, self.title)
    }
}

/// The checklist.
pub const STEPS: &[Step] = &[
    Step {
        number: 1,
        title: "`go infinite` and `stop` in one write are answered at once, every time",
        check: stopping::race,
    },
    Step { number: 2, title: "`stop` while idle means nothing, then or later", check: stopping::idle_stop },
    Step { number: 3, title: "`isready` is answered during a search", check: stopping::ready_during_search },
    Step {
        number: 4,
        title: "`go infinite` and `go ponder` end by `stop` and `ponderhit` only",
        check: stopping::never_early,
    },
    Step {
        number: 5,
        title: "each `go` gets one `bestmove`, after at least one score",
        check: search::one_answer,
    },
    Step { number: 6, title: "without a legal move the answer is `bestmove (none)`", check: search::no_move },
    Step {
        number: 7,
        title: "`go mate` ends when the mate is found, `movetime 0` at once",
        check: search::mate_and_no_time,
    },
    Step { number: 8, title: "limits come in any subset and order", check: search::limits_in_any_order },
    Step { number: 9, title: "no command deadlocks a running search", check: stopping::no_deadlock },
    Step {
        number: 10,
        title: "names of options do not depend on upper and lower case",
        check: options::names_in_any_case,
    },
    Step { number: 11, title: "bad input is named and changes nothing", check: protocol::bad_input },
    Step { number: 12, title: "long games, odd white space and unknown words", check: protocol::odd_input },
    Step {
        number: 13,
        title: "the end of input ends the engine, even in a search",
        check: stopping::end_of_input,
    },
    Step { number: 14, title: "Chess960 and both ways to write castling", check: protocol::chess960 },
    Step { number: 15, title: "`info` lines are well formed and not too many", check: search::info_lines },
    Step { number: 16, title: "`UCI_ShowWDL` adds chances that sum to 1000", check: options::win_draw_loss },
    Step {
        number: 17,
        title: "lines are legal, begin with the answer and end in the mate they claim",
        check: search::principal_variations,
    },
    Step { number: 18, title: "`MultiPV` may exceed the number of moves", check: options::multi_pv },
    Step { number: 19, title: "`ucinewgame` forgets everything", check: search::reproducible },
    Step { number: 20, title: "standard options have their standard names", check: options::standard_names },
    Step {
        number: 21,
        title: "`bench` and `genfens` work as OpenBench needs them",
        check: protocol::openbench,
    },
    Step { number: 22, title: "`d`, `eval`, `go perft`, `flip` and `help`", check: protocol::extras },
];

/// How a step ended.
#[derive(Clone, Debug)]
pub struct StepReport {
    /// The step.
    pub step: Step,
    /// What it found.
    pub finding: Result<(), Trouble>,
    /// All that was said: `>` to the engine, `<` by it.
    pub transcript: Vec<String>,
}

impl StepReport {
    /// Whether the engine broke the promise.
    pub fn is_failure(&self) -> bool {
        matches!(self.finding, Err(Trouble::Failed(_)))
    }
}

/// Runs one step in a fresh process.
pub fn run(step: &Step, spec: &EngineSpec, patience: Patience) -> StepReport {
    let mut transcript = Vec::new();
    let finding =
        Session::start(spec, patience, &mut transcript).and_then(|mut session| (step.check)(&mut session));
    StepReport { step: *step, finding, transcript }
}
