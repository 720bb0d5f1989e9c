//! The `petteia` command: reads the command line and hands over to the crates that do the work.

mod cli;
mod commands;
mod neighbours;

use std::process::{ExitCode, Termination};

use clap::{CommandFactory, Parser, Subcommand};
use cli::usage;

/// Plays chess and Neighbours, and shows how.
///
/// Without a command Petteia speaks UCI on stdin and stdout. Arguments that are not a command are
/// UCI lines to obey in order: petteia "position startpos" "go depth 10" quit
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak UCI on stdin and stdout: what chess GUIs start.
    Uci,
    /// Search a fixed set of positions; the number of nodes is the search's signature.
    Bench(commands::bench::Args),
    /// Show what a position is worth, and why.
    Eval(commands::eval::Args),
    /// Count the legal moves of a position, to a depth: the standard test of a move generator.
    Perft(commands::perft::Args),
    /// Run the UCI checklist against an engine; the exit code says whether it passes.
    Compliance(commands::compliance::Args),
    /// Let engines play each other: clocks, openings, SPRT, PGN, resumable.
    Match(Box<commands::matches::Args>),
    /// Rate the players of one or more matches on one scale.
    Ratings(commands::ratings::Args),
    /// Play games of the engine against itself, to learn from.
    Datagen(commands::datagen::Args),
    /// Inspect, check and merge files of games.
    Data(commands::data::Args),
    /// Train a network on files of games.
    Train(commands::train::Args),
    /// Compare what nets say without a search with what long searches find.
    Quality(commands::quality::Args),
    /// Fit the weights of the classical evaluation to games.
    Tune(commands::tune::Args),
    /// Tune the numbers of the search by games; needs a build with the feature `engine/tune`.
    Spsa(commands::spsa::Args),
    /// Open Petteia in the browser: play, analyse, watch matches, follow training.
    Serve(commands::serve::Args),
    /// The game Neighbours: rules, agent, matches, learning.
    Neighbours(Box<neighbours::NeighboursArgs>),
}

/// What the shell is told when nobody reads the output any more: what a signal would tell it.
const BROKEN_PIPE: u8 = 141;

fn main() -> ExitCode {
    end_quietly_without_readers();
    if let Some(lines) = uci_lines() {
        return end(commands::uci::run_lines(&lines));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::explain(&error),
    };
    end(match cli.command {
        None | Some(Command::Uci) => commands::uci::run(),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Perft(args)) => commands::perft::run(&args),
        Some(Command::Eval(args)) => commands::eval::run(&args),
        Some(Command::Match(args)) => commands::matches::run(&args),
        Some(Command::Ratings(args)) => commands::ratings::run(&args),
        Some(Command::Neighbours(args)) => neighbours::run(&args),
        Some(Command::Compliance(args)) => return end(commands::compliance::run(&args)),
        Some(Command::Datagen(args)) => commands::datagen::run(&args),
        Some(Command::Data(args)) => commands::data::run(&args),
        Some(Command::Train(args)) => commands::train::run(&args),
        Some(Command::Quality(args)) => commands::quality::run(&args),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Spsa(args)) => commands::spsa::run(&args),
        Some(Command::Tune(args)) => commands::tune::run(&args),
    })
}

/// Whoever reads the output may have seen enough, as in `petteia data stats FILE | head`: then the
/// program ends as others do, without a word.
fn end_quietly_without_readers() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        if message.starts_with("failed printing to stdout") && message.contains("Broken pipe") {
            std::process::exit(BROKEN_PIPE.into());
        }
        usual(panic);
    }));
}

/// The arguments, if the first of them is a UCI line and no command of the command line: `OpenBench`
/// starts engines this way.
fn uci_lines() -> Option<Vec<String>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first = arguments.first()?;
    let is_command = Cli::command().find_subcommand(first).is_some() || first == "help";
    (!is_command && uci::Command::is_begun_by(first)).then_some(arguments)
}

fn end(result: anyhow::Result<impl Termination>) -> ExitCode {
    match result {
        Ok(end) => end.report(),
        Err(error) => {
            eprintln!("petteia: {error:#}");
            ExitCode::from(usage::BAD_INPUT)
        }
    }
}
