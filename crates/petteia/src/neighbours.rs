//! `petteia neighbours`: the commands of the second game.

mod analyse;
mod bench;
mod experiments;
mod join;
mod lab;
mod learn;
mod matches;
mod options;
mod play;
mod plot;
mod rules;
mod seat;
mod serve;
mod tables;
mod zero;

use clap::{Args, Subcommand};

/// The game Neighbours: rules, agent, matches, learning.
#[derive(Args, Debug)]
pub struct NeighboursArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Count the leaves of the move tree to a depth; the count is the last line
    Perft(rules::PerftArgs),
    /// Print the legal moves of a position, sorted, on one line
    Moves(rules::MovesArgs),
    /// Play in the terminal
    Play(play::PlayArgs),
    /// Play a match between two players
    Match(matches::MatchArgs),
    /// Learn weights by self-play
    Learn(learn::LearnArgs),
    /// Repeat the learning experiments of the thesis with several seeds
    Experiments(experiments::ExperimentsArgs),
    /// Learn a policy network by tree search and self-play, from nothing but the rules
    Zero(zero::ZeroArgs),
    /// Plot the learning curves of several runs
    Plot(plot::PlotArgs),
    /// Search built-in positions; the last line is `N nodes M nps`
    Bench(bench::BenchArgs),
    /// Make endgame tables: every position with few pieces, solved
    Tables(tables::TablesArgs),
    /// Count the nodes that each way of searching needs
    Lab(lab::LabArgs),
    /// Analyse a position
    #[command(alias = "agent")]
    Analyse(analyse::AnalyseArgs),
    /// Serve the agent over the network
    #[command(alias = "serve-agent")]
    Serve(serve::ServeArgs),
    /// Connect to a server and take a seat in a game
    Join(join::JoinArgs),
}

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
        Command::Experiments(args) => experiments::run(args),
        Command::Zero(args) => zero::run(args),
        Command::Plot(args) => plot::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Tables(args) => tables::run(args),
        Command::Lab(args) => lab::run(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Join(args) => join::run(args),
    }
}
