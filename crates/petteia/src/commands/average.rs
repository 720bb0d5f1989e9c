//! `petteia average`: one net whose weights are the means of those of several nets.
//!
//! Nets that were trained from the same start, each on other games, err in different ways. The mean
//! of their weights keeps what they have in common, and is better than each of them. Nets from
//! different starts have nothing in common: their mean is nonsense.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use nnue::Parameters;
use trainer::training::floats;

use super::train::read_weights;
use crate::cli::paths;

#[derive(clap::Args)]
pub struct Args {
    /// Nets that were trained from the same start: NAME.floats, or NAME.nnue.
    #[arg(value_name = "NET", required = true, num_args = 2..)]
    nets: Vec<PathBuf>,
    /// File of the new net, NAME.nnue; NAME.floats is written beside it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &Args) -> Result<()> {
    let shown = args.out.display();
    ensure!(
        args.out.extension().is_some_and(|end| end == "nnue"),
        "{shown}: expected a name that ends in .nnue"
    );
    let exact = args.out.with_extension("floats");
    for file in [&args.out, &exact] {
        ensure!(!file.exists(), "{} exists already; expected the name of a new file", file.display());
    }
    let nets = args.nets.iter().map(|path| read_weights(path)).collect::<Result<Vec<_>>>()?;
    let first = nets[0].arch();
    for (net, path) in nets.iter().zip(&args.nets) {
        ensure!(net.arch() == first, "{}: a net {}; expected {first}", path.display(), net.arch());
    }
    let mean = Parameters::mean(&nets).context("expected some nets")?;
    let name = args.out.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    write(&args.out, &exact, &mean, &format!("{name}: the mean of {} nets", nets.len()))
}

fn write(file: &Path, exact: &Path, net: &Parameters, description: &str) -> Result<()> {
    let mut bytes = Vec::new();
    net.quantise(description).write(&mut bytes)?;
    paths::write_whole(file, bytes)?;
    paths::write_whole(exact, floats::write(net))?;
    println!("{}: {description}", file.display());
    Ok(())
}
