//! `petteia neighbours plot`: several learning runs in one chart.

use std::path::PathBuf;

use clap::Args;
use neighbours::learn::{Method, Run};
use plot::Plot;

use super::learn::load;
use crate::cli::paths::write_whole;

/// Plot the learning curves of several runs in one chart.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// Folders of the runs
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
    /// SVG file to write
    #[arg(long, alias = "save", value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &PlotArgs) -> anyhow::Result<()> {
    let runs = args.runs.iter().map(|dir| load(dir)).collect::<anyhow::Result<Vec<_>>>()?;
    let names: Vec<String> = runs.iter().map(name_of).collect();
    let lines = names.iter().map(String::as_str).zip(&runs);
    let chart = changes_chart("Change of the weights per thousand moves".to_owned(), lines);
    write_whole(&args.out, chart.to_string())
}

/// The name of a run in a chart.
pub fn name_of(run: &Run) -> String {
    let method = match run.config().method {
        Method::Td => "TD",
        Method::Lstd => "LSTD",
    };
    format!("{method}, set {}", run.config().set)
}

/// The change of the weights, run by run. The first changes dwarf the last: the axis is
/// logarithmic.
pub fn changes_chart<'a>(title: String, runs: impl IntoIterator<Item = (&'a str, &'a Run)>) -> Plot {
    let plot = Plot::new(title, "moves", "sum of absolute changes per 1000 moves").logarithmic();
    runs.into_iter().fold(plot, |plot, (name, run)| {
        plot.line(name, run.history().iter().map(|row| (row.moves as f64, row.change)))
    })
}
