//! An engine that misbehaves on request, for the tests of the arena: `mock_engine BEHAVIOUR`.
//!
//! It plays legal moves until its third turn, then does what its behaviour says.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use chess::Position;
use gamekit::SplitMix64;

/// The turn at which misbehaviour begins, counted from one in each game.
const TURN_OF_CHANGE: u32 = 3;

fn main() -> ExitCode {
    let behaviour = env::args().nth(1).unwrap_or_default();
    let mut position = Position::initial();
    let mut turn = 0;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "uci" if behaviour == "leave-in-handshake" => return ExitCode::from(7),
            "uci" if behaviour == "mute" => wait_forever(),
            "uci" => say("id name Mock\nuciok"),
            "isready" => say("readyok"),
            "ucinewgame" => turn = 0,
            "position" => position = set_up(rest),
            "go" => {
                turn += 1;
                let behaviour = if turn >= TURN_OF_CHANGE { &*behaviour } else { "" };
                if let Some(code) = answer(behaviour, &position) {
                    return code;
                }
            }
            "quit" => break,
            _ => {}
        }
    }
    ExitCode::SUCCESS
}

/// Answers `go`, or exits.
fn answer(behaviour: &str, position: &Position) -> Option<ExitCode> {
    let best = choose(position);
    let info = format!("info depth 1 score cp 0 nodes 1 pv {best}");
    match behaviour {
        "illegal" => say("bestmove a1a1"),
        "no-move" => say("bestmove (none)"),
        "hang" => wait_forever(),
        "crash" => {
            eprintln!("mock engine: segmentation fault, so to speak");
            return Some(ExitCode::from(139));
        }
        "flood" => loop {
            say("info string never mind the noise");
        },
        "endless-line" => loop {
            let _ = io::stdout().write_all(&[b'x'; 4096]);
        },
        "wrong-pv" => say(&format!("info depth 1 score cp 0 nodes 1 pv {best} {best}\nbestmove {best}")),
        "late" => {
            thread::sleep(Duration::from_millis(700));
            say(&format!("{info}\nbestmove {best}"));
        }
        "twice" => say(&format!("{info}\nbestmove {best}\nbestmove {best}")),
        "binary" => {
            let _ = io::stdout().write_all(b"\xff\xfe\x00 info score\n");
            say(&format!("bestmove {best}"));
        }
        _ => say(&format!("{info}\nbestmove {best}")),
    }
    None
}

fn set_up(text: &str) -> Position {
    let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
    let mut position = match start.trim().strip_prefix("fen ") {
        Some(fen) => fen.parse().unwrap_or_default(),
        None => Position::initial(),
    };
    for mv in moves.split_whitespace() {
        if let Ok(mv) = position.parse_uci(mv) {
            position.make(mv, &mut ());
        }
    }
    position
}

/// A move that looks random but is always the same in the same position.
fn choose(position: &Position) -> String {
    let moves = position.legal_moves();
    let mut rng = SplitMix64::new(position.key().bits());
    moves
        .get(rng.below(moves.len().max(1)))
        .map_or("0000".to_owned(), |mv| mv.to_uci(chess::UciStyle::Standard).to_string())
}

fn say(lines: &str) {
    let mut output = io::stdout().lock();
    // A closed pipe means that the match is over.
    if writeln!(output, "{lines}").and_then(|()| output.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Deaf to everything, even to `quit`.
fn wait_forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}
