//! Ctrl-C: the first finishes the work at hand and says how to continue, the second ends at once.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;
use std::{fs, thread};

use tempfile::TempDir;
use trainer::data::Writer;
use trainer::training::synthetic;

/// A command at work.
struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
    stderr: BufReader<ChildStderr>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// What a command left behind.
struct Ended {
    status: ExitStatus,
    stdout: String,
}

fn petteia(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("petteia"));
    command.current_dir(folder).env("PETTEIA_DATA", "data").args(args.split(' '));
    command
}

impl Running {
    fn start(folder: &Path, args: &str) -> Self {
        let mut command = petteia(folder, args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let stderr = BufReader::new(child.stderr.take().unwrap());
        Self { child, stdout, stderr }
    }

    /// Waits for a line that contains a text.
    fn wait_for(&mut self, text: &str) {
        let mut line = String::new();
        while !line.contains(text) {
            line.clear();
            assert!(self.stdout.read_line(&mut line).unwrap() > 0, "no {text:?} in the output");
        }
    }

    /// Waits until a file or folder is there, which the command makes.
    fn wait_for_path(&mut self, path: &Path) {
        while !path.exists() {
            assert!(self.child.try_wait().unwrap().is_none(), "no {}", path.display());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Presses Ctrl-C and waits until the command has noticed.
    fn interrupt(&mut self) {
        self.press_ctrl_c();
        let mut line = String::new();
        while !line.contains("Ctrl-C again ends at once") {
            line.clear();
            assert!(self.stderr.read_line(&mut line).unwrap() > 0, "Ctrl-C was not noticed");
        }
    }

    fn press_ctrl_c(&self) {
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(kill.unwrap().success());
    }

    fn end(mut self) -> Ended {
        let mut stdout = String::new();
        self.stdout.read_to_string(&mut stdout).unwrap();
        Ended { status: self.child.wait().unwrap(), stdout }
    }

    /// Presses Ctrl-C once: the command succeeds and says this.
    fn assert_finishes(mut self, part: &str) {
        self.interrupt();
        let Ended { status, stdout } = self.end();
        assert!(status.success() && stdout.contains(part), "{status}: {part:?} in {stdout}");
    }
}

fn output(folder: &Path, args: &str) -> String {
    let output = petteia(folder, args).output().unwrap();
    assert!(output.status.success(), "{args}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A folder with games to train on.
fn folder_of_games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(&folder.path().join("games"), "made up", |_| ()).unwrap();
    (0..60).try_for_each(|number| writer.add(&synthetic::game(number))).unwrap();
    writer.finish().unwrap();
    folder
}

#[test]
fn datagen_leaves_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(folder.path(), "datagen --out a --games 1000000 --nodes 50");
    running.wait_for("a: datagen ");
    running.assert_finishes(" of 1000000 games; to continue, repeat the command");
    assert!(output(folder.path(), "data check a").contains("legal half-moves"));
}

#[test]
fn the_second_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(folder.path(), "datagen --out a --games 1 --nodes 10000000000");
    running.wait_for("a: datagen ");
    running.interrupt();
    running.press_ctrl_c();
    assert_eq!(running.end().status.code(), Some(130));
}

#[test]
fn a_match_is_continued_by_its_results() {
    let folder = tempfile::tempdir().unwrap();
    let engines = "--engine cmd=self name=a --engine cmd=self name=b --each option.Hash=1";
    let args = format!("match {engines} --nodes 100 --max-moves 15 --games 100000 --results r.sqlite");
    let mut running = Running::start(folder.path(), &args);
    running.wait_for("results in r.sqlite");
    running.assert_finishes(" of 100000 games; to continue: petteia match --results r.sqlite");
    output(folder.path(), "match --results r.sqlite --games 2");
}

#[test]
fn annotating_is_continued_by_its_output() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), "1. e4 e5 *\n\n".repeat(10_000)).unwrap();
    let mut running = Running::start(folder.path(), "annotate games.pgn --nodes 300 --out out.pgn");
    running.wait_for_path(&folder.path().join("out.pgn"));
    running.assert_finishes("to continue, repeat the command");
    let annotated = fs::read_to_string(folder.path().join("out.pgn")).unwrap();
    assert!(annotated.ends_with("*\n\n"), "the last game is whole");
}

#[test]
fn puzzles_are_continued_by_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let blunder = "[FEN \"6k1/q4ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1\"]\n\n1... Qa2 2. h3 h6 *\n\n";
    fs::write(folder.path().join("games.pgn"), blunder.repeat(100_000)).unwrap();
    let args = "puzzles make games.pgn --out p.epd --nodes 300 --verify 3000";
    let mut running = Running::start(folder.path(), args);
    running.wait_for_path(&folder.path().join("p.epd"));
    running.assert_finishes("to continue, repeat the command");
    // Ctrl-C may come before the first game is looked through.
    let so_far = || {
        let made = fs::read_to_string(folder.path().join("p.epd")).unwrap();
        let games = made.split_once(" games of games.pgn").map_or("0", |(before, _)| before);
        let games: u32 = games.rsplit(' ').next().and_then(|games| games.parse().ok()).expect("a number");
        (puzzles::read(&made).unwrap().len(), games)
    };
    let (_, games) = so_far();
    output(folder.path(), &format!("{args} --count 1"));
    let (puzzles, games_then) = so_far();
    assert!(games_then > games, "it goes on where it was");
    assert_eq!(puzzles, 1, "a position is one puzzle");
}

#[test]
fn training_leaves_a_checkpoint() {
    let folder = folder_of_games();
    let recipe = "name = 'small'\ndata = ['games']\nhidden = 32\nbuckets = 8\nepochs = 1000000\nwdl = 0.5\n\
        batch = 500\nvalidation = 0.1\n";
    fs::write(folder.path().join("recipe.toml"), recipe).unwrap();
    for _ in ["new", "continued"] {
        let mut running = Running::start(folder.path(), "train recipe.toml");
        running.wait_for("1000000 epochs");
        running.assert_finishes(" of 1000000; to continue, repeat the command");
    }
}

#[test]
fn tuning_writes_the_weights_so_far() {
    let folder = folder_of_games();
    let mut running = Running::start(folder.path(), "tune games --epochs 1000000 --out weights.rs");
    running.wait_for("error before: ");
    running.assert_finishes("interrupted: these are the weights of the last finished epoch");
    assert!(folder.path().join("weights.rs").exists());
}

#[test]
#[ignore = "needs a build with --features engine/tune"]
fn spsa_keeps_its_finished_iterations() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openings.epd"), chess::fen::INITIAL).unwrap();
    let args = "spsa run.toml --openings openings.epd --nodes 100 --games 2 --iterations 100000";
    let mut running = Running::start(folder.path(), args);
    running.wait_for_path(&folder.path().join("run.toml"));
    running.assert_finishes(" of 100000 iterations; to continue, repeat the command");
}

#[test]
fn a_neighbours_match_keeps_its_finished_games() {
    let folder = tempfile::tempdir().unwrap();
    let args = "neighbours match --player random --player random --out games --games";
    let mut running = Running::start(folder.path(), &format!("{args} 100000000"));
    running.wait_for_path(&folder.path().join("games"));
    running.assert_finishes(" of 100000000 games; to continue, repeat the command");
    output(folder.path(), &format!("{args} 2"));
}

#[test]
fn a_learning_run_keeps_its_state() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(folder.path(), "neighbours learn --out run --depth 1 --games 100000000");
    running.wait_for_path(&folder.path().join("run"));
    running.assert_finishes(" of 100000000 games; to continue, repeat the command");
    output(folder.path(), "neighbours plot run --out curve.svg");
}

#[test]
fn the_agent_is_served_until_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(folder.path(), "neighbours serve --listen 127.0.0.1:0");
    running.wait_for("listening on ");
    running.assert_finishes("");
}
