//! `petteia eval`: what a position is worth, and why.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use chess::{Board, Piece, Position, Role};
use engine::eval::{Breakdown, Evaluator};
use gamekit::{File, Rank, Square};
use nnue::Net;

#[derive(clap::Args)]
pub struct Args {
    /// The position, as FEN, X-FEN or Shredder-FEN; the initial position without it.
    #[arg(long, default_value = chess::fen::INITIAL, hide_default_value = true)]
    fen: String,
    /// A net to ask instead of the one that is built in: one of Petteia's, or one of the year 2020.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Print only what the net says for the side to move: centipawns; 1/208 pawns for a net of 2020.
    #[arg(long)]
    raw: bool,
    /// Ask the net about each position of a file, a FEN a line.
    #[arg(long, value_name = "FILE", requires = "raw", conflicts_with = "fen")]
    fens: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<()> {
    let net = open_net(args.net.as_deref())?;
    let positions = match &args.fens {
        Some(path) => read_positions(path)?,
        None => vec![args.fen.parse().with_context(|| format!("--fen {:?}", args.fen))?],
    };
    if args.raw {
        let net = net.context("--raw: no net is built in; --net names one")?;
        for position in &positions {
            println!("{}", net.evaluate(position.board(), position.turn()));
        }
        return Ok(());
    }
    for position in &positions {
        show(position, net.as_ref());
    }
    Ok(())
}

/// The net of a file, or else the one that is built in.
pub fn open_net(path: Option<&Path>) -> Result<Option<Net>> {
    match path {
        Some(path) => Net::open(path).map(Some).with_context(|| format!("--net {}", path.display())),
        None => Ok(Net::embedded()),
    }
}

fn read_positions(path: &Path) -> Result<Vec<Position>> {
    let text = fs::read_to_string(path).with_context(|| format!("--fens {}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let place = || format!("--fens {}, line {}: {line:?}", path.display(), number + 1);
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
