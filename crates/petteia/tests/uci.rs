//! The UCI checklist against the real binary, a test for each of its lines.

use std::time::Duration;

use arena::compliance::{Patience, STEPS, run};
use arena::engine::EngineSpec;

/// Tests ask what is answered, not how fast: they only do not wait for ever.
const PATIENCE: Patience = Patience { at_once: Duration::from_secs(20), races: 1000 };

fn check(number: u32) {
    check_with(number, []);
}

fn check_with<const N: usize>(number: u32, options: [(&str, &str); N]) {
    let step = STEPS.iter().find(|step| step.number == number).expect("the checklist has this line");
    let cmd = env!("CARGO_BIN_EXE_petteia").to_owned();
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let spec = EngineSpec { cmd, name: "petteia".to_owned(), options, ..EngineSpec::default() };
    let report = run(step, &spec, PATIENCE);
    let transcript: Vec<String> = report.transcript.iter().map(ToString::to_string).collect();
    let last = transcript.len().saturating_sub(40);
    assert_eq!(report.finding, Ok(()), "{}\n{}", step.title, transcript[last..].join("\n"));
}

macro_rules! lines {
    ($($name:ident = $number:literal,)+) => {
        $(#[test]
        fn $name() {
            check($number);
        })+
    };
}

lines! {
    stop_races = 1,
    idle_stop = 2,
    ready_during_search = 3,
    infinite_and_ponder = 4,
    one_answer = 5,
    no_legal_move = 6,
    mate_and_no_time = 7,
    any_limits = 8,
    commands_during_search = 9,
    option_names = 10,
    bad_input = 11,
    long_games = 12,
    end_of_input = 13,
    chess960 = 14,
    info_lines = 15,
    chances = 16,
    lines_are_legal = 17,
    many_lines = 18,
    new_game = 19,
    standard_options = 20,
    openbench = 21,
    commands_by_hand = 22,
}

/// The other search, on the lines that concern a search; but for the one that wants lines in the
/// order of their scores: here the most visited comes first.
#[test]
fn the_tree_search_keeps_to_the_protocol() {
    for number in (1..=9).chain(12..=17).chain([19]) {
        check_with(number, [("Searcher", "MCTS"), ("Threads", "2")]);
    }
}
