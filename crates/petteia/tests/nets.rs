//! Nets from files: `petteia eval`, and the UCI options `EvalFile` and `Evaluator`.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use chess::Position;
use gamekit::SplitMix64;
use nnue::{Architecture, Network, Parameters};
use tempfile::TempDir;

const FENS: [&str; 3] = [
    chess::fen::INITIAL,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn petteia(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("petteia").expect("the binary is built").args(arguments).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
}

fn random_net(seed: u64) -> Network {
    let arch = Architecture::new(32, 8).expect("the sizes are allowed");
    Parameters::random(arch, &mut SplitMix64::new(seed)).quantise(&format!("random {seed}"))
}

fn write_net(folder: &TempDir, seed: u64) -> PathBuf {
    let path = folder.path().join(format!("{seed}.nnue"));
    let mut bytes = Vec::new();
    random_net(seed).write(&mut bytes).expect("memory takes everything");
    fs::write(&path, bytes).expect("the folder can be written to");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

#[test]
fn raw_evaluations_are_one_number_a_line() {
    let folder = TempDir::new().expect("a folder can be made");
    let (net, fens) = (write_net(&folder, 1), folder.path().join("fens.txt"));
    fs::write(&fens, FENS.join("\n")).expect("the folder can be written to");
    let expected: String = FENS
        .map(|fen| {
            let position: Position = fen.parse().expect("the position is legal");
            let net = nnue::Net::Petteia(random_net(1));
            format!("{}\n", net.evaluate(position.board(), position.turn()))
        })
        .concat();
    let output = petteia(&["eval", "--net", text(&net), "--raw", "--positions", text(&fens)]).success();
    assert_eq!(stdout(&output), expected);
}

#[test]
fn a_net_is_shown_with_the_worth_of_each_piece() {
    let folder = TempDir::new().expect("a folder can be made");
    let net = write_net(&folder, 1);
    let output = stdout(&petteia(&["eval", "--net", text(&net), "--position", FENS[2]]).success());
    assert!(output.contains("(768 mirrored -> 32) x 2 -> 1 x 8 \"random 1\""), "{output}");
    let ranks = output.lines().rev().skip(1).take(8).map(|line| line.split_whitespace().count());
    assert_eq!(ranks.collect::<Vec<_>>(), [9; 8], "{output}");
}

/// The lines that a UCI conversation prints with `Evaluation:` or as `info string`.
fn converse(lines: &[&str]) -> Vec<String> {
    let output = stdout(&petteia(lines).success());
    output
        .lines()
        .filter(|line| line.starts_with("Evaluation:") || line.starts_with("info string"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn eval_file_loads_another_net() {
    let folder = TempDir::new().expect("a folder can be made");
    let set = |seed| format!("setoption name EvalFile value {}", text(&write_net(&folder, seed)));
    let (first, second) = (set(1), set(2));
    let lines =
        converse(&["setoption name Evaluator value NNUE", &first, "eval", &second, "eval", &first, "eval"]);
    let lines = &lines[lines.len() - 6..];
    assert_eq!(lines[0], "info string net (768 mirrored -> 32) x 2 -> 1 x 8 \"random 1\"");
    assert!(lines[2].ends_with("\"random 2\""), "{lines:?}");
    assert_ne!(lines[1], lines[3]);
    assert_eq!(lines[1], lines[5]);
}

#[test]
fn a_bad_net_leaves_the_old_one() {
    let folder = TempDir::new().expect("a folder can be made");
    let net = write_net(&folder, 1);
    let mut bytes = fs::read(&net).expect("it was just written");
    bytes[5000] ^= 4;
    let broken = folder.path().join("broken file.nnue");
    fs::write(&broken, bytes).expect("the folder can be written to");
    let good = format!("setoption name EvalFile value {}", text(&net));
    let bad = format!("setoption name EvalFile value {}", text(&broken));
    let none = "setoption name EvalFile value no/such/file";
    let lines = converse(&[&good, "eval", &bad, "eval", none, "eval"]);
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert!(lines[2].starts_with("info string the net stays as it was: "), "{}", lines[2]);
    assert!(lines[2].contains("broken file.nnue\": checksum "), "{}", lines[2]);
    assert!(lines[4].contains("\"no/such/file\""), "{}", lines[4]);
    assert!(lines[1] == lines[3] && lines[1] == lines[5], "{lines:?}");
}

#[test]
fn the_evaluator_can_be_chosen() {
    let folder = TempDir::new().expect("a folder can be made");
    let net = format!("setoption name EvalFile value {}", text(&write_net(&folder, 1)));
    let classical = "setoption name Evaluator value Classical";
    let alone = converse(&[classical, "eval"]);
    let with_net = converse(&[classical, &net, "eval", "setoption name Evaluator value nnue", "eval"]);
    assert_eq!(alone[0], with_net[1], "a net does not take over from what was chosen");
    assert_ne!(with_net[1], with_net[2]);
}
