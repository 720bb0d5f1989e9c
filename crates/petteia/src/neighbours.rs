//! `petteia neighbours`: everything about the second game.

mod agent;
mod bench;
mod learn;
mod matches;
mod options;
mod play;
mod plot;
mod rules;
mod seat;
mod serve;

use clap::{Args, Subcommand};

/// The game Neighbours: rules, agent, matches, learning.
#[derive(Args, Debug)]
pub struct NeighboursArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Count the move sequences of a length; the count is the last line
    Perft(rules::PerftArgs),
    /// Print the legal moves of a position, sorted, on one line
    Moves(rules::MovesArgs),
    /// Play in the terminal
    Play(play::PlayArgs),
    /// Let two players play many games against each other
    Match(matches::MatchArgs),
    /// Learn weights by self-play
    Learn(learn::LearnArgs),
    /// Draw the learning curves of several runs into one chart
    Plot(plot::PlotArgs),
    /// Search built-in positions: how fast the agent is; the last line is `N nodes M nps`
    Bench(bench::BenchArgs),
    /// Let the agent analyse a position
    Agent(agent::AgentArgs),
    /// Offer the agent to others over the network
    ServeAgent(serve::ServeArgs),
}

/// Runs the command that was asked for.
pub fn run(args: &NeighboursArgs) -> anyhow::Result<()> {
    match &args.command {
        Command::Perft(args) => {
            rules::perft(args);
            Ok(())
        }
        Command::Moves(args) => {
            rules::moves(args);
            Ok(())
        }
        Command::Play(args) => play::run(args),
        Command::Match(args) => matches::run(args),
        Command::Learn(args) => learn::run(args),
        Command::Plot(args) => plot::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Agent(args) => agent::run(args),
        Command::ServeAgent(args) => serve::run(args),
    }
}
