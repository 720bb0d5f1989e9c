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
    let output = stdout(&["3", "--divide", "--position", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]);
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
    let output = stdout(&["2", "--divide", "--chess960", "--position", fen]);
    assert!(output.contains("e1h1: ") && !output.contains("e1g1: "), "{output}");
}
