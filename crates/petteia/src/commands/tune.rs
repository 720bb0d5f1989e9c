//! `petteia tune`: fits the weights of the classical evaluation to games.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use trainer::data::Filter;
use trainer::texel::{Model, Settings, Split, fit, weights_file};

use super::data::for_each_game;

#[derive(clap::Args)]
pub struct Args {
    /// Files of games, as `petteia datagen` writes them.
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where to write the weights: the source file that the engine is built with.
    #[arg(long, value_name = "FILE", default_value = "crates/engine/src/eval/weights.rs")]
    out: PathBuf,
    /// How often every position is seen.
    #[arg(long, default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// Positions between two steps.
    #[arg(long, default_value_t = Settings::default().batch)]
    batch: usize,
    /// Centipawns that a weight moves in a step at first.
    #[arg(long, default_value_t = Settings::default().rate)]
    rate: f64,
    /// How many positions the starting weights are worth.
    #[arg(long, default_value_t = Settings::default().prior)]
    prior: f64,
    /// How much the scores of searches count beside the results of games, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    scores: f64,
    /// How many threads to work with.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Where the random numbers start that shuffle the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Relaxed)).context("Ctrl-C")?;

    let split = load(args)?;
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
    println!("steepness {:.5} for each centipawn", model.steepness());
    model.listen_to_scores(args.scores.clamp(0.0, 1.0));
    println!("error before: {:.6}", model.error(&split.validation, settings.threads));

    let style = "{bar:30} epoch {pos}/{len}, {msg}, {eta} left";
    let bar = ProgressBar::new(args.epochs as u64).with_style(ProgressStyle::with_template(style)?);
    fit(&mut model, &split, &settings, |progress| {
        bar.inc(1);
        bar.set_message(format!("error {:.6} ({:.6} unseen)", progress.training, progress.validation));
        !stop.load(Relaxed)
    });
    bar.finish_and_clear();

    model.normalize();
    println!("error after: {:.6}", model.error(&split.validation, settings.threads));
    println!("steepness {:.5} where a pawn is worth 100", model.steepness());
    let path = args.out.display();
    fs::write(&args.out, weights_file(model.weights())).with_context(|| format!("--out {path}"))?;
    println!("{path} written; build again to use it");
    Ok(())
}

/// Reads all files and turns their positions into counts.
fn load(args: &Args) -> Result<Split> {
    let mut split = Split::new();
    for path in &args.data {
        for_each_game(path, |game| {
            split.add(&game, &Filter::default());
            Ok(())
        })?;
    }
    let (training, validation) = (split.training.len(), split.validation.len());
    if training == 0 || validation == 0 {
        bail!("{training} positions to learn from, {validation} to check with; expected some of both");
    }
    println!("{} games: {training} positions to learn from, {validation} to check with", split.games());
    Ok(split)
}
