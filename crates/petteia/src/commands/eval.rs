//! `petteia eval`: the evaluation of a position, and its reasons.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use chess::Position;
use engine::eval::{Breakdown, Evaluator};
use gamekit::{File, Rank, Square};
use nnue::Net;
use serde_json::json;

use crate::cli::evaluator::open_net;

#[derive(clap::Args)]
pub struct Args {
    /// Position as FEN, X-FEN or Shredder-FEN [default: the initial position].
    #[arg(long, alias = "fen", value_name = "FEN", default_value = chess::fen::INITIAL, hide_default_value = true)]
    position: Position,
    /// Net to use instead of the built-in one: one of Petteia's or of Stockfish's.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Print only the net's output for the side to move: centipawns, or a foreign net's own unit.
    #[arg(long)]
    raw: bool,
    /// File of positions to evaluate with --raw, one FEN per line.
    #[arg(long, alias = "fens", value_name = "FILE", requires = "raw", conflicts_with = "position")]
    positions: Option<PathBuf>,
    /// Print JSON: the position and what each evaluator says, in centipawns for White.
    #[arg(long, conflicts_with = "raw")]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let net = open_net(args.net.as_deref())?;
    if args.raw {
        let net = net.context("--raw: no net is built in; expected --net FILE")?;
        let positions = match &args.positions {
            Some(path) => read_positions(path)?,
            None => vec![args.position.clone()],
        };
        for position in &positions {
            println!("{}", net.evaluate(position.board(), position.turn()));
        }
    } else if args.json {
        println!("{}", to_json(&args.position, net.as_ref()));
    } else {
        show(&args.position, net);
    }
    Ok(())
}

fn to_json(position: &Position, net: Option<&Net>) -> serde_json::Value {
    let classical = for_white(position, Evaluator::Classical.evaluate(position).raw());
    let piece_square = for_white(position, Evaluator::PieceSquare.evaluate(position).raw());
    let net = net.map(|net| net_for_white(position, net));
    json!({
        "position": position.to_string(),
        "classical": classical,
        "piece_square": piece_square,
        "net": net,
    })
}

fn for_white(position: &Position, centipawns: i32) -> i32 {
    position.turn().for_white(centipawns)
}

fn net_for_white(position: &Position, net: &Net) -> i32 {
    for_white(position, net.centipawns(net.evaluate(position.board(), position.turn())))
}

fn read_positions(path: &Path) -> Result<Vec<Position>> {
    let text = fs::read_to_string(path).with_context(|| format!("--positions {}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let place = || format!("--positions {}, line {}: {line:?}", path.display(), number + 1);
            line.trim().parse().with_context(place)
        })
        .collect()
}

fn show(position: &Position, net: Option<Net>) {
    println!("{}\n", position.board());
    println!("{}\n", Breakdown::of(position));
    let print = |name, centipawns| println!("{name:<22}{:+.2}", f64::from(centipawns) / 100.0);
    print("classical", for_white(position, Evaluator::Classical.evaluate(position).raw()));
    print("piece-square", for_white(position, Evaluator::PieceSquare.evaluate(position).raw()));
    if let Some(net) = net {
        print("net", net_for_white(position, &net));
        println!("\n{net:?}\n");
        println!("What each piece is worth to the net where it stands, in pawns for White:\n");
        print_pieces(position, &Evaluator::Nnue(Arc::new(net)));
    }
}

/// Prints a board with the value of each piece.
fn print_pieces(position: &Position, evaluator: &Evaluator) {
    let mut cells = [const { String::new() }; 64];
    for (square, piece, value) in evaluator.piece_values(position) {
        let value = value.map(|value| f64::from(piece.color().for_white(value)) / 100.0);
        let value = value.map_or_else(String::new, |value| format!("{value:+.2}"));
        cells[square] = format!("{}{value}", piece.to_char());
    }
    for rank in Rank::ALL.into_iter().rev() {
        let line = File::ALL.map(|file| match &*cells[Square::at(file, rank)] {
            "" => format!("{:<9}", "."),
            cell => format!("{cell:<9}"),
        });
        println!("{rank} {}", line.concat().trim_end());
    }
    let files = File::ALL.map(|file| format!("{:<9}", file.to_char())).concat();
    println!("  {}", files.trim_end());
}
