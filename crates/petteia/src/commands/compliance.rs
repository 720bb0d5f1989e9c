//! `petteia compliance`: the UCI checklist against any engine, and its response times.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use arena::answers::{AnswerTimes, Question, measure};
use arena::compliance::{Patience, STEPS, StepError, StepReport, run as check};
use arena::engine::EngineSpec;

#[derive(clap::Args)]
pub struct Args {
    /// Program of the engine; `self` is this one, `lab:PROFILE` a profile of its lab.
    engine: String,
    /// Its arguments.
    arguments: Vec<String>,
    /// Option to set before each step, as NAME=VALUE; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,
    /// Step to run; may be given several times [default: all].
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=STEPS.len() as i64))]
    step: Vec<u32>,
    /// Repetitions of the race between `go` and `stop`.
    #[arg(long, value_name = "TIMES", default_value_t = 1000)]
    races: u32,
    /// Time limit for immediate answers, in ms.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    at_once: u64,
    /// Print the transcript of every step, not only of failed ones.
    #[arg(long)]
    transcript: bool,
    /// Measure response times instead, each up to this many times.
    #[arg(long, value_name = "TIMES", num_args = 0..=1, default_missing_value = "1000",
          conflicts_with_all = ["step", "races", "at_once", "transcript"])]
    answers: Option<usize>,
}

fn option(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').context("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Lines of a failed step's transcript that are shown.
const LAST_LINES: usize = 30;

/// The exit code is 1 if a step fails or an answer is late.
pub fn run(args: &Args) -> Result<ExitCode> {
    let mut spec = EngineSpec {
        cmd: args.engine.clone(),
        args: args.arguments.clone(),
        options: args.option.iter().cloned().collect(),
        ..EngineSpec::default()
    };
    spec.resolve_self(&std::env::current_exe().context("cannot find this program")?);
    spec.name_by_command();
    let patience = Patience { at_once: Duration::from_millis(args.at_once), races: args.races };
    arena::process::Process::start(&spec).with_context(|| format!("cannot start {:?}", spec.cmd))?;
    if let Some(times) = args.answers {
        return measure_answers(&spec, times);
    }

    let (mut passed, mut failed, mut skipped) = (0, Vec::new(), 0);
    for step in STEPS.iter().filter(|step| args.step.is_empty() || args.step.contains(&step.number)) {
        let report = check(step, &spec, patience);
        print_report(&report, args.transcript);
        match report.finding {
            Ok(()) => passed += 1,
            Err(StepError::Failed(_)) => failed.push(step.number.to_string()),
            Err(StepError::Skipped(_)) => skipped += 1,
        }
    }
    print!("\n{}: {passed} passed, {} failed, {skipped} skipped", spec.name, failed.len());
    if failed.is_empty() {
        println!();
        return Ok(ExitCode::SUCCESS);
    }
    println!(" (failed: {})", failed.join(", "));
    Ok(ExitCode::FAILURE)
}

fn measure_answers(spec: &EngineSpec, times: usize) -> Result<ExitCode> {
    let mut late = false;
    for (index, question) in Question::ALL.into_iter().enumerate() {
        let times = measure(spec, question, times).with_context(|| question.to_string())?;
        if index == 0 {
            println!("{:<32} {:>6} {:>10} {:>10} {:>10}", spec.name, "times", "median", "99 %", "worst");
        }
        print_times(&times);
        late |= times.worst() >= question.limit();
    }
    Ok(if late { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn print_times(times: &AnswerTimes) {
    let millis = |span: Duration| format!("{:.2} ms", span.as_secs_f64() * 1000.0);
    let (question, limit) = (times.question, times.question.limit());
    print!("{:<32} {:>6}", question.to_string(), times.trials());
    for figure in [times.percentile(50), times.percentile(99), times.worst()] {
        print!(" {:>10}", millis(figure));
    }
    let verdict = if times.worst() < limit { "ok" } else { "LATE" };
    println!("  {verdict}: wanted less than {} ms", limit.as_millis());
}

fn print_report(report: &StepReport, with_transcript: bool) {
    let (number, title) = (report.step.number, report.step.title);
    match &report.finding {
        Ok(()) => println!("pass {number:>2} {title}"),
        Err(StepError::Skipped(why)) => println!("skip {number:>2} {title}: {why}"),
        Err(StepError::Failed(why)) => println!("FAIL {number:>2} {title}: {why}"),
    }
    if with_transcript || report.is_failure() {
        let lines = &report.transcript;
        let hidden = if with_transcript { 0 } else { lines.len().saturating_sub(LAST_LINES) };
        if hidden > 0 {
            println!("        ({hidden} lines before)");
        }
        for line in &lines[hidden..] {
            println!("        {line}");
        }
    }
}
