//! `petteia perft`: counts the leaves of the move tree.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{Context, Result};
use chess::perft::{Kinds, PerftTable, divide};
use chess::{Position, UciStyle};
use serde_json::json;

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Args {
    /// Depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// Position as FEN, X-FEN or Shredder-FEN [default: the initial position].
    #[arg(long, alias = "fen", value_name = "FEN", default_value = chess::fen::INITIAL, hide_default_value = true)]
    position: Position,
    /// Print the count of each root move too.
    #[arg(long)]
    divide: bool,
    /// Count captures, castles, promotions, checks and mates among the last moves instead.
    #[arg(long, conflicts_with_all = ["divide", "chess960", "threads", "hash"])]
    kinds: bool,
    /// Write castling as king takes rook, as in Chess960.
    #[arg(long)]
    chess960: bool,
    /// Threads to count with.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Hash table size in MB; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,
    /// Print JSON: nodes, seconds, nps and, with --divide, moves; with --kinds, the counts.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    if args.kinds {
        print_kinds(args);
        return Ok(());
    }
    let table = match args.hash {
        0 => None,
        megabytes => Some(
            PerftTable::new(megabytes)
                .with_context(|| format!("--hash {megabytes}: expected megabytes that are free"))?,
        ),
    };
    let start = Instant::now();
    let moves = divide(&args.position, args.depth, args.threads.into(), table.as_ref());
    let seconds = start.elapsed().as_secs_f64();
    let nodes: u64 = if args.depth == 0 { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };
    let nps = nodes as f64 / seconds.max(1e-9);

    let style = UciStyle::of(args.chess960);
    let moves: Option<BTreeMap<String, u64>> = args
        .divide
        .then(|| moves.into_iter().map(|(mv, nodes)| (mv.to_uci(style).to_string(), nodes)).collect());
    if args.json {
        let mut object = json!({"nodes": nodes, "seconds": seconds, "nps": nps as u64});
        if let Some(moves) = moves {
            object["moves"] = json!(moves);
        }
        println!("{object}");
    } else {
        if let Some(moves) = moves {
            for (mv, nodes) in moves {
                println!("{mv}: {nodes}");
            }
            println!();
        }
        println!("{nodes} nodes in {seconds:.3} s, {:.1} Mnps", nps / 1e6);
    }
    Ok(())
}

fn print_kinds(args: &Args) {
    let counts = Kinds::NAMES.into_iter().zip(Kinds::count(&args.position, args.depth).counts());
    if args.json {
        let object: BTreeMap<&str, u64> = counts.collect();
        println!("{}", json!(object));
    } else {
        counts.for_each(|(name, count)| println!("{name:<11}{count:>15}"));
    }
}
