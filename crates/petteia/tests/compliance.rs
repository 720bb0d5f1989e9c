//! `petteia compliance` against Petteia itself.

use assert_cmd::Command;

fn compliance(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("petteia").expect("the binary is built").arg("compliance").args(args).assert()
}

/// "At once" is taken with patience here: other tests keep the machine busy. Step 20 asks for `EvalFile`, which
/// comes with the network.
#[test]
fn petteia_keeps_the_promises_of_the_checklist() {
    let steps = (1..=22).filter(|&step| step != 20).map(|step| format!("--step={step}"));
    let args: Vec<String> =
        ["self", "--at-once=5000", "--races=50"].map(str::to_owned).into_iter().chain(steps).collect();
    let output = compliance(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let failed: Vec<&str> = text.lines().filter(|line| line.starts_with("FAIL")).collect();
    assert!(failed.is_empty(), "{text}");
    output.success();
}

#[test]
fn an_engine_that_cannot_be_started_is_named() {
    let output = compliance(&["no/such/engine"]).code(2);
    let message = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(message.starts_with("petteia: cannot start \"no/such/engine\": "), "{message}");
    assert!(output.get_output().stdout.is_empty());
}

#[test]
fn a_program_that_speaks_no_uci_fails() {
    let output = compliance(&["/bin/cat", "--step", "2"]).code(1);
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(text.starts_with("FAIL  2") && text.contains("no uciok"), "{text}");
    assert!(text.contains("> uci"), "the transcript is shown: {text}");
}
