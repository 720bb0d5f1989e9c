//! The nodes of a bench, to compare builds: `cargo run --package engine --example bench -- DEPTH`.

use std::process::ExitCode;

use engine::bench;
use engine::eval::Evaluator;

fn main() -> ExitCode {
    let Some(depth) = std::env::args().nth(1).and_then(|depth| depth.parse().ok()) else {
        eprintln!("bench: expected a depth");
        return ExitCode::from(2);
    };
    println!("{} nodes", bench::run(depth, 1, Evaluator::default()).nodes);
    ExitCode::SUCCESS
}
