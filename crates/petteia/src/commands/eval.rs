//! `petteia eval`: what a position is worth, and why.

use anyhow::{Context, Result};
use chess::Position;
use engine::eval::{Breakdown, Evaluator};
use gamekit::Color;

#[derive(clap::Args)]
pub struct Args {
    /// The position, as FEN, X-FEN or Shredder-FEN; the initial position without it.
    #[arg(long, default_value = chess::fen::INITIAL, hide_default_value = true)]
    fen: String,
}

pub fn run(args: &Args) -> Result<()> {
    let position: Position = args.fen.parse().with_context(|| format!("--fen {:?}", args.fen))?;
    println!("{}\n", position.board());
    println!("{}\n", Breakdown::of(&position));
    for (name, evaluator) in [("classical", Evaluator::Classical), ("piece-square", Evaluator::PieceSquare)] {
        let score = evaluator.evaluate(&position);
        let white = if position.turn() == Color::White { score } else { -score };
        println!("{name:<22}{:+.2}", f64::from(white.raw()) / 100.0);
    }
    Ok(())
}
