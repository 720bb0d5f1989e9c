//! Time per evaluation along random games: what a search pays for it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use chess::{Move, Position};
use engine::eval::Evaluator;
use gamekit::SplitMix64;
use nnue::{Accumulators, Architecture, Net, Parameters};

/// Games that begin in positions of all kinds.
fn games() -> Vec<(Position, Vec<Move>)> {
    let mut rng = SplitMix64::new(5);
    let starts = [
        chess::fen::INITIAL,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
        "8/5pk1/3r2p1/1p5p/1P3P1P/2R3P1/6K1/8 w - - 0 40",
    ];
    let mut games = Vec::new();
    for start in starts.iter().cycle().take(200) {
        let start: Position = start.parse().expect("the start is legal");
        let (mut position, mut moves) = (start.clone(), Vec::new());
        while moves.len() < 40
            && let legal = position.legal_moves()
            && !legal.is_empty()
        {
            moves.push(legal[rng.below(legal.len())]);
            position = position.play(moves[moves.len() - 1]);
        }
        games.push((start, moves));
    }
    games
}

/// The least time of some runs, shown per evaluation.
fn time(name: &str, evaluations: usize, mut run: impl FnMut()) {
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64() / evaluations as f64);
    }
    println!("{name}: {:.0} ns", best * 1e9);
}

fn main() {
    let games = games();
    let positions: Vec<Position> = games
        .iter()
        .flat_map(|(start, moves)| {
            moves.iter().scan(start.clone(), |position, &mv| {
                *position = position.play(mv);
                Some(position.clone())
            })
        })
        .collect();
    for evaluator in [Evaluator::PieceSquare, Evaluator::Classical] {
        time(&format!("{evaluator:?}"), positions.len(), || {
            for position in &positions {
                black_box(evaluator.evaluate(black_box(position)));
            }
        });
    }
    for (hidden, buckets) in [(64, 1), (128, 8), (256, 8), (512, 8)] {
        let arch = Architecture::new(hidden, buckets).expect("the sizes are allowed");
        let net = Parameters::random(arch, &mut SplitMix64::new(1)).quantise("random");
        let mut accumulators = Accumulators::new(Arc::new(Net::Petteia(net)));
        time(&format!("{arch}, with the move"), positions.len(), || {
            for (start, moves) in &games {
                let mut position = start.clone();
                accumulators.restart();
                for &mv in moves {
                    position.make(mv, accumulators.push());
                    black_box(accumulators.evaluate(&position));
                }
            }
        });
    }
}
