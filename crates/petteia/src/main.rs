//! The `petteia` command: reads the command line and hands over to the crates that do the work.

mod commands;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

/// Plays chess and Neighbours, and shows how.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, infer_subcommands = false)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the legal moves of a position, to a depth: the standard test of a move generator.
    Perft(commands::perft::Args),
}

/// What the shell is told when the input was bad.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain_usage(&error),
    };
    let result = match cli.command {
        Command::Perft(args) => commands::perft::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("petteia: {error:#}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Help goes to stdout as it is; a mistake becomes one line that names it.
fn explain_usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            print!("{error}");
            ExitCode::SUCCESS
        }
        _ => {
            let message = error.to_string();
            // The message proper ends at the first empty line; tips and usage follow.
            let lines: Vec<&str> =
                message.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
            let line = lines.join(" ");
            eprintln!("petteia: {} (see --help)", line.trim_start_matches("error: "));
            ExitCode::from(BAD_INPUT)
        }
    }
}
