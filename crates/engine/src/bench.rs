//! The bench: fixed searches whose node count is the signature of the search, and whose speed
//! measures the build and the machine.

use std::time::{Duration, Instant};

use chess::Game;

use crate::eval::Evaluator;
use crate::{Engine, Limits, Stop};

/// The depth of the usual bench.
pub const DEPTH: u32 = 12;

/// Positions of all kinds: openings, open and closed middle games, endings, mates and a stalemate.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 1 8",
    "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 8",
    "2rq1rk1/pb2bppp/1pn1pn2/3p4/3P4/P1NBPN2/1P1B1PPP/2RQ1RK1 b - - 2 13",
    "r1b2rk1/1pq1bppp/p1nppn2/8/3NP3/1BN1B3/PPP1QPPP/2KR3R w - - 0 11",
    "rn1q1rk1/pbp1bppp/1p2pn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 9",
    "r4rk1/1bq1bppp/p2ppn2/1p6/3NPP2/1BN5/PPP1Q1PP/3R1R1K b - - 3 15",
    "3r1rk1/p1q2ppp/1pn1pn2/2p5/3P4/2P1PN2/PBQ2PPP/3R1RK1 w - - 0 16",
    "2r3k1/1q1r1ppp/p2ppn2/1p6/4PP2/1NP2Q2/PP4PP/3RR1K1 w - - 2 22",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
    "8/5pk1/4p1p1/p2bP3/1p3P2/1P1K4/P1R5/8 w - - 1 40",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 50",
    "4r1k1/pp3ppp/2p5/4P3/3P1q2/1P3N2/P4PPP/3QR1K1 b - - 0 20",
    "r1bqk2r/ppp2ppp/2n5/3np3/1bB5/2NP1N2/PPP2PPP/R1BQ1RK1 b kq - 1 7",
    "1r4k1/p4pbp/q1pp2p1/4p1B1/4P3/2PQ1P2/P5PP/1R5K w - - 4 25",
    "5rk1/1p3ppp/p1n1p3/2q5/4P3/P1N2P2/1P2Q1PP/3R2K1 w - - 0 21",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "2k5/8/1pP1K3/1P6/8/8/8/8 w - - 0 1",
    "8/3k4/8/8/8/3BN3/8/3K4 w - - 0 1",
    "r2qk2r/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PPQN1PPP/R3K2R w KQkq - 0 9",
    "q5k1/5ppp/1r3bn1/1B6/P1N2P2/BQ2P1P1/5K1P/8 b - - 2 34",
    "r1bbk1nr/pp3p1p/2n5/1N4p1/2Np1B2/8/PPP2PPP/2KR1B1R w kq - 0 13",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// The result of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes of all searches; with one thread the same on every machine.
    pub nodes: u64,
    /// Time of all searches, without clearing the table between them.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes a second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position to this depth with a table of 16 MB.
pub fn run(depth: u32, threads: usize, evaluator: Evaluator) -> BenchResult {
    run_until(depth, threads, evaluator, &Stop::default())
}

/// The same, unless `stop` ends it; the result then means nothing.
pub fn run_until(depth: u32, threads: usize, evaluator: Evaluator, stop: &Stop) -> BenchResult {
    let mut engine = Engine::new(16).expect("16 MB can be allocated");
    let settings = crate::Settings { threads, evaluator, ..engine.settings().clone() };
    engine.set_settings(settings);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for fen in POSITIONS {
        let position = fen.parse().expect("the positions of the bench are legal");
        engine.new_game();
        let start = Instant::now();
        let report = engine.search(&Game::new(position), &limits, stop, |_| ());
        time += start.elapsed();
        nodes += report.info.nodes;
    }
    BenchResult { nodes, time }
}
