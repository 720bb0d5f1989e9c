//! The `petteia` command: the command line, and the UCI session.

mod cli;
mod commands;
mod lab;
mod launch;
mod neighbours;
mod uci_session;

use std::process::{ExitCode, Termination};

use clap::{CommandFactory, Parser, Subcommand};
use cli::usage;

/// A chess and Neighbours engine, with matches, training and a web app.
///
/// Without a command Petteia speaks UCI on stdin and stdout. Arguments that begin with a UCI
/// command are UCI lines, run in order: petteia "position startpos" "go depth 10" quit
#[derive(Parser)]
#[command(version = env!("PETTEIA_VERSION"), max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak UCI on stdin and stdout, for chess GUIs.
    Uci,
    /// Search a fixed set of positions; the node count is the signature of the search.
    Bench(commands::bench::Args),
    /// Show the evaluation of a position, term by term.
    Eval(commands::eval::Args),
    /// Count the leaves of the move tree to a depth, to test the move generator.
    Perft(commands::perft::Args),
    /// Run the UCI compliance checklist against an engine; the exit code is 1 if a step fails.
    Compliance(commands::compliance::Args),
    /// Play a match between engines, with SPRT, openings and PGN output.
    Match(Box<commands::matches::Args>),
    /// Annotate the games of a PGN file: evaluations, mistakes, better lines, accuracy.
    Annotate(commands::annotate::Args),
    /// Find out what was played in a position, and with which results.
    Explore(commands::explore::Args),
    /// Make puzzles from games: positions in which one move wins.
    Puzzles(commands::puzzles::Args),
    /// Rate the players of one or more matches on one scale.
    Ratings(commands::ratings::Args),
    /// Generate self-play games to train on.
    Datagen(commands::datagen::Args),
    /// Inspect, check, merge, filter and convert files of games.
    Data(commands::data::Args),
    /// Train a net on files of games.
    Train(commands::train::Args),
    /// Average nets: the mean of the weights of nets that were trained from the same start.
    Average(commands::average::Args),
    /// Compare the evaluations of nets with the scores of long searches.
    Quality(commands::quality::Args),
    /// Solve suites of problems, or make one from games.
    Suite(commands::suite::Args),
    /// Tune the weights of the classical evaluation on games (Texel tuning).
    Tune(commands::tune::Args),
    /// Tune the search parameters by SPSA; needs a build with `--features engine/tune`.
    Spsa(commands::spsa::Args),
    /// Open Petteia in the browser: play, analyse, watch matches, follow training.
    Serve(commands::serve::Args),
    /// How engines work: small engines to play with, and experiments.
    Lab(lab::Args),
    /// Play on Lichess as a bot.
    Lichess(commands::lichess::Args),
    /// The game Neighbours: rules, agent, matches, learning.
    Neighbours(Box<neighbours::NeighboursArgs>),
    /// Print a completion script for a shell.
    Completions(commands::completions::CompletionsArgs),
    /// Write man pages of all commands.
    Man(commands::completions::ManArgs),
}

/// The exit code when the reader of the output is gone: that of SIGPIPE.
const BROKEN_PIPE: u8 = 141;

fn main() -> ExitCode {
    launch::best_build();
    end_quietly_on_broken_pipes();
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
        Some(Command::Annotate(args)) => commands::annotate::run(&args),
        Some(Command::Explore(args)) => commands::explore::run(&args),
        Some(Command::Puzzles(args)) => commands::puzzles::run(&args),
        Some(Command::Ratings(args)) => commands::ratings::run(&args),
        Some(Command::Lab(args)) => lab::run(&args),
        Some(Command::Neighbours(args)) => neighbours::run(&args),
        Some(Command::Compliance(args)) => return end(commands::compliance::run(&args)),
        Some(Command::Datagen(args)) => commands::datagen::run(&args),
        Some(Command::Data(args)) => commands::data::run(&args),
        Some(Command::Train(args)) => commands::train::run(&args),
        Some(Command::Average(args)) => commands::average::run(&args),
        Some(Command::Quality(args)) => commands::quality::run(&args),
        Some(Command::Suite(args)) => commands::suite::run(&args),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Lichess(args)) => commands::lichess::run(&args),
        Some(Command::Spsa(args)) => commands::spsa::run(&args),
        Some(Command::Tune(args)) => commands::tune::run(&args),
        Some(Command::Completions(args)) => {
            commands::completions::completions(&args, Cli::command());
            Ok(())
        }
        Some(Command::Man(args)) => commands::completions::man(&args, Cli::command()),
    })
}

/// Ends the program without a message when the reader of its output is gone, as in
/// `petteia data stats FILE | head`.
fn end_quietly_on_broken_pipes() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        if message.starts_with("failed printing to stdout") && message.contains("Broken pipe") {
            std::process::exit(BROKEN_PIPE.into());
        }
        usual(panic);
    }));
}

/// The arguments, if the first is a UCI line and not a command: `OpenBench` starts engines this
/// way.
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
