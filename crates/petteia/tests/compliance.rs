//! `petteia compliance` against Petteia itself.

use assert_cmd::Command;

fn compliance(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("petteia").expect("the binary is built").arg("compliance").args(args).assert()
}

/// Every step is a test of its own in `uci.rs`; here it is about the report.
#[test]
fn a_step_that_passes_is_reported() {
    let output = compliance(&["self", "--at-once=20000", "--step=6"]).success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(text.starts_with("pass  6 "), "{text}");
    assert!(text.ends_with("1 passed, 0 failed, 0 skipped\n"), "{text}");
}

#[test]
fn a_program_that_speaks_no_uci_fails() {
    let output = compliance(&["/bin/cat", "--step", "2"]).code(1);
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(text.starts_with("FAIL  2") && text.contains("no uciok"), "{text}");
    assert!(text.contains("> uci"), "the transcript is shown: {text}");
}

/// How quick the answers are depends on the machine, so the exit code may say either.
#[test]
fn the_times_of_answers_are_listed() {
    let output = compliance(&["self", "--answers=3"]);
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert!(lines[1].starts_with("stop to bestmove, 1 thread            3"), "{text}");
    assert!(lines[1..].iter().all(|line| line.matches(" ms").count() == 4), "{text}");
}
