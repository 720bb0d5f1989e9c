//! `petteia tune`: fits the weights of the classical evaluation to games (Texel tuning).

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Result, ensure};
use trainer::data::Filter;
use trainer::texel::{Model, Settings, Split, fit, weights_file};

use super::data::for_each_game;
use crate::cli::{interrupt, paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// Files of games, as `petteia datagen` writes them.
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// File for the weights, as Rust source [default: tune/weights.rs in the data folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of epochs.
    #[arg(long, default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// Batch size, in positions.
    #[arg(long, default_value_t = Settings::default().batch)]
    batch: usize,
    /// Initial learning rate, in centipawns per step.
    #[arg(long, default_value_t = Settings::default().rate)]
    rate: f64,
    /// Strength of the prior towards the starting weights, in positions.
    #[arg(long, default_value_t = Settings::default().prior)]
    prior: f64,
    /// Weight of search scores against game results, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    scores: f64,
    /// Threads to work with.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Random seed of the shuffle.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<()> {
    let split = load(args)?;
    let interrupted = interrupt::watch()?;
    let settings = Settings {
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        prior: args.prior,
        threads: args.threads.into(),
        seed: args.seed,
    };
    let mut model = Model::of_engine();
    model.fit_steepness(&split.training, settings.threads);
    println!("steepness {:.5} per centipawn", model.steepness());
    model.listen_to_scores(args.scores.clamp(0.0, 1.0));
    println!("error before: {:.6}", model.error(&split.validation, settings.threads));

    let bar = progress::bar(0, args.epochs as u64, "epochs");
    fit(&mut model, &split, &settings, |progress| {
        bar.inc(1);
        bar.set_message(format!("error {:.6} ({:.6} in validation)", progress.training, progress.validation));
        !interrupted.load(Relaxed)
    });
    bar.finish_and_clear();

    model.normalize();
    println!("error after: {:.6}", model.error(&split.validation, settings.threads));
    println!("steepness {:.5} where a pawn is worth 100", model.steepness());
    let path = match &args.out {
        Some(path) => path.clone(),
        None => paths::data_subfolder("tune")?.join("weights.rs"),
    };
    paths::write_whole(&path, weights_file(model.weights()))?;
    println!("{} written; the engine is built with crates/engine/src/eval/weights.rs", path.display());
    if interrupted.load(Relaxed) {
        println!("interrupted: these are the weights of the last finished epoch");
    }
    Ok(())
}

/// Reads the positions of all files.
fn load(args: &Args) -> Result<Split> {
    let mut split = Split::new();
    for path in &args.data {
        for_each_game(path, |game| {
            split.add(&game, &Filter::default());
            Ok(())
        })?;
    }
    let (training, validation) = (split.training.len(), split.validation.len());
    ensure!(
        training > 0 && validation > 0,
        "{training} positions for training, {validation} for validation; expected some of both"
    );
    println!("{} games: {training} positions for training, {validation} for validation", split.games());
    Ok(split)
}
