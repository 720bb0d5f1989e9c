//! The engine answers whatever a GUI sends.

use std::time::{Duration, Instant};

use arena::engine::EngineSpec;
use arena::process::{Event, Process};
use chess::Position;

/// Tests ask what is answered, not how fast: they only do not wait for ever.
const PATIENCE: Duration = Duration::from_mins(1);

/// A position with 218 legal moves, the most that are known.
const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

struct Engine(Process);

impl Engine {
    fn start() -> Self {
        let cmd = env!("CARGO_BIN_EXE_petteia").to_owned();
        let spec = EngineSpec { cmd, name: "petteia".to_owned(), ..EngineSpec::default() };
        Self(Process::start(&spec).expect("the binary is built"))
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.send(bytes).expect("the engine listens");
    }

    /// The lines up to one that begins with this word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.0.receive(deadline) {
                Event::Line(line) => lines.push(line.text),
                other => panic!("{other:?} instead of {word}: {}\n{lines:#?}", self.0.obituary()),
            }
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return lines;
            }
        }
    }

    /// What is said about a line before the next `readyok`.
    fn say(&mut self, line: impl AsRef<[u8]>) -> Vec<String> {
        self.send(line);
        self.send("\nisready\n");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The move that a search gives.
    fn go(&mut self, command: &str) -> String {
        self.send(format!("{command}\n"));
        let lines = self.until("bestmove");
        let answer = lines.last().expect("the answer is the last line");
        answer.split_whitespace().nth(1).expect("a move follows the word").to_owned()
    }

    /// Asserts that the engine is as it was at the start: ready, and at the initial position.
    fn assert_well(&mut self, after: &str) {
        let mv = self.go("go depth 3");
        assert!(Position::initial().parse_uci(mv.as_str()).is_ok(), "{mv} after {after}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused_and_the_old_one_stays() {
    let mut engine = Engine::start();
    for (fen, fault) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no kings"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "one king"),
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "two white kings"),
        ("rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "nine files"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a rank of nine"),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "nine ranks"),
        ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "33 pieces"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn on the first rank"),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on the last rank"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling without a rook"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that is not to move in check"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "an en passant square without a pawn"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "an en passant square on the wrong rank"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 99999 1", "a clock of 99999 half-moves"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "a negative clock"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "a side called x"),
        ("", "nothing"),
    ] {
        let said = engine.say(format!("position fen {fen}"));
        assert!(said.iter().any(|line| line.starts_with("info string ")), "{fault}: {said:?}");
        engine.assert_well(fault);
    }
}

#[test]
fn a_null_move_passes_the_turn() {
    let mut engine = Engine::start();
    assert!(engine.say("position startpos moves e2e4 0000").is_empty());
    let board = engine.say("d").join("\n");
    assert!(board.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"), "{board}");
    let said = engine.say("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 moves 0000");
    assert!(said.iter().any(|line| line.starts_with("info string illegal null move in check")), "{said:?}");
}

#[test]
fn bad_values_of_options_are_refused() {
    let mut engine = Engine::start();
    for (name, values) in [
        ("Hash", &["-5", "0", "abc", "1000000000", "33554432", ""][..]),
        ("Threads", &["0", "-1", "999999", "two", "99999999999999999999"]),
        ("MultiPV", &["0", "100000"]),
        ("Move Overhead", &["-1", "soon"]),
        ("UCI_Elo", &["0", "9999"]),
    ] {
        for value in values {
            let said = engine.say(format!("setoption name {name} value {value}"));
            assert!(said.iter().any(|line| line.starts_with("info string ")), "{name} {value}: {said:?}");
            engine.assert_well(&format!("{name} {value}"));
        }
    }
}

#[test]
fn long_lines_and_noise_are_survived() {
    let mut engine = Engine::start();
    let long = 200_000;
    let noise: Vec<u8> = (0..long as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (line, name) in [
        (vec![b'x'; long], "a word of 200 kB"),
        (b"go ".repeat(long / 3), "go, again and again"),
        ([&b"position fen "[..], &vec![b'8'; long]].concat(), "a FEN of 200 kB"),
        ([&b"position startpos moves"[..], &b" e2e5".repeat(long / 5)].concat(), "40000 illegal moves"),
        ([&b"setoption name Hash value "[..], &vec![b'9'; long]].concat(), "a number of 200 kB"),
        (noise, "noise"),
        (vec![0; long], "zeros"),
        (vec![b' '; long], "blanks"),
    ] {
        engine.say(line);
        // A `go` in the line may have begun a search.
        engine.say("stop");
        engine.say("position startpos");
        engine.assert_well(name);
    }
}

#[test]
fn no_time_at_all_still_gives_a_legal_move() {
    let mut engine = Engine::start();
    for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", MOST_MOVES] {
        let position: Position = fen.parse().expect("the position is legal");
        for threads in [1, 4] {
            engine.say(format!("setoption name Threads value {threads}\nposition fen {fen}"));
            for time in ["1", "0", "-1", "-50000", "-9223372036854775808"] {
                for go in [
                    format!("go wtime {time} btime {time}"),
                    format!("go wtime {time} btime {time} winc 0 binc 0 movestogo 1"),
                    format!("go wtime {time} winc -5"),
                ] {
                    let mv = engine.go(&go);
                    assert!(position.parse_uci(mv.as_str()).is_ok(), "{go}: {mv} in {fen}");
                }
            }
            for go in ["go movetime 0", "go movetime 1", "go nodes 0", "go nodes 1", "go depth 0"] {
                let mv = engine.go(go);
                assert!(position.parse_uci(mv.as_str()).is_ok(), "{go}: {mv} in {fen}");
            }
        }
    }
}

/// Commands that would take hours.
const LONG_WORK: [&str; 3] = ["go perft 12", "bench 60", "genfens 1000000000 seed 1 book None"];

#[test]
fn long_work_is_stopped() {
    for work in LONG_WORK {
        let mut engine = Engine::start();
        engine.send(format!("{work}\nstop\n"));
        engine.say("position startpos");
        engine.assert_well(work);
    }
}

#[test]
fn long_work_does_not_hold_an_engine_that_is_to_end() {
    for work in LONG_WORK {
        for end in ["quit\n", ""] {
            let mut engine = Engine::start();
            engine.send(format!("{work}\n{end}"));
            engine.0.close_input();
            assert!(engine.0.wait(PATIENCE), "{work} goes on after {end:?}");
        }
    }
}

/// What comes after the work sees it done, as scripts expect.
#[test]
fn commands_wait_for_work() {
    let mut engine = Engine::start();
    let said = engine.say("position startpos moves e2e4\ngo perft 3\nd");
    let place = |text: &str| said.iter().position(|line| line.contains(text)).expect(text);
    assert!(place("Nodes searched: 13160") < place("Fen: "), "{said:#?}");
}

#[test]
fn the_position_with_the_most_moves_is_searched() {
    let mut engine = Engine::start();
    let position: Position = MOST_MOVES.parse().expect("the position is legal");
    assert_eq!(position.count_legal_moves(), 218);
    engine.say(format!("setoption name MultiPV value 256\nposition fen {MOST_MOVES}"));
    engine.send("go depth 3\n");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 218 ")), "every move has its line");
}

/// With one thread the process takes its table and little more.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_close_to_the_size_of_the_table() {
    /// What everything else may take.
    const REST: u64 = 30;
    for hash in [1, 16, 128] {
        let mut engine = Engine::start();
        engine.say(format!("setoption name Hash value {hash}\nposition startpos"));
        engine.go("go nodes 50000");
        let peak = engine.peak_megabytes();
        assert!((hash..=hash + REST).contains(&peak), "{peak} MB at the most with Hash {hash}");
    }
}

#[cfg(target_os = "linux")]
impl Engine {
    /// The most memory that the process has ever had in use.
    fn peak_megabytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).expect("it is running");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line of Linux");
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number of kilobytes");
        kilobytes / 1024
    }
}

/// As in `petteia eval | head -1`.
#[cfg(unix)]
#[test]
fn nobody_has_to_read_to_the_end() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("petteia"));
    command.arg("eval").stdout(writer).stderr(std::process::Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
