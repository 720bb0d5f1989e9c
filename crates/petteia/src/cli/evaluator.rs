//! The choice of an evaluator.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use engine::eval::{Choice, Evaluator};
use nnue::Net;

/// The options that choose an evaluator.
#[derive(clap::Args)]
pub struct EvaluatorArgs {
    /// Evaluator: nnue, classical or piecesquare [default: nnue].
    #[arg(long, value_name = "NAME")]
    evaluator: Option<Choice>,
    /// Net to use instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// The old spelling of `--evaluator classical`.
    #[arg(long, hide = true, conflicts_with_all = ["evaluator", "net"])]
    classical: bool,
}

impl EvaluatorArgs {
    pub fn evaluator(&self) -> Result<Evaluator> {
        let net = open_net(self.net.as_deref())?.map(Arc::new);
        let usual = if net.is_some() { Choice::Nnue } else { Choice::DEFAULT };
        let choice = if self.classical { Choice::Classical } else { self.evaluator.unwrap_or(usual) };
        choice.evaluator(net.as_ref()).context("--evaluator nnue: no net is built in; expected --net FILE")
    }
}

/// The net of a file, or the built-in one.
pub fn open_net(path: Option<&Path>) -> Result<Option<Net>> {
    match path {
        Some(path) => Net::open(path).map(Some).with_context(|| format!("--net {}", path.display())),
        None => Ok(Net::embedded()),
    }
}
