//! `petteia perft`: counts legal moves.

use std::fmt::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use chess::perft::{PerftTable, divide};
use chess::{Position, UciStyle};

#[derive(clap::Args)]
pub struct Args {
    /// How many half-moves deep to count.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// The position, as FEN, X-FEN or Shredder-FEN; the initial position without it.
    #[arg(long, default_value = chess::fen::INITIAL, hide_default_value = true)]
    fen: String,
    /// Print the count of each root move too.
    #[arg(long)]
    divide: bool,
    /// Write castling as king takes rook, the way of Chess960.
    #[arg(long)]
    chess960: bool,
    /// How many threads to count with.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Megabytes of memory for counts of positions that occur again; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let position: Position = args.fen.parse().with_context(|| format!("--fen {:?}", args.fen))?;
    let table = match args.hash {
        0 => None,
        megabytes => Some(
            PerftTable::new(megabytes)
                .with_context(|| format!("--hash {megabytes}: expected megabytes that are free"))?,
        ),
    };
    let start = Instant::now();
    let moves = divide(&position, args.depth, args.threads.into(), table.as_ref());
    let seconds = start.elapsed().as_secs_f64();
    let nodes = if args.depth == 0 { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };

    let mut output = String::new();
    if args.divide {
        let style = if args.chess960 { UciStyle::Chess960 } else { UciStyle::Standard };
        let mut lines: Vec<_> =
            moves.iter().map(|(mv, nodes)| format!("{}: {nodes}\n", mv.to_uci(style))).collect();
        lines.sort_unstable();
        output.extend(lines);
        output.push('\n');
    }
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(output, "{nodes} nodes in {seconds:.3} s, {speed:.1} Mnps")?;
    print!("{output}");
    Ok(())
}
