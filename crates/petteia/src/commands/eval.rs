//! `petteia eval`: what a position is worth, and why.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use chess::{Board, Piece, Position, Role};
use engine::eval::{Breakdown, Evaluator};
use gamekit::{Color, File, Rank, Square};
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
        show(&args.position, net.as_ref());
    }
    Ok(())
}

fn to_json(position: &Position, net: Option<&Net>) -> serde_json::Value {
    let white = |centipawns: i32| if position.turn() == Color::White { centipawns } else { -centipawns };
    let net = net.map(|net| white(net.centipawns(net.evaluate(position.board(), position.turn()))));
    json!({
        "position": position.to_string(),
        "classical": white(Evaluator::Classical.evaluate(position).raw()),
        "piece_square": white(Evaluator::PieceSquare.evaluate(position).raw()),
        "net": net,
    })
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

fn show(position: &Position, net: Option<&Net>) {
    println!("{}\n", position.board());
    println!("{}\n", Breakdown::of(position));
    for (name, evaluator) in [("classical", Evaluator::Classical), ("piece-square", Evaluator::PieceSquare)] {
        println!("{name:<22}{:+.2}", for_white(position, evaluator.evaluate(position).raw()));
    }
    if let Some(net) = net {
        let judge = |board: &Board| {
            let output = net.evaluate(board, position.turn());
            for_white(position, net.centipawns(output))
        };
        println!("{:<22}{:+.2}\n", "net", judge(position.board()));
        println!("{net:?}\n");
        println!("What each piece is worth to the net where it stands, in pawns for White:\n");
        println!("{}", PieceValues::of(position.board(), judge));
    }
}

/// Pawns for White.
fn for_white(position: &Position, centipawns: i32) -> f64 {
    f64::from(position.turn().for_white(centipawns)) / 100.0
}

/// What changes when a piece is taken off: its worth where it stands.
struct PieceValues([Option<(Piece, f64)>; 64]);

impl PieceValues {
    fn of(board: &Board, judge: impl Fn(&Board) -> f64) -> Self {
        let whole = judge(board);
        let mut values = [None; 64];
        for square in board.occupied() {
            let mut without = board.clone();
            if let Some(piece) = without.take(square) {
                // Without a king there is no view of the board.
                let value = if piece.role() == Role::King { 0.0 } else { whole - judge(&without) };
                values[square] = Some((piece, value));
            }
        }
        Self(values)
    }
}

/// A board with a piece and its worth on each square.
impl fmt::Display for PieceValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let cells = File::ALL.map(|file| match self.0[Square::at(file, rank)] {
                Some((piece, _)) if piece.role() == Role::King => piece.to_char().to_string(),
                Some((piece, value)) => format!("{}{value:+.2}", piece.to_char()),
                None => ".".to_owned(),
            });
            let line = cells.map(|cell| format!("{cell:<9}")).concat();
            writeln!(f, "{rank} {}", line.trim_end())?;
        }
        let files = File::ALL.map(|file| format!("{:<9}", file.to_char())).concat();
        write!(f, "  {}", files.trim_end())
    }
}
