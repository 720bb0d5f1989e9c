//! `petteia perft` as a person uses it.

use assert_cmd::Command;

fn perft(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("petteia").expect("the binary is built").arg("perft").args(args).assert()
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(perft(args).success().get_output().stdout.clone()).expect("plain text")
}

#[test]
fn counts_and_tells_its_speed() {
    let output = stdout(&["5"]);
    assert!(output.starts_with("4865609 nodes in "), "{output}");
    assert!(output.ends_with(" Mnps\n"), "{output}");
}

#[test]
fn threads_and_hash_do_not_change_the_count() {
    for options in [vec!["--threads", "3"], vec!["--hash", "8"], vec!["--threads", "2", "--hash", "1"]] {
        let output = stdout(&[&["5"], options.as_slice()].concat());
        assert!(output.starts_with("4865609 nodes"), "{options:?}: {output}");
    }
}

#[test]
fn divide_lists_the_root_moves() {
    let output = stdout(&["3", "--divide", "--fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 26 + 2, "26 moves, an empty line, the sum");
    assert!(lines.contains(&"e1g1: 470"), "{output}");
    let sum: u64 =
        lines[..26].iter().map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 13_744);
    assert!(lines[27].starts_with("13744 nodes"));
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    let output = stdout(&["2", "--divide", "--chess960", "--fen", fen]);
    assert!(output.contains("e1h1: ") && !output.contains("e1g1: "), "{output}");
}

/// One line on stderr that names the text and what was expected, exit code 2, nothing on stdout.
#[test]
fn bad_input_is_named() {
    for (args, parts) in [
        (vec!["x"], ["'x'", "expected a whole number"]),
        (vec!["31"], ["31", "0..=30"]),
        (vec![], ["<DEPTH>", "required"]),
        (vec!["3", "--fen", "8/8/8 w"], ["8/8/8", "expected 8 ranks"]),
        (
            vec!["3", "--fen", "8/8/8/8/8/8/8/4K3 w"],
            ["8/8/8/8/8/8/8/4K3 w", "Black has 0 kings; expected one"],
        ),
        (vec!["3", "--threads", "0"], ["'0'", "1..=1024"]),
        (vec!["3", "--hash", "-1"], ["'-1'", "unexpected argument"]),
        (vec!["3", "--hash", "99999999999999"], ["99999999999999", "expected megabytes that are free"]),
        (vec!["3", "--depth", "4"], ["'--depth'", "unexpected argument"]),
    ] {
        let assert = perft(&args).code(2);
        let output = assert.get_output();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
        assert!(parts.iter().all(|part| message.contains(part)), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}: nothing is printed before the mistake is found");
    }
}
