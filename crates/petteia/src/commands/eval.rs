//! `petteia eval`: what a position is worth without searching, and why.

use anyhow::{Context, Result};
use chess::Position;
use engine::eval::{Breakdown, Evaluator};

#[derive(clap::Args)]
pub struct Args {
    /// The position, as FEN, X-FEN or Shredder-FEN; the initial position without it.
    #[arg(long, default_value = chess::fen::INITIAL, hide_default_value = true)]
    fen: String,
}

pub fn run(args: &Args) -> Result<()> {
    let position: Position = args.fen.parse().with_context(|| format!("--fen {:?}", args.fen))?;
    println!("{}\n\n{position}\n", position.board());
    println!("{}", Breakdown::of(&position));
    for (name, evaluator) in [("piece-square", Evaluator::PieceSquare), ("classical", Evaluator::Classical)] {
        let score = evaluator.evaluate(&position);
        println!("{name:<12} {score} for {}, the side to move", position.turn());
    }
    Ok(())
}
