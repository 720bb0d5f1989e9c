//! `petteia lab`: profiles and experiments of the lab.

mod list;
mod run;
mod uci;

/// How engines work: small engines to play with, and experiments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    job: Job,
}

#[derive(clap::Subcommand)]
enum Job {
    /// List the profiles and the experiments.
    List,
    /// Play a profile by UCI on stdin and stdout, for matches and GUIs.
    Uci(uci::Args),
    /// Run an experiment, or all of them, and write down what was found.
    Run(run::Args),
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.job {
        Job::List => {
            list::print();
            Ok(())
        }
        Job::Uci(args) => uci::run(args),
        Job::Run(args) => run::run(args),
    }
}
