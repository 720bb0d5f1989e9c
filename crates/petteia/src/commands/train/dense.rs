//! Dense nets, which learn from a database of positions in one epoch.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use lab::dense::errors::Errors;
use lab::dense::train::{Recipe, Sample, Training, fetch, split};
use lab::dense::{DenseNet, Store};

use super::Args;
use crate::cli::{interrupt, paths, progress};

/// The recipe, if the text is one of a dense net.
pub fn recipe(text: &str) -> Option<Result<Recipe, toml::de::Error>> {
    let table: toml::Table = text.parse().ok()?;
    (table.get("kind")?.as_str()? == "dense").then(|| toml::from_str(text))
}

pub fn train(recipe: &Recipe, args: &Args, threads: usize) -> Result<()> {
    let named = || format!("data: {}", recipe.data.display());
    ensure!(recipe.data.exists(), "{}: expected a database of positions", named());
    let store = Store::open(&recipe.data).with_context(named)?;
    let (training, held) = split(&store, recipe);
    ensure!(
        !training.is_empty() && !held.is_empty(),
        "{}: {} positions; expected more",
        named(),
        store.len()
    );
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => paths::data_subfolder("nets")?.join(&recipe.name),
    };
    let file = folder.join(format!("{}.dense", recipe.name));
    if paths::continues(&file, args.fresh)? {
        println!("{} is trained already", file.display());
        return Ok(());
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let stop = interrupt::watch()?;
    let mut session = Training::new(recipe, threads);
    let parameters = HumanCount(session.net().parameters() as u64);
    println!(
        "{}: {} hidden layers, {parameters} parameters, {} positions",
        recipe.name,
        recipe.hidden,
        training.len()
    );
    let batches = training.chunks(recipe.batch.max(1));
    let bar = progress::bar(0, batches.len() as u64, "steps");
    let mut losses = vec!["positions,error\n".to_owned()];
    let (mut sum, mut steps) = (0.0, 0);
    for (number, ids) in batches.enumerate() {
        if stop.load(Relaxed) {
            bar.finish_and_clear();
            println!("stopped in its only epoch; nothing is kept, and the same command begins anew");
            return Ok(());
        }
        sum += session.step(&fetch(&store, ids).with_context(named)?);
        steps += 1;
        bar.inc(1);
        if steps == STEPS_A_LINE {
            let error = sum / steps as f32;
            losses.push(format!("{},{error}\n", (number + 1) * recipe.batch));
            bar.set_message(format!("error {error:.3} pawns"));
            (sum, steps) = (0.0, 0);
        }
    }
    bar.finish_and_clear();
    paths::write_whole(&folder.join("loss.csv"), losses.concat())?;
    finish(session.net(), &fetch(&store, &held).with_context(named)?, &file)
}

/// Steps whose errors make one line of the curve.
const STEPS_A_LINE: usize = 20;

fn finish(net: &DenseNet, held: &[Sample], file: &Path) -> Result<()> {
    let mut errors = Errors::default();
    for (packed, pawns) in held {
        errors.add(net.evaluate(packed), *pawns);
    }
    let mut bytes = Vec::new();
    net.write(&mut bytes)?;
    paths::write_whole(file, bytes)?;
    println!("validation error {:.3} pawns on {} positions", errors.clamped(), HumanCount(held.len() as u64));
    println!("{}", file.display());
    Ok(())
}
