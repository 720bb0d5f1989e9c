//! `petteia neighbours perft` and `moves`: the move generator.

use std::time::Instant;

use clap::Args;
use neighbours::Position;

/// Count the leaves of the move tree to a depth.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Position [default: the start of the game]
    #[arg(long, alias = "pos", value_name = "POSITION")]
    position: Option<Position>,
    /// Print the count of each root move too
    #[arg(long)]
    divide: bool,
}

/// Print the legal moves of a position.
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// Position [default: the start of the game]
    #[arg(long, alias = "pos", value_name = "POSITION")]
    position: Option<Position>,
}

pub fn perft(args: &PerftArgs) {
    let mut position = args.position.clone().unwrap_or_default();
    let started = Instant::now();
    let count = if args.divide && args.depth > 0 {
        let mut lines: Vec<(String, u64)> = neighbours::divide(&mut position, args.depth)
            .map(|(mv, count)| (mv.to_string(), count))
            .collect();
        lines.sort();
        for (mv, count) in &lines {
            println!("{mv}: {count}");
        }
        lines.iter().map(|(_, count)| count).sum()
    } else {
        neighbours::perft(&mut position, args.depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    println!("{seconds:.3} seconds, {:.0} million a second", count as f64 / seconds.max(1e-9) / 1e6);
    println!("{count}");
}

pub fn moves(args: &MovesArgs) {
    let position = args.position.clone().unwrap_or_default();
    let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    println!("{}", moves.join(" "));
}
