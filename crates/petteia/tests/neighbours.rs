//! `petteia neighbours` as a person uses it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command as Process, Stdio};

use assert_cmd::Command;
use assert_cmd::assert::Assert;

fn neighbours(args: &[&str]) -> Assert {
    Command::cargo_bin("petteia").expect("the binary is built").arg("neighbours").args(args).assert()
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(neighbours(args).success().get_output().stdout.clone()).expect("plain text")
}

/// An empty directory of the test's own.
fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// A process that listens and says where; it ends with the test.
struct Listener {
    child: Child,
    address: String,
}

impl Listener {
    fn start(process: &mut Process) -> std::io::Result<Self> {
        let mut child = process.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on ").expect("an address").to_owned();
        Ok(Self { child, address })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn perft_ends_with_the_count() {
    assert!(stdout(&["perft", "4"]).ends_with("\n132496\n"));
    assert!(stdout(&["perft", "0"]).ends_with("\n1\n"));
    let divided = stdout(&["perft", "2", "--divide", "--position", "8/8/8/8/8/8/8/ww5b w 0 1"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines[..2], ["a1a2: 0", "a1b2: 0"]);
    assert_eq!(lines.last(), Some(&"0"), "Black has no move");
}

#[test]
fn moves_are_sorted_on_one_line() {
    assert_eq!(
        stdout(&["moves", "--position", "8/8/8/8/8/8/8/ww6 w 0 1"]),
        "a1a2 a1b2 b1a2 b1b2 b1c1 b1c2\n"
    );
    assert_eq!(stdout(&["moves", "--position", "8/8/8/8/8/8/8/w7 w 0 1"]), "\n");
    assert_eq!(stdout(&["moves"]).split_whitespace().count(), 20);
}

#[test]
fn the_agent_tells_lines_and_a_move() {
    let output = stdout(&["analyse", "--depth", "4", "--multipv", "3"]);
    assert_eq!(output.lines().filter(|line| line.starts_with("info depth 4 ")).count(), 3, "{output}");
    assert!(output.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{output}");
    let over = stdout(&["analyse", "--position", "8/8/8/8/8/8/8/w7 w 0 1"]);
    assert_eq!(over, "info string Black wins: White has no move\nbestmove none\n");
    assert!(stdout(&["analyse", "--explain"]).contains("piecesForMe"));
}

#[test]
fn a_match_is_saved_and_resumed() {
    let file = directory("match").join("games.txt");
    let file = file.to_str().expect("a plain path");
    let start = ["match", "--player", "agent", "--player", "random", "--depth", "2", "--out", file];
    let first = stdout(&[&start[..], &["--games", "4"]].concat());
    assert!(first.starts_with("agent against random: 4 wins"), "{first}");

    let refused = neighbours(&[&start[..], &["--fresh"]].concat()).code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&refused).contains("exists already"));

    // As after a power cut in the middle of a write.
    let whole = fs::read_to_string(file).expect("the games");
    fs::write(file, &whole[..whole.len() - 20]).expect("a shorter file");
    let second = stdout(&[&start[..], &["--games", "6"]].concat());
    assert!(second.starts_with("agent against random: 6 wins"), "{second}");
    let saved = fs::read_to_string(file).expect("the games");
    for round in 1..=6 {
        assert_eq!(saved.matches(&format!("[Round \"{round}\"]")).count(), 1);
    }
}

#[test]
fn a_learning_run_leaves_its_files_and_is_not_overwritten() {
    let out = directory("learn");
    let run = out.join("run");
    let run = run.to_str().expect("a plain path");
    let start = ["learn", "--out", run, "--games", "120", "--depth", "1"];
    let told = stdout(&start);
    assert!(told.starts_with("120 games"), "{told}");
    for file in ["run.json", "weights.txt", "weights.csv", "changes.csv", "weights.svg", "changes.svg"] {
        assert!(out.join("run").join(file).exists(), "{file}");
    }
    neighbours(&[&start[..], &["--fresh"]].concat()).code(2);
    let again = stdout(&["learn", "--out", run]);
    assert_eq!(again, told, "nothing is left to do");
    let chart = out.join("both.svg");
    let chart_name = chart.to_str().expect("a plain path");
    stdout(&["plot", run, run, "--out", chart_name]);
    assert!(fs::read_to_string(chart).expect("a chart").contains("LSTD, set 1"));

    let weights = format!("weights:{run}/weights.txt");
    let played =
        stdout(&["match", "--player", &weights, "--player", "random", "--games", "2", "--depth", "1"]);
    assert!(played.contains("against random"), "{played}");
}

#[test]
fn the_agent_is_served_to_others() {
    let binary = assert_cmd::cargo::cargo_bin("petteia");
    let listener = Listener::start(
        Process::new(binary).args(["neighbours", "serve", "--listen", "127.0.0.1:0", "--hash", "1"]),
    )
    .expect("a server");
    let result = stdout(&[
        "match", "--player", &listener.address, "--player", "random", "--games", "4", "--depth", "2",
        "--concurrency", "2",
    ]);
    assert!(result.contains(": 4 wins, 0 losses"), "{result}");
}

#[test]
fn the_example_in_python_plays() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/neighbours_agent.py");
    let listener = Listener::start(Process::new("python3").args([script, "0"])).expect("python3 is there");
    let result = stdout(&[
        "match", "--player", "agent", "--player", &listener.address, "--games", "2", "--depth", "3",
    ]);
    assert!(result.ends_with("2 wins, 0 losses, 0 draws (100.0 %)\n"), "{result}");
}

#[test]
fn a_game_can_be_played_and_saved() {
    let file = directory("play").join("game.txt");
    let file = file.to_str().expect("a plain path");
    let input = format!("a1a2\nsave {file}\nundo\nload {file}\nquit\n");
    let mut command = Command::cargo_bin("petteia").expect("the binary is built");
    let args = ["neighbours", "play", "--black", "level:1", "--white", "person"];
    let output = command.args(args).write_stdin(input).assert().success().get_output().stdout.clone();
    let shown = String::from_utf8(output).expect("plain text");
    assert!(
        shown.contains("Black (level 1) plays") && shown.contains(&format!("saved to {file}")),
        "{shown}"
    );
    assert!(fs::read_to_string(file).expect("the game").contains("1. a1a2 "));
}

#[test]
fn trees_analyse_and_play() {
    let shown = stdout(&["analyse", "--searcher", "mcts", "--nodes", "2000"]);
    assert!(shown.lines().any(|line| line.starts_with("info") && line.contains("nodes 2000")), "{shown}");
    assert!(shown.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{shown}");
    let players = ["--player", "mcts", "--player", "uct"];
    let shown = stdout(&[&["match", "--games", "2", "--nodes", "100", "--seed", "3"], &players[..]].concat());
    assert!(shown.starts_with("mcts against uct: "), "{shown}");
}

#[test]
fn a_network_learns_by_itself_and_plays() {
    let dir = directory("zero");
    let out = dir.to_str().expect("a plain path");
    let settings = ["--games", "2", "--simulations", "8", "--width", "1", "--ladder-games", "2"];
    let shown = stdout(&[&["zero", "--out", out, "--generations", "2"], &settings[..]].concat());
    assert!(shown.contains("generation 2, ") && shown.contains("Elo against the LSTD agent"), "{shown}");
    for file in ["run.json", "net.policy", "generations.csv", "elo.csv", "elo.svg"] {
        assert!(dir.join(file).exists(), "{file} is missing");
    }
    let net = format!("mcts:{}", dir.join("net.policy").display());
    let shown = stdout(&["match", "--games", "2", "--nodes", "50", "--player", &net, "--player", "random"]);
    assert!(shown.starts_with(&format!("{net} against random: ")), "{shown}");
    neighbours(&["zero", "--out", out, "--fresh"]).failure();
}

#[test]
fn tables_are_made_and_checked() {
    let dir = directory("tables");
    let out = dir.to_str().expect("a plain path");
    let shown = stdout(&["tables", "--pieces", "3", "--out", out, "--check"]);
    let rows: Vec<Vec<&str>> = shown.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.iter().any(|row| row.starts_with(&["2v1", "15722", "4450", "26", "11246", "3"])), "{shown}");
    assert!(shown.contains("every value follows from its successors"), "{shown}");
    assert!(dir.join("1v2.table").exists());
}

#[test]
fn the_lab_counts_nodes() {
    let shown = stdout(&["lab", "--from", "2", "--to", "2"]);
    let nodes = |name: &str| -> u64 {
        let row = shown.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        row.trim().parse().expect("a number")
    };
    assert_eq!(nodes("minimax"), 1 + 20 + 400);
    assert!(nodes("PVS, table, ordering: thesis") < nodes("minimax"));
}

#[test]
fn experiments_end_in_a_summary() {
    let dir = directory("experiments");
    let out = dir.to_str().expect("a plain path");
    let few = ["--seeds", "2", "--games", "4", "--match-games", "2", "--match-depth", "1"];
    let quick = ["--thesis-games", "2", "--thesis-time", "1", "--search-depth", "4"];
    let command = [&["experiments", "--out", out], &few[..], &quick[..]].concat();
    let shown = stdout(&command);
    assert_eq!(fs::read_to_string(dir.join("summary.md")).expect("a summary"), shown);
    assert!(shown.contains("| lstd-1 - td-1 | ") && shown.contains("60-30-10"), "{shown}");
    assert!(shown.contains("| minimax | 140197 |"), "{shown}");
    assert!(shown.contains("The agent against the search of the thesis, 1 ms a move: "), "{shown}");
    for plot in ["randomness.svg", "best/changes.svg", "actual/lstd-1/2/weights.svg"] {
        assert!(fs::read_to_string(dir.join(plot)).expect(plot).starts_with("<svg"), "{plot}");
    }
    assert_eq!(stdout(&command), shown, "nothing is left to do");
}

#[test]
fn an_agent_that_joins_no_game_says_why() {
    let data = directory("join");
    let data = data.to_str().expect("a plain path");
    let serve = ["serve", "--port", "0", "--agent-port", "0", "--no-open", "--data", data];
    let mut server = Process::new(env!("CARGO_BIN_EXE_petteia"))
        .args(serve)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let address = lines.find_map(|line| Some(line.ok()?.split_once("join games at ")?.1.to_owned()));
    let address = address.expect("the address for agents");
    let refused = neighbours(&["join", &address, "nowhere"]).failure().get_output().stderr.clone();
    let _ = server.kill();
    let _ = server.wait();
    let refused = String::from_utf8_lossy(&refused).into_owned();
    assert!(refused.contains("the server refuses: there is no") && refused.contains("nowhere"), "{refused}");
}
