//! `petteia data errors`: evaluations against those of a database.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use chess::Position;
use engine::eval::Evaluator;
use gamekit::Color;
use indicatif::HumanCount;
use lab::dense::errors::Errors;
use lab::dense::input::pack;
use lab::dense::{DenseNet, Store};
use lab::player::evaluation::material;
use nnue::Net;

use crate::cli::progress;

#[derive(clap::Args)]
pub struct Args {
    /// Database of `petteia data positions`.
    database: PathBuf,
    /// Net to measure, of any kind; may be given several times.
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
    /// Positions to measure with, spread over the database [default: all].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
}

/// A way to say what a position is worth.
enum Judge {
    Zero,
    Material,
    Engine(Evaluator),
    Dense(DenseNet),
}

impl Judge {
    /// Pawns for White.
    fn pawns(&self, position: &Position, packed: &[u8]) -> f32 {
        let of_score = |score: gamekit::Score| position.turn().for_white(score.raw() as f32 / 100.0);
        match self {
            Self::Zero => 0.0,
            Self::Material => material::evaluate(position.board(), Color::White).raw() as f32 / 100.0,
            Self::Engine(evaluator) => of_score(evaluator.evaluate(position)),
            Self::Dense(net) => net.evaluate(packed),
        }
    }
}

fn open(path: &Path) -> Result<Judge> {
    let named = || format!("--net {}", path.display());
    let bytes = fs::read(path).with_context(named)?;
    Ok(if DenseNet::is_begun_by(&bytes) {
        Judge::Dense(DenseNet::read(&*bytes).with_context(named)?)
    } else {
        Judge::Engine(Evaluator::Nnue(Net::read(&bytes).with_context(named)?.into()))
    })
}

pub fn run(args: &Args) -> Result<()> {
    let named = || args.database.display().to_string();
    ensure!(args.database.exists(), "{}: expected a database of positions", named());
    let mut judges = vec![
        ("zero".to_owned(), Judge::Zero),
        ("material".to_owned(), Judge::Material),
        ("classical".to_owned(), Judge::Engine(Evaluator::Classical)),
    ];
    judges.extend(
        Net::embedded().map(|net| ("built-in net".to_owned(), Judge::Engine(Evaluator::Nnue(net.into())))),
    );
    for path in &args.net {
        judges.push((path.display().to_string(), open(path)?));
    }
    let store = Store::open(&args.database).with_context(named)?;
    ensure!(!store.is_empty(), "{}: no positions; expected some", named());
    let count = args.positions.unwrap_or(u64::MAX).min(store.len());
    let mut errors = vec![Errors::default(); judges.len()];
    let bar = progress::bar(0, count, "positions");
    for number in 0..count {
        let id = 1 + number * store.len() / count;
        let (fen, pawns) = store.fen(id).with_context(named)?;
        // What another program wrote may be no legal position.
        let Ok(position) = fen.parse::<Position>() else { continue };
        let packed = fen.parse().map(|setup| pack(&setup))?;
        for ((_, judge), errors) in judges.iter().zip(&mut errors) {
            errors.add(judge.pawns(&position, &packed), pawns);
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!(
        "{} positions; mean absolute error in pawns, both clamped to 15, and as they are",
        HumanCount(count)
    );
    for ((name, _), errors) in judges.iter().zip(&errors) {
        println!("{:>8.3} {:>8.3}  {name}", errors.clamped(), errors.plain());
    }
    Ok(())
}
