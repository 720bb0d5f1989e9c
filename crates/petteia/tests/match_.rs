//! `petteia match` as a person uses it.

use assert_cmd::Command;

fn play(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("petteia").expect("the binary is built").arg("match").args(args).assert()
}

/// One line on stderr that names the text and what was expected, exit code 2, nothing on stdout.
#[test]
fn bad_input_is_named() {
    let two = ["--engine", "cmd=self", "name=a", "--engine", "cmd=self", "name=b"];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    for (args, parts) in [
        (vec![], ["0 engines", "expected at least 2"]),
        (vec!["--engine", "name=a"], ["name=a", "no cmd=PROGRAM"]),
        (vec!["--engine", "stockfish"], ["\"stockfish\"", "expected KEY=VALUE"]),
        (with(&[]), ["no limit for engine \"a\"", "expected a time control"]),
        (with(&["--tc", "soon"]), ["'soon'", "bad time control"]),
        (with(&["--nodes", "9", "--games", "0"]), ["games is 0", "expected at least 1"]),
        (with(&["--nodes", "9", "--sprt", "elo0=0"]), ["no elo1 of --sprt", "expected elo1=NUMBER"]),
        (with(&["--nodes", "9", "--sprt", "elo0=0", "elo1=x"]), ["bad elo1 \"x\"", "--sprt"]),
        (with(&["--nodes", "9", "--sprt", "elo0=5", "elo1=0"]), ["elo0=5", "expected elo0 < elo1"]),
        (with(&["--nodes", "9", "--draw", "moves=3"]), ["\"moves=3\"", "unknown"]),
        (with(&["--nodes", "9", "--openings", "no/such.epd"]), ["no/such.epd", "cannot read openings"]),
        (vec!["--config", "no/such.toml"], ["no/such.toml", "No such file"]),
    ] {
        let assert = play(&args).code(2);
        let output = assert.get_output();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
        assert!(parts.iter().all(|part| message.contains(part)), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}: nothing is printed before the mistake is found");
    }
}
