//! The speed of move generation, beside that of others on the same machine in the same run.
//!
//! `make bench`, or `RUSTFLAGS="-C target-cpu=native" cargo bench -p chess --bench perft`
//!
//! Every contender runs once per round, and the best of its rounds counts, so that a disturbance
//! of the machine hits a round and not a contender. Figures are ratios to Stockfish's `go perft`,
//! which generates the last ply and counts it.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chess::Position;
use chess::perft::{perft, perft_by_lists};

const ROUNDS: usize = 5;
const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("initial position", chess::fen::INITIAL, 6, 119_060_324),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
];

type Contender = (&'static str, fn(&str, u32) -> Option<(u64, Duration)>);

const CONTENDERS: [Contender; 6] = [
    ("stockfish", stockfish),
    ("petteia, counting", |fen, depth| timed(&fen.parse::<Position>().unwrap(), depth, perft)),
    ("petteia, writing lists", |fen, depth| timed(&fen.parse::<Position>().unwrap(), depth, perft_by_lists)),
    ("cozy-chess, counting", |fen, depth| timed(&fen.parse().unwrap(), depth, cozy_counting)),
    ("cozy-chess, writing lists", |fen, depth| timed(&fen.parse().unwrap(), depth, cozy_by_lists)),
    ("shakmaty, writing lists", |fen, depth| timed(&shakmaty_position(fen), depth, shakmaty::perft)),
];

fn main() {
    for (name, fen, depth, nodes) in POSITIONS {
        let mut best = [None::<Duration>; CONTENDERS.len()];
        for _ in 0..ROUNDS {
            for (best, (contender, run)) in best.iter_mut().zip(CONTENDERS) {
                let Some((counted, time)) = run(fen, depth) else { continue };
                assert_eq!(counted, nodes, "{contender}");
                *best = Some(best.map_or(time, |best| best.min(time)));
            }
        }
        println!("\n{name}, depth {depth}, best of {ROUNDS} rounds");
        let reference = best[0];
        for (best, (contender, _)) in best.into_iter().zip(CONTENDERS) {
            match (best, reference) {
                (Some(time), Some(reference)) => println!(
                    "  {contender:<26} {:>5.2} x stockfish  {:>5.0} Mnps",
                    reference.as_secs_f64() / time.as_secs_f64(),
                    nodes as f64 / time.as_secs_f64() / 1e6
                ),
                (Some(time), None) => println!(
                    "  {contender:<26} {:>5.0} Mnps (no stockfish to compare with)",
                    nodes as f64 / time.as_secs_f64() / 1e6
                ),
                (None, _) => println!("  {contender:<26} not installed"),
            }
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a contender that is not installed gives none")]
fn timed<P>(position: &P, depth: u32, count: fn(&P, u32) -> u64) -> Option<(u64, Duration)> {
    let start = Instant::now();
    let nodes = count(position, depth);
    Some((nodes, start.elapsed()))
}

/// Stockfish counts in a process of its own; starting it is not counted.
fn stockfish(fen: &str, depth: u32) -> Option<(u64, Duration)> {
    let path = ["/usr/games/stockfish", "stockfish"]
        .into_iter()
        .find(|path| Command::new(path).arg("quit").stdout(Stdio::null()).status().is_ok())?;
    let mut engine = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = engine.stdin.take()?;
    let mut output = std::io::BufRead::lines(std::io::BufReader::new(engine.stdout.take()?));
    let mut wait_for = |start: &str| -> Option<String> {
        output.by_ref().map_while(Result::ok).find(|line| line.starts_with(start))
    };
    writeln!(input, "isready").ok()?;
    wait_for("readyok")?;
    let start = Instant::now();
    writeln!(input, "position fen {fen}\ngo perft {depth}").ok()?;
    let line = wait_for("Nodes searched")?;
    let time = start.elapsed();
    writeln!(input, "quit").ok()?;
    engine.wait().ok()?;
    Some((line.rsplit(' ').next()?.parse().ok()?, time))
}

fn cozy_counting(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_counting(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn cozy_by_lists(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut list = arrayvec::ArrayVec::<cozy_chess::Move, 256>::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    if depth == 1 {
        return list.len() as u64;
    }
    list.into_iter()
        .map(|mv| {
            let mut next = board.clone();
            next.play_unchecked(mv);
            cozy_by_lists(&next, depth - 1)
        })
        .sum()
}

fn shakmaty_position(fen: &str) -> shakmaty::Chess {
    let fen: shakmaty::fen::Fen = fen.parse().unwrap();
    fen.into_position(shakmaty::CastlingMode::Standard).unwrap()
}
