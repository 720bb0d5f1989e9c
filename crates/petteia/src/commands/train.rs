//! `petteia train`: trains a net on games.
//!
//! Each run has a folder of its own:
//!
//! | file | content |
//! | --- | --- |
//! | `NAME.nnue` | the net of the best epoch, for the engine |
//! | `NAME.floats` | the same before quantisation |
//! | `NAME-stage1.nnue`, `NAME-stage1.floats` | the same after the first of several stages, and so on |
//! | `recipe.toml` | the recipe with all its settings |
//! | `loss.csv`, `loss.svg` | the errors after each epoch |
//! | `checkpoint` | the whole state, to continue from |
//!
//! A recipe with `kind = "dense"` makes a dense net instead, `NAME.dense`, from a database of positions.

mod benchmark;
mod dense;

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use gamekit::SplitMix64;
use indicatif::{HumanBytes, HumanCount};
use nnue::{Architecture, Net, Network, Parameters};
use trainer::data::Reader;
use trainer::training::{Epoch, Export, Loader, Origin, Recipe, Sample, Session, Split, floats, report};

use crate::cli::{interrupt, paths, progress};

#[derive(clap::Args)]
pub struct Args {
    /// Recipe, a TOML file.
    #[arg(required_unless_present = "benchmark")]
    recipe: Option<PathBuf>,
    /// Folder of the run; an existing run is continued [default: nets/NAME in the data folder].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Fail if the folder holds a run, instead of continuing it.
    #[arg(long)]
    fresh: bool,
    /// Old spelling: fail if there is no run to continue.
    #[arg(long, hide = true, conflicts_with = "fresh")]
    resume: bool,
    /// Number of threads; the net does not depend on it.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Measure the training speed on made-up games instead.
    #[arg(long, conflicts_with_all = ["recipe", "out", "fresh", "resume"])]
    benchmark: bool,
    #[command(flatten)]
    size: benchmark::Size,
}

/// Time between two checkpoints.
const SAVE_PERIOD: Duration = Duration::from_secs(30);

pub fn run(args: &Args) -> Result<()> {
    let threads = args.threads.into();
    match &args.recipe {
        Some(path) => train(path, args, threads),
        None => benchmark::run(&args.size, threads),
    }
}

fn train(path: &Path, args: &Args, threads: usize) -> Result<()> {
    let named = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(named)?;
    if let Some(recipe) = dense::recipe(&text) {
        let recipe = recipe.map_err(|error| anyhow!("{}: {}", named(), error.message()))?;
        return dense::train(&recipe, args, threads);
    }
    let recipe = Recipe::from_toml(&text).with_context(named)?;
    let arch = recipe.arch().with_context(named)?;
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => paths::data_subfolder("nets")?.join(&recipe.name),
    };
    let checkpoint = folder.join("checkpoint");
    let shown = folder.display();
    let continues = paths::continues(&checkpoint, args.fresh)?;
    ensure!(!args.resume || continues, "--resume: {shown} holds no training; expected a checkpoint");
    let mut origin = if continues { None } else { Some(first_origin(&recipe, arch)?) };
    let stop = interrupt::watch()?;
    loop {
        let number = match &origin {
            Some(origin) => origin.stage(),
            None => Session::saved_stage(&checkpoint, &recipe)
                .with_context(|| checkpoint.display().to_string())?,
        };
        let data = load(&recipe.stage(number), threads)?;
        let mut session = match origin {
            Some(origin) => Session::new(origin, &recipe, &data, threads),
            None => Session::resume(&checkpoint, &recipe, &data, threads)
                .with_context(|| checkpoint.display().to_string())?,
        };
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {shown}"))?;
        paths::write_whole(&folder.join("recipe.toml"), recipe.to_toml())?;
        let stage = match recipe.stage_count() {
            1 => String::new(),
            count => format!("stage {} of {count}, ", number + 1),
        };
        let (epochs, steps) = (session.epochs_planned(), HumanCount(session.steps() as u64));
        println!("{}: {stage}{arch}, {epochs} epochs, {steps} steps, into {shown}", recipe.name);
        learn(&mut session, &folder, &stop)?;
        if !session.is_finished() {
            let epoch = session.progress().epoch + 1;
            println!("stopped in {stage}epoch {epoch} of {epochs}; to continue, repeat the command");
            return Ok(());
        }
        origin = session.next_stage();
        let name = &recipe.name;
        if origin.is_none() {
            return finish(&session, &folder, name);
        }
        finish(&session, &folder, &format!("{name}-stage{}", number + 1))?;
    }
}

/// The start of a new run.
fn first_origin(recipe: &Recipe, arch: Architecture) -> Result<Origin> {
    Ok(match &recipe.start {
        Some(path) => read_start(path, arch, recipe.seed)?.into(),
        None => Origin::random(arch, recipe.seed),
    })
}

/// Reads the net that training starts from.
fn read_start(path: &Path, arch: Architecture, seed: u64) -> Result<Parameters> {
    let start = read_weights(path).context("start")?;
    let has_one = start.arch().king_buckets() == 1;
    let start = if has_one { start.with_king_buckets(arch.king_buckets())? } else { start };
    let start = start.widened(arch.hidden(), &mut SplitMix64::new(seed))?;
    let named = path.display();
    ensure!(start.arch() == arch, "start: {named}: a net {}; expected {arch}", start.arch());
    Ok(start)
}

/// Reads the weights of a net: in floating point, or of one that plays.
pub fn read_weights(path: &Path) -> Result<Parameters> {
    let named = path.display();
    let bytes = fs::read(path).with_context(|| named.to_string())?;
    let quantised = || Network::read(&bytes).ok().map(|net| net.parameters());
    floats::read(&bytes).or_else(quantised).with_context(|| {
        format!("{named}: not a net; expected NAME.floats of a training, or a net of Petteia")
    })
}

/// Reads all games of a recipe.
fn load(recipe: &Recipe, threads: usize) -> Result<Split> {
    let teacher = recipe
        .teacher
        .as_deref()
        .map(|path| Net::open(path).with_context(|| format!("teacher: {}", path.display())));
    let mut loader = Loader::new(recipe, teacher.transpose()?, threads);
    for path in &recipe.data {
        let named = || path.display().to_string();
        let file = File::open(path).with_context(named)?;
        let size = file.metadata().map_or(0, |metadata| metadata.len());
        let bar = progress::reading(size);
        let reader = Reader::new(BufReader::new(bar.wrap_read(file))).with_context(named)?;
        loader.read(reader).with_context(named)?;
        bar.finish_and_clear();
    }
    let games = loader.games();
    let split = loader.finish();
    let [training, validation] =
        [&split.training, &split.validation].map(|samples| HumanCount(samples.len() as u64));
    ensure!(
        !split.training.is_empty() && !split.validation.is_empty(),
        "{training} positions for training, {validation} for validation; expected some of both"
    );
    let bytes =
        HumanBytes((split.training.len() + split.validation.len()) as u64 * size_of::<Sample>() as u64);
    println!(
        "{} games: {training} positions for training, {validation} for validation, {bytes}",
        HumanCount(games)
    );
    Ok(split)
}

/// Trains until the end, or until `stop` is set.
fn learn(session: &mut Session<'_>, folder: &Path, stop: &AtomicBool) -> Result<()> {
    let checkpoint = folder.join("checkpoint");
    let save =
        |session: &Session<'_>| session.save(&checkpoint).with_context(|| checkpoint.display().to_string());
    let bar = progress::bar(session.steps_done() as u64, session.steps() as u64, "steps");
    save(session)?;
    let mut saved = Instant::now();
    while !session.is_finished() && !stop.load(Relaxed) {
        let ended = session.step();
        bar.inc(1);
        if let Some(epoch) = ended {
            paths::write_whole(&folder.join("loss.csv"), report::table(session))?;
            bar.suspend(|| println!("{}", line(session, &epoch)));
        } else {
            bar.set_message(message(session));
        }
        if ended.is_some() || saved.elapsed() >= SAVE_PERIOD {
            save(session)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    save(session)
}

/// The text of the progress bar during an epoch.
fn message(session: &Session<'_>) -> String {
    let (progress, learned) = (session.progress(), session.learned());
    let speed = HumanCount((learned as f64 / progress.time.as_secs_f64().max(1e-9)) as u64);
    let error = progress.error / learned.max(1) as f64;
    let epochs = session.epochs_planned();
    format!("epoch {}/{epochs}, error {error:.6}, {speed} positions/s", progress.epoch + 1)
}

/// The line about a finished epoch.
fn line(session: &Session<'_>, epoch: &Epoch) -> String {
    let best =
        if session.best_epoch() == Some(session.epochs().len() - 1) { ", the best so far" } else { "" };
    format!(
        "epoch {:>3}: training error {:.6}, validation error {:.6}{best}; {} positions/s",
        session.epochs().len(),
        epoch.training,
        epoch.validation,
        HumanCount(epoch.speed() as u64)
    )
}

/// Writes the net and its training curve.
fn finish(session: &Session<'_>, folder: &Path, name: &str) -> Result<()> {
    let export = Export::of(session);
    let mut net = Vec::new();
    export.network.write(&mut net)?;
    let file = folder.join(format!("{name}.nnue"));
    paths::write_whole(&file, net)?;
    paths::write_whole(&folder.join(format!("{name}.floats")), floats::write(&export.parameters))?;
    paths::write_whole(&folder.join("loss.svg"), report::chart(session).to_string())?;
    if let Some(best) = session.best_epoch() {
        println!("best epoch {}: validation error {:.6}", best + 1, session.epochs()[best].validation);
    }
    let rounding = export.rounding;
    println!(
        "rounded: evaluations change by {:.2} centipawns on average, {:.1} at most; error {:.6}",
        rounding.mean, rounding.largest, rounding.error_after
    );
    println!("{}: {}", file.display(), export.network.description());
    Ok(())
}
