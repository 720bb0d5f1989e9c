//! Time per evaluation, over positions of random games and of a few real ones.

use std::hint::black_box;
use std::time::Instant;

use chess::Position;
use engine::eval::Evaluator;
use gamekit::SplitMix64;

fn main() {
    let mut positions = Vec::new();
    let mut rng = SplitMix64::new(5);
    let starts = [
        chess::fen::INITIAL,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
        "8/5pk1/3r2p1/1p5p/1P3P1P/2R3P1/6K1/8 w - - 0 40",
    ];
    for start in starts {
        for _ in 0..50 {
            let mut position: Position = start.parse().expect("the start is legal");
            for _ in 0..40 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[rng.below(moves.len())]);
                positions.push(position.clone());
            }
        }
    }
    for evaluator in [Evaluator::PieceSquare, Evaluator::Classical] {
        let mut best = f64::INFINITY;
        for _ in 0..20 {
            let start = Instant::now();
            for position in &positions {
                black_box(evaluator.evaluate(black_box(position)));
            }
            best = best.min(start.elapsed().as_secs_f64() / positions.len() as f64);
        }
        println!("{evaluator:?}: {:.0} ns", best * 1e9);
    }
}
