//! `petteia completions` and `petteia man`: completion scripts and man pages.

use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap_complete::Shell;

#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// Shell to write the script for.
    shell: Shell,
}

#[derive(clap::Args)]
pub struct ManArgs {
    /// Existing folder for the pages.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub fn completions(args: &CompletionsArgs, mut command: clap::Command) {
    clap_complete::generate(args.shell, &mut command, "petteia", &mut io::stdout());
}

pub fn man(args: &ManArgs, command: clap::Command) -> Result<()> {
    clap_mangen::generate_to(command, &args.out).with_context(|| format!("--out {}", args.out.display()))
}
